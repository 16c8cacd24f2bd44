package page

import (
	"slices"

	"sanduq/ui/preferences"
	"sanduq/ui/toolkit/form"
)

// Preference chooses one of all for a field of the preferences. It is tried at once,
// and kept when it is saved; after is called after each choice, also of what was
// chosen already, nil for nothing.
func Preference[T comparable](store *preferences.Store, all []T, word func(T) string, field func(*preferences.Values) *T, after func()) form.Options {
	return form.Options{Words: form.Words(all, word),
		Chosen: func() int { now := store.Shop(); return slices.Index(all, *field(&now)) },
		Choose: func(i int) {
			store.Try(func(v *preferences.Values) { *field(v) = all[i] })
			if after != nil {
				after()
			}
		}}
}
