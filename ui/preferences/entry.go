package preferences

import (
	"slices"

	"sanduq/ui/theme"
)

// entry is how one preference comes out of what the toolkit keeps, and goes
// there. What is not there, or makes no sense, comes out as its default.
type entry struct {
	load func(from Holder, into *Values)
	save func(to Holder, v *Values)
	same func(a, b *Values) bool
	copy func(from, into *Values)

	option Option // how a person chooses; blank where no list of choices is known
	listed bool   // the settings show it by themselves
	bank   bool   // it belongs to the bank behind a till, and means nothing at another
}

// Option is a preference that the settings list without knowing it: one of a few
// choices, each a word.
type Option struct {
	Name   string   // its words are named by it: settings.Name
	Words  []string // of its choices, keys of the catalogue
	Chosen func(Values) int
	Choose func(*Values, int)
}

// offered lets the settings list an entry. Its choices are settings.Name.choice,
// those of a switch settings.off and settings.on.
func offered(e entry) entry {
	e.listed = true
	return e
}

// ofBank tells that an entry belongs to the bank behind a till.
func ofBank(e entry) entry {
	e.bank = true
	return e
}

// Options are the preferences that are offered, in the order of kept.
func Options() (all []Option) {
	for _, e := range kept {
		if e.listed {
			all = append(all, e.option)
		}
	}
	return all
}

// newEntry is an entry of a field that can be compared.
func newEntry[T comparable](field func(*Values) *T, load func(Holder) T, save func(Holder, T)) entry {
	return entry{
		load: func(from Holder, into *Values) { *field(into) = load(from) },
		save: func(to Holder, v *Values) { save(to, *field(v)) },
		same: func(a, b *Values) bool { return *field(a) == *field(b) },
		copy: func(from, into *Values) { *field(into) = *field(from) },
	}
}

// option chooses one of all for a field.
func option[T comparable](name string, all []T, words []string, field func(*Values) *T) Option {
	return Option{Name: name, Words: words,
		Chosen: func(v Values) int { return slices.Index(all, *field(&v)) },
		Choose: func(v *Values, i int) { *field(v) = all[i] }}
}

// text is a text, blank until it is chosen.
func text[T ~string](name string, field func(*Values) *T) entry {
	return newEntry(field, func(p Holder) T { return T(p.String(name)) },
		func(p Holder, s T) { p.SetString(name, string(s)) })
}

// flag is off until it is chosen.
func flag(name string, field func(*Values) *bool) entry {
	e := newEntry(field, func(p Holder) bool { return p.Bool(name) },
		func(p Holder, on bool) { p.SetBool(name, on) })
	e.option = option(name, []bool{false, true}, []string{"settings.off", "settings.on"}, field)
	return e
}

// choice is one of several names, the first until another is chosen.
func choice[T ~string](name string, all []T, field func(*Values) *T) entry {
	e := newEntry(field, func(p Holder) T { return known(T(p.String(name)), all) },
		func(p Holder, one T) { p.SetString(name, string(one)) })
	var words []string
	for _, one := range all {
		words = append(words, "settings."+name+"."+string(one))
	}
	e.option = option(name, all, words, field)
	return e
}

// number is one of several numbers, usual until another is chosen.
func number[T ~int](name string, all []T, usual T, field func(*Values) *T) entry {
	return newEntry(field, func(p Holder) T {
		if n := T(p.IntWithFallback(name, int(usual))); slices.Contains(all, n) {
			return n
		}
		return usual
	}, func(p Holder, n T) { p.SetInt(name, int(n)) })
}

// lookEntry is kept whole: anyone who changes a part of a look has seen all of it.
func lookEntry(field func(*Values) *Look) entry {
	return newEntry(field, func(p Holder) Look {
		return Look{Variant: theme.ParseVariant(p.String("theme")), TextPercent: p.IntWithFallback("textPercent", 100), Still: p.Bool("still")}
	}, func(p Holder, l Look) {
		p.SetString("theme", l.Variant.String())
		p.SetInt("textPercent", l.TextPercent)
		p.SetBool("still", l.Still)
	})
}
