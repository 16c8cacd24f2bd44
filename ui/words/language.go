package words

import (
	"slices"
	"time"
)

// The languages of the program.
const (
	English = "en"
	Arabic  = "ar"
	French  = "fr"
)

// language is all that a language brings but for its sentences.
type language struct {
	code string // the name of its sentences' file
	name string // what it calls itself
	rtl  bool   // it is written from right to left

	months, shortMonths [12]string
	weekdays            [7]string // from Sunday
	capital             bool      // weekdays are written small, and large in a heading
	firstDay            time.Weekday
	comma               string // between a date and a time
	// plural is the form of a sentence that counts n, not below 0: the part in
	// brackets of its key.
	plural func(n int) string
}

// languages are those of the program, in the order in which settings offer them.
// The first is spoken where another is not known. A new language is one more, a
// file of sentences, and a page of the keyboard on the screen where its letters
// are others.
var languages = []language{{
	code: English, name: "English", comma: ", ", firstDay: time.Monday,
	months:      [12]string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"},
	shortMonths: [12]string{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"},
	weekdays:    [7]string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"},
	plural: func(n int) string {
		if n == 1 {
			return "one"
		}
		return "other"
	},
}, {
	code: Arabic, name: "العربية", rtl: true, comma: "، ", firstDay: time.Saturday,
	months:      [12]string{"يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر"},
	shortMonths: [12]string{"يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر"},
	weekdays:    [7]string{"الأحد", "الاثنين", "الثلاثاء", "الأربعاء", "الخميس", "الجمعة", "السبت"},
	plural: func(n int) string {
		switch h := n % 100; {
		case n <= 2:
			return [...]string{"zero", "one", "two"}[n]
		case h >= 3 && h <= 10:
			return "few"
		case h >= 11:
			return "many"
		}
		return "other"
	},
}, {
	code: French, name: "Français", capital: true, comma: ", ", firstDay: time.Monday,
	months:      [12]string{"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"},
	shortMonths: [12]string{"janv.", "févr.", "mars", "avr.", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.", "déc."},
	weekdays:    [7]string{"dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"},
	plural: func(n int) string {
		if n <= 1 {
			return "one"
		}
		return "other"
	},
}}

// find is a language by its code; the first for any other code.
func find(code string) *language {
	return &languages[max(0, slices.IndexFunc(languages, func(l language) bool { return l.code == code }))]
}

// Languages lists their codes in the order in which settings offer them.
func Languages() (codes []string) {
	for _, l := range languages {
		codes = append(codes, l.code)
	}
	return codes
}

// Name is what a language calls itself.
func Name(lang string) string { return find(lang).name }

// RTL reports whether the current language is written from right to left.
func (c *Catalogue) RTL() bool { return find(c.Lang()).rtl }

// FirstWeekday is where weeks begin.
func (c *Catalogue) FirstWeekday() time.Weekday { return find(c.Lang()).firstDay }

// N is T for a sentence that counts: the key's form for n, and {n} filled in
// with it. Forms are keys of their own, "key[one]", "key[other]"; each language
// has those that its plural may answer.
func (c *Catalogue) N(key string, n int, args ...any) string {
	form := key + "[" + find(c.Lang()).plural(max(n, -n)) + "]"
	return c.T(form, append([]any{"n", n}, args...)...)
}
