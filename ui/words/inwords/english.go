package inwords

import "fmt"

var englishUnits = map[string][2]noun{
	"LYD": {{"Libyan dinar", "Libyan dinars"}, {"dirham", "dirhams"}},
	"BHD": {{"Bahraini dinar", "Bahraini dinars"}, {"fils", "fils"}},
	"KWD": {{"Kuwaiti dinar", "Kuwaiti dinars"}, {"fils", "fils"}},
	"OMR": {{"Omani rial", "Omani rials"}, {"baisa", "baisas"}},
	"TND": {{"Tunisian dinar", "Tunisian dinars"}, {"millime", "millimes"}},
	"USD": {{"US dollar", "US dollars"}, {"cent", "cents"}},
	"EUR": {{"euro", "euros"}, {"cent", "cents"}},
}

var (
	englishSmall = [...]string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
		"thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"}
	englishTens   = [...]string{"", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"}
	englishScales = [...]string{"", "thousand", "million", "billion"}
)

// english has no "and" inside a number: it stands before the parts alone.
func english(whole, part int64, currency string, each int64) string {
	names, known := englishUnits[currency]
	if !known {
		names = [2]noun{{currency, currency}, {}}
	}
	count := func(n int64, of noun) string {
		if n == 1 {
			return "one " + of.one
		}
		return englishNumber(n) + " " + of.more
	}
	switch {
	case part == 0:
		return count(whole, names[0])
	case !known:
		return fmt.Sprintf("%s and %d/%d", count(whole, names[0]), part, each)
	case whole == 0:
		return count(part, names[1])
	}
	return count(whole, names[0]) + " and " + count(part, names[1])
}

func englishNumber(n int64) string {
	if n == 0 {
		return englishSmall[0]
	}
	var out []string
	for _, g := range groups(n) {
		if g.n >= 100 {
			out = append(out, englishSmall[g.n/100], "hundred")
		}
		switch rest := g.n % 100; {
		case rest == 0:
		case rest < 20:
			out = append(out, englishSmall[rest])
		case rest%10 == 0:
			out = append(out, englishTens[rest/10])
		default:
			out = append(out, englishTens[rest/10]+"-"+englishSmall[rest%10])
		}
		if g.scale > 0 {
			out = append(out, englishScales[g.scale])
		}
	}
	return join(out)
}
