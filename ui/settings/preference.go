package settings

import (
	"slices"

	"sanduq/ui/preferences"
	"sanduq/ui/toolkit/control"
)

// preference is the row of one preference: what it is called, what can be
// chosen, and what is.
type preference struct {
	key      string // of its name in the catalogue
	words    []string
	chosen   func(preferences.Values) int // below 0 when none of them
	choose   func(*preferences.Values, int)
	after    func() // called after each choice, also of what was chosen already; nil for nothing
	segments *control.Segmented
}

// pick is a row of which one is chosen, named by word, for a field of the
// preferences.
func pick[T comparable](key string, all []T, word func(T) string, field func(*preferences.Values) *T) *preference {
	p := &preference{key: key,
		chosen: func(v preferences.Values) int { return slices.Index(all, *field(&v)) },
		choose: func(v *preferences.Values, i int) { *field(v) = all[i] },
	}
	for _, one := range all {
		p.words = append(p.words, word(one))
	}
	return p
}

// offered is the row of a preference that lists itself.
func (d Deps) offered(o preferences.Option) *preference {
	p := &preference{key: "settings." + o.Name, chosen: o.Chosen, choose: o.Choose}
	for _, key := range o.Words {
		p.words = append(p.words, d.Words.T(key))
	}
	return p
}

// build makes what is pressed.
func (p *preference) build(kept *preferences.Store, changed func()) {
	p.segments = control.NewSegmented(p.words, 0, func(i int) {
		kept.Try(func(v *preferences.Values) { p.choose(v, i) })
		if p.after != nil {
			p.after()
		}
		changed()
	})
}
