package inwords

import "fmt"

var frenchUnits = map[string][2]noun{
	"LYD": {{"dinar libyen", "dinars libyens"}, {"dirham", "dirhams"}},
	"BHD": {{"dinar bahreïni", "dinars bahreïnis"}, {"fils", "fils"}},
	"KWD": {{"dinar koweïtien", "dinars koweïtiens"}, {"fils", "fils"}},
	"OMR": {{"rial omanais", "rials omanais"}, {"baisa", "baisas"}},
	"TND": {{"dinar tunisien", "dinars tunisiens"}, {"millime", "millimes"}},
	"USD": {{"dollar américain", "dollars américains"}, {"cent", "cents"}},
	"EUR": {{"euro", "euros"}, {"centime", "centimes"}},
}

var (
	frenchSmall = [...]string{"zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze",
		"treize", "quatorze", "quinze", "seize", "dix-sept", "dix-huit", "dix-neuf"}
	frenchTens = [...]string{"", "", "vingt", "trente", "quarante", "cinquante", "soixante", "soixante", "quatre-vingt", "quatre-vingt"}
)

func french(whole, part int64, currency string, each int64) string {
	names, known := frenchUnits[currency]
	if !known {
		names = [2]noun{{currency, currency}, {}}
	}
	count := func(n int64, of noun) string {
		name := of.more
		if n < 2 { // nought is singular too
			name = of.one
		}
		if n >= 1_000_000 && n%1_000_000 == 0 && known { // a million is a noun itself
			of := " de "
			if vowel(name) {
				of = " d’"
			}
			return frenchNumber(n) + of + name
		}
		return frenchNumber(n) + " " + name
	}
	switch {
	case part == 0:
		return count(whole, names[0])
	case !known:
		return fmt.Sprintf("%s et %d/%d", count(whole, names[0]), part, each)
	case whole == 0:
		return count(part, names[1])
	}
	return count(whole, names[0]) + " et " + count(part, names[1])
}

func vowel(s string) bool { return s != "" && (s[0] == 'e' || s[0] == 'a' || s[0] == 'o') }

func frenchNumber(n int64) string {
	if n == 0 {
		return frenchSmall[0]
	}
	var out []string
	for _, g := range groups(n) {
		switch {
		case g.scale == 1 && g.n == 1:
			out = append(out, "mille")
		case g.scale == 1:
			out = append(out, frenchGroup(g.n, false), "mille")
		case g.scale > 1:
			name := [...]string{2: "million", 3: "milliard"}[g.scale]
			if g.n > 1 {
				name += "s"
			}
			out = append(out, frenchGroup(g.n, true), name)
		default:
			out = append(out, frenchGroup(g.n, true))
		}
	}
	return join(out)
}

// frenchGroup is 1 to 999. Cent and vingt have their s where nothing follows but
// a noun; mille is none.
func frenchGroup(n int, last bool) string {
	var out []string
	hundreds, rest := n/100, n%100
	switch {
	case hundreds == 1:
		out = append(out, "cent")
	case hundreds > 1 && rest == 0 && last:
		out = append(out, frenchSmall[hundreds], "cents")
	case hundreds > 1:
		out = append(out, frenchSmall[hundreds], "cent")
	}
	if rest > 0 {
		out = append(out, frenchTwo(rest, last))
	}
	return join(out)
}

// frenchTwo is 1 to 99.
func frenchTwo(n int, last bool) string {
	tens, unit := n/10, n%10
	switch {
	case n < 20:
		return frenchSmall[n]
	case tens == 7 || tens == 9: // soixante-dix, quatre-vingt-dix
		unit += 10
	}
	switch {
	case n == 80 && last:
		return "quatre-vingts"
	case unit == 0:
		return frenchTens[tens]
	case (unit == 1 || unit == 11) && tens < 8:
		return frenchTens[tens] + " et " + frenchSmall[unit]
	}
	return frenchTens[tens] + "-" + frenchSmall[unit]
}
