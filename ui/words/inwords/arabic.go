package inwords

import (
	"fmt"
	"strings"
)

// counted is a thing that is counted in Arabic: one of it, two, three to ten, and
// eleven to ninety-nine, as the subject of a sentence.
type counted struct {
	one, two, few, many string
	feminine            bool
}

var (
	dirham = counted{one: "درهم", two: "درهمان", few: "دراهم", many: "درهمًا"}
	fils   = counted{one: "فلس", two: "فلسان", few: "فلوس", many: "فلسًا"}
	cent   = counted{one: "سنت", two: "سنتان", few: "سنتات", many: "سنتًا"}
)

// dinar is a dinar of a country.
func dinar(of string) counted {
	return counted{one: "دينار " + of, two: "ديناران " + of + "ان", few: "دنانير " + of + "ة", many: "دينارًا " + of + "ًا"}
}

var arabicUnits = map[string][2]counted{
	"LYD": {dinar("ليبي"), dirham},
	"BHD": {dinar("بحريني"), fils},
	"KWD": {dinar("كويتي"), fils},
	"TND": {dinar("تونسي"), {one: "مليم", two: "مليمان", few: "مليمات", many: "مليمًا"}},
	"OMR": {{one: "ريال عماني", two: "ريالان عمانيان", few: "ريالات عمانية", many: "ريالًا عمانيًا"},
		{one: "بيسة", two: "بيستان", few: "بيسات", many: "بيسة", feminine: true}},
	"USD": {{one: "دولار أمريكي", two: "دولاران أمريكيان", few: "دولارات أمريكية", many: "دولارًا أمريكيًا"}, cent},
	"EUR": {{one: "يورو", two: "يورو", few: "يورو", many: "يورو"}, cent},
}

// arabicScales are what thousands are counted in.
var arabicScales = [...]counted{
	1: {one: "ألف", two: "ألفان", few: "آلاف", many: "ألفًا"},
	2: {one: "مليون", two: "مليونان", few: "ملايين", many: "مليونًا"},
	3: {one: "مليار", two: "ملياران", few: "مليارات", many: "مليارًا"},
}

var (
	masculine = [...]string{"صفر", "واحد", "اثنان", "ثلاثة", "أربعة", "خمسة", "ستة", "سبعة", "ثمانية", "تسعة", "عشرة"}
	feminine  = [...]string{"صفر", "واحدة", "اثنتان", "ثلاث", "أربع", "خمس", "ست", "سبع", "ثماني", "تسع", "عشر"}
	hundreds  = [...]string{"", "مئة", "مئتان", "ثلاثمئة", "أربعمئة", "خمسمئة", "ستمئة", "سبعمئة", "ثمانمئة", "تسعمئة"}
	tens      = [...]string{"", "", "عشرون", "ثلاثون", "أربعون", "خمسون", "ستون", "سبعون", "ثمانون", "تسعون"}
)

func arabic(whole, part int64, currency string, each int64) string {
	names, known := arabicUnits[currency]
	if !known {
		text := arabicNumber(whole, false) + " " + currency
		if part > 0 {
			text += fmt.Sprintf(" و%d/%d", part, each)
		}
		return text
	}
	switch {
	case part == 0:
		return arabicCount(whole, names[0])
	case whole == 0:
		return arabicCount(part, names[1])
	}
	return arabicCount(whole, names[0]) + " و" + arabicCount(part, names[1])
}

// arabicCount counts things. One and two have no numeral but themselves, also
// behind a hundred: a hundred dinars and two dinars. What follows three to ten is
// a plural, eleven to ninety-nine an accusative, and a round number owns its
// noun.
func arabicCount(n int64, of counted) string {
	switch rest := n % 100; {
	case n == 0:
		return masculine[0] + " " + of.one
	case n == 1:
		return alone(of)
	case n == 2:
		return of.two
	case rest == 1:
		return owning(arabicNumber(n-1, of.feminine)) + " " + of.one + " و" + alone(counted{one: firstWord(of.one), feminine: of.feminine})
	case rest == 2:
		return owning(arabicNumber(n-2, of.feminine)) + " " + of.one + " و" + firstWord(of.two)
	case rest == 0:
		return owning(arabicNumber(n, of.feminine)) + " " + of.one
	case rest <= 10:
		return arabicNumber(n, of.feminine) + " " + of.few
	}
	return arabicNumber(n, of.feminine) + " " + of.many
}

// alone is one of a thing, said to be one.
func alone(of counted) string {
	if of.feminine {
		return of.one + " " + feminine[1]
	}
	return of.one + " " + masculine[1]
}

func firstWord(s string) string {
	first, _, _ := strings.Cut(s, " ")
	return first
}

// owning is a number before a noun that it owns: a dual loses its end, and an
// accusative its mark.
func owning(number string) string {
	for _, s := range [][2]string{{"مئتان", "مئتا"}, {"ألفان", "ألفا"}, {"مليونان", "مليونا"}, {"ملياران", "مليارا"},
		{"ألفًا", "ألف"}, {"مليونًا", "مليون"}, {"مليارًا", "مليار"}} {
		if rest, ends := strings.CutSuffix(number, s[0]); ends {
			return rest + s[1]
		}
	}
	return number
}

// arabicNumber is a number above nought, for things of a gender.
func arabicNumber(n int64, female bool) string {
	if n == 0 {
		return masculine[0]
	}
	var out []string
	for _, g := range groups(n) {
		if g.scale == 0 {
			out = append(out, arabicGroup(g.n, female))
			continue
		}
		of := arabicScales[g.scale]
		if g.n == 1 {
			out = append(out, of.one)
		} else {
			out = append(out, strings.TrimSuffix(arabicCount(int64(g.n), of), " "+masculine[1]))
		}
	}
	return strings.Join(out, " و")
}

// arabicGroup is 1 to 999.
func arabicGroup(n int, female bool) string {
	var out []string
	if n >= 100 {
		out = append(out, hundreds[n/100])
	}
	if rest := n % 100; rest > 0 {
		out = append(out, arabicTwo(rest, female))
	}
	return strings.Join(out, " و")
}

// arabicTwo is 1 to 99.
func arabicTwo(n int, female bool) string {
	units, teen := masculine[:], "عشر"
	if female {
		units, teen = feminine[:], "عشرة"
	}
	switch unit := n % 10; {
	case n <= 10:
		return units[n]
	case n == 11 && female:
		return "إحدى عشرة"
	case n == 11:
		return "أحد عشر"
	case n == 12 && female:
		return "اثنتا عشرة"
	case n == 12:
		return "اثنا عشر"
	case n < 20:
		return units[unit] + " " + teen
	case unit == 0:
		return tens[n/10]
	case unit == 1 && female:
		return "إحدى و" + tens[n/10]
	default:
		return units[unit] + " و" + tens[n/10]
	}
}
