package gateway

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// keyRow is one key: that it is there and since when, or a field to put another
// in. What is typed leaves the row for the draft, never the other way.
type keyRow struct {
	page        *keysPage
	name        string
	label, kept *typeset.Text // above the frame, at its two ends
	frame       *graphic.Panel
	text        *typeset.Text
	field       *control.Field // nil unless one is being typed
	first, last *control.Button
	cross       *control.Tool
	root        *fyne.Container
}

const (
	keyHigh  float32 = 52
	keyDots          = "••••"
	keyAside float32 = 56
)

func newKeyRow(page *keysPage, name, label string) *keyRow {
	r := &keyRow{page: page, name: name}
	r.label = typeset.NewText(label, typeset.Label.Tight(1.2)).Cut()
	r.kept = typeset.NewText("", typeset.Caption.Tight(1.2))
	r.frame = graphic.NewFrame(theme.Card, theme.Edge, theme.Radius)
	r.text = typeset.NewText("", typeset.Body).Cut()
	r.first, r.last = rowButton(), rowButton()
	r.cross = control.NewBareIconButton("close", 24, theme.Text, func() { r.cancel() })
	r.root = layout.New(r.min, r.place)
	return r
}

func rowButton() *control.Button {
	return control.NewButton(control.ButtonSpec{Kind: control.OutlineQuiet, Ink: theme.Primary, Height: keyHigh - 4, PadX: theme.S3, Mid: true}, nil)
}

func (r *keyRow) min() fyne.Size {
	return fyne.NewSize(120, r.label.MinSize().Height+theme.S1+max(keyHigh, r.first.MinSize().Height+4))
}

// paint shows what the draft says of the key.
func (r *keyRow) paint() {
	g := r.page.bank
	w, d := g.env.Words, g.draft
	since, there := d.kept[r.page.shown].since[r.name]
	pending, changed := d.keys[r.page.shown][r.name]
	r.kept.SetText("")
	objects := []fyne.CanvasObject{r.label, r.kept}
	button := func(b *control.Button, key string, do func()) {
		b.SetLabel(w.T(key))
		b.OnTapped = do
		objects = append(objects, b)
	}
	if r.field != nil {
		r.root.Objects = append(objects, r.field, r.cross)
		r.root.Refresh()
		return
	}
	objects = append(objects, r.frame, r.text)
	muted := typeset.Body.Tint(theme.Muted)
	undo := func() {
		if _, taken := g.saving[r.page.shown][r.name]; !taken { // the save takes it along
			button(r.last, "settings.key.undo", r.undo)
		}
	}
	switch {
	case changed && pending.Empty():
		r.text.SetSpans(typeset.Span{Text: w.T("settings.key.removed"), Style: muted})
		undo()
	case changed:
		r.text.SetSpans(typeset.Span{Text: w.T("settings.key.new"), Style: typeset.Body})
		undo()
	case there:
		r.text.SetSpans(typeset.Span{Text: keyDots, Style: typeset.Body})
		r.kept.SetText(g.since(since))
		button(r.first, "settings.key.remove", r.remove)
		button(r.last, "settings.replace", r.edit)
	default:
		r.text.SetSpans(typeset.Span{Text: w.T("settings.key.none"), Style: muted})
		button(r.last, "settings.key.set", r.edit)
	}
	r.root.Objects = objects
	r.root.Refresh()
}

// edit opens an empty field.
func (r *keyRow) edit() {
	f := control.NewField(control.FieldSpec{Placeholder: r.page.bank.env.Words.T("settings.key.type"), Password: true, Height: keyHigh, Input: control.InputLatin})
	f.OnChanged = r.setDraft
	r.field = f
	r.page.Paint()
	draw.Focus(r.root, f.Focusable())
}

// setDraft puts what is typed into the draft; an empty field changes nothing.
func (r *keyRow) setDraft(text string) {
	g := r.page.bank
	if text = strings.TrimSpace(text); text == "" {
		delete(g.draft.keys[r.page.shown], r.name)
	} else {
		g.draft.set(r.page.shown, r.name, core.NewSecret(text))
	}
	g.changed()
}

// close throws the field away; the draft has what was typed.
func (r *keyRow) close() {
	if r.field == nil {
		return
	}
	draw.Focus(r.root, nil)
	r.field = nil
	r.page.Paint()
}

// cancel throws the field and what was typed away; false when there is none.
func (r *keyRow) cancel() bool {
	if r.field == nil {
		return false
	}
	r.undo()
	r.close()
	return true
}

func (r *keyRow) remove() {
	g := r.page.bank
	g.draft.set(r.page.shown, r.name, core.Secret{})
	g.changed()
	r.page.Paint()
}

func (r *keyRow) undo() {
	r.setDraft("")
	r.page.Paint()
}

func (r *keyRow) place(b layout.Placer) {
	label := r.label.MinSize().Height
	kept := r.kept.MinSize().Width
	b.Put(r.label, 0, 0, b.W-kept-theme.S2, label)
	b.PutEnd(r.kept, b.W, 0)
	y, high := label+theme.S1, b.H-label-theme.S1
	if r.field != nil {
		b.Put(r.field, 0, y, b.W-keyAside, high)
		b.Put(r.cross, b.W-keyAside+theme.S1, y+(high-48)/2, keyAside-theme.S1, 48)
		return
	}
	b.Put(r.frame, 0, y, b.W, high)
	end := b.W - theme.S1
	for _, button := range []*control.Button{r.last, r.first} {
		if slices.Contains(r.root.Objects, fyne.CanvasObject(button)) {
			m := button.MinSize()
			b.Put(button, end-m.Width, y+(high-m.Height)/2, m.Width, m.Height)
			end -= m.Width
		}
	}
	t := r.text.MinSize().Height
	b.Put(r.text, theme.S4+theme.Border(), y+(high-t)/2, end-theme.S4-theme.S2, t)
}
