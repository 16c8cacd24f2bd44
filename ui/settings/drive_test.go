package settings

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core/journal"
	"sanduq/ui/preferences"
	"sanduq/ui/present"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/list"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// drawn is everything of a type that is drawn in the window.
func drawn[T fyne.CanvasObject](r *harness) []T {
	return uitest.All[T](r.win.Canvas().Content())
}

// first is the first drawn object of a type that fits; the test fails without one.
func first[T fyne.CanvasObject](r *harness, what string, fits func(T) bool) T {
	r.t.Helper()
	all := drawn[T](r)
	at := slices.IndexFunc(all, fits)
	if at < 0 {
		r.t.Fatalf("there is no %s in %q", what, r.text())
	}
	return all[at]
}

// field is the line with a label, or where it has none with a placeholder, by the key of it.
func (r *harness) field(key string, values ...any) *control.Field {
	r.t.Helper()
	text := r.env.Words.T(key, values...)
	return first(r, "field "+text, func(f *control.Field) bool {
		return f.Spec().Label == text || f.Spec().Label == "" && f.Spec().Placeholder == text
	})
}

// fields are all lines of the page.
func (r *harness) fields() []*control.Field { return drawn[*control.Field](r) }

// fill fills in the first fields of the page.
func (r *harness) fill(texts ...string) {
	r.t.Helper()
	all := r.fields()
	if len(all) < len(texts) {
		r.t.Fatalf("%d fields in %q", len(all), r.text())
	}
	for i, text := range texts {
		all[i].SetText(text)
	}
}

// shown is the row of choices that follows a label, by the key of it, or the first of
// the page where that is blank; nil where it is not drawn.
func (r *harness) shown(key string) *control.Segmented {
	label, named := "", key == ""
	if key != "" {
		label = r.env.Words.T(key)
	}
	var found *control.Segmented
	uitest.Walk(r.win.Canvas().Content(), func(o fyne.CanvasObject) {
		switch x := o.(type) {
		case *typeset.Text:
			named = named || x.Text() == label
		case *control.Segmented:
			if named && found == nil {
				found = x
			}
		}
	})
	return found
}

// segments is shown, which there must be.
func (r *harness) segments(key string) *control.Segmented {
	r.t.Helper()
	s := r.shown(key)
	if s == nil {
		r.t.Fatalf("there is no choice %s in %q", key, r.text())
	}
	return s
}

// choose presses one of the choices of a row.
func (r *harness) choose(key string, i int) {
	r.t.Helper()
	s := r.segments(key)
	s.SetSelected(i)
	s.OnSelected(i)
}

// button is the first button with a label.
func (r *harness) button(label string) *control.Button {
	r.t.Helper()
	return first(r, "button "+label, func(b *control.Button) bool { return b.Spec().Label == label })
}

// device is the row of a printer; nil where there is none.
func (r *harness) device(name string) *list.DeviceRow {
	for _, row := range drawn[*list.DeviceRow](r) {
		if row.Name() == name {
			return row
		}
	}
	return nil
}

// tapChip taps the chip with a label.
func (r *harness) tapChip(label string) {
	r.t.Helper()
	test.Tap(first(r, "chip "+label, func(c *control.Chip) bool { return c.Label() == label }))
}

// open opens what a list of the page names.
func (r *harness) open(label string) {
	r.t.Helper()
	test.Tap(first(r, "place "+label, func(n *control.NavItem) bool { return n.Label() == label }))
}

// openPerson opens the form of a person; one without an ID is a new one.
func (r *harness) openPerson(u journal.User) {
	r.t.Helper()
	if u.ID == "" {
		r.press(r.env.Words.T("settings.users.add"), 0)
		return
	}
	r.open(u.Name)
}

// openRights opens what a role may do.
func (r *harness) openRights(role journal.Role) {
	r.t.Helper()
	r.open(r.env.Words.T("settings.rights." + string(role)))
}

// turnRight taps the chip of a right.
func (r *harness) turnRight(right journal.Right) {
	r.t.Helper()
	r.tapChip(r.env.Words.T("right." + string(right)))
}

// forPerson chooses what the person of the form wants of the window.
func (r *harness) forPerson(p journal.UserPreferences) {
	r.t.Helper()
	r.choose("settings.language", 1+slices.Index(words.Languages(), p.Language))
	r.choose("settings.textSize", 1+slices.Index(preferences.TextPercents(), p.TextPercent))
}

// otherCurrencies opens the currencies that have no chip.
func (r *harness) otherCurrencies() {
	r.t.Helper()
	all := drawn[*control.Chip](r)
	if len(all) == 0 {
		r.t.Fatalf("no chips in %q", r.text())
	}
	test.Tap(all[len(present.Currencies())])
}

// pick chooses a currency.
func (r *harness) pick(code string) {
	r.t.Helper()
	if slices.Contains(present.Currencies(), code) {
		r.tapChip(r.env.CurrencyWord(code))
		return
	}
	r.otherCurrencies()
	r.press(code, 0)
}

// after is the text that follows another one.
func (r *harness) after(text string) string {
	r.t.Helper()
	all := drawn[*typeset.Text](r)
	at := slices.IndexFunc(all, func(t *typeset.Text) bool { return t.Text() == text })
	if at < 0 || at+1 == len(all) {
		r.t.Fatalf("nothing follows %q in %q", text, r.text())
	}
	return all[at+1].Text()
}
