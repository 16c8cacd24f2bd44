package form

import (
	"cmp"
	"strings"

	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// row is a field with what is drawn of it.
type row struct {
	Field
	form   *Form
	line   *control.Field     // nil but for lines
	choice *control.Segmented // nil but for a Choice
	said   *typeset.Text      // nil but for Said
	drawn  fyne.CanvasObject
}

const labelGap float32 = 6

func (f *Form) build(of Field) *row {
	r := &row{Field: of, form: f}
	switch of.Kind {
	case Text, Latin, Secret, Digits:
		r.buildLine()
	case Choice:
		r.buildChoice()
	case Note:
		style := of.Style
		if style == (typeset.Style{}) {
			style = f.look.Note
		}
		r.drawn = typeset.NewParagraph(f.t(of.Label, of.Args), style)
	case Said:
		r.said = typeset.NewParagraph("", f.look.Fault)
		r.drawn = r.said
	}
	return r
}

func (r *row) buildLine() {
	spec := control.FieldSpec{Label: r.form.t(r.Label, r.Args), Placeholder: cmp.Or(r.Placeholder, r.form.t(r.Hint, r.Args)), Password: r.Kind == Secret || r.Kind == Digits}
	switch r.Kind {
	case Digits:
		spec.Input = control.InputDigits
	case Latin, Secret:
		spec.Input = control.InputLatin
	}
	spec.EndProblem = true
	r.line = control.NewField(spec)
	r.line.Filter = r.Filter
	if r.Value.Get != nil {
		r.line.SetText(r.Value.Get())
	}
	r.line.OnChanged = r.typed
	if enter := r.form.hooks.Enter; enter != nil {
		r.line.OnSubmit = func(string) { enter(r.line) }
	}
	if focused := r.form.hooks.Focused; focused != nil {
		r.line.OnFocus = func(on bool) {
			if on {
				focused(r.line)
			}
		}
	}
	r.drawn = r.line
}

func (r *row) buildChoice() {
	r.choice = control.NewSegmented(r.Options.Words, max(0, r.Options.Chosen()), func(i int) {
		r.Options.Choose(i)
		r.form.changed(r)
	})
	if enter := r.form.hooks.Enter; enter != nil {
		r.choice.OnSubmit = func() { enter(nil) }
	}
	if r.Label == "" {
		r.drawn = r.choice
		return
	}
	label := r.form.t(r.Label, r.Args)
	if r.Inline {
		r.drawn = layout.Centred(theme.S3, layout.Grow(1, typeset.NewText(label, typeset.Body).Cut()), r.choice)
		return
	}
	all := []fyne.CanvasObject{typeset.NewParagraph(label, typeset.Label), r.choice}
	if r.Help != "" {
		all = append(all, typeset.NewParagraph(r.form.t(r.Help, r.Args), typeset.Label.With(theme.Regular)))
	}
	r.drawn = layout.Rows(labelGap, all...)
}

// typed takes what stands in the line.
func (r *row) typed(text string) {
	if r.Value.Get != nil && r.Value.Get() == text {
		return
	}
	if r.Value.Set != nil {
		r.Value.Set(text)
	}
	r.form.changed(r)
}

// objects is what is drawn of the row now.
func (r *row) objects() []fyne.CanvasObject {
	on := r.Offered == nil || r.Offered()
	switch {
	case r.Kind == Objects:
		if on {
			return r.Draw()
		}
		return nil
	case r.said != nil && r.said.Text() == "":
		return nil
	case r.Keep:
		return []fyne.CanvasObject{inPlace(r.drawn, on)}
	case !on:
		return nil
	}
	if r.Around != nil {
		return []fyne.CanvasObject{r.Around(r.line)}
	}
	return []fyne.CanvasObject{r.drawn}
}

// inPlace shows a row, or keeps its place: what stands below it may be about to be tapped.
func inPlace(row fyne.CanvasObject, on bool) fyne.CanvasObject {
	if row.Show(); !on {
		row.Hide()
	}
	return layout.New(row.MinSize, func(b layout.Placer) { b.Put(row, 0, 0, b.W, b.H) }, row)
}

// paint shows the value. A line that holds it but for blanks at its ends stays as it
// is.
func (r *row) paint() {
	switch {
	case r.choice != nil:
		r.choice.SetSelected(max(0, r.Options.Chosen()))
	case r.line != nil && r.Value.Get != nil:
		Fill(r.line, r.Value.Get())
	}
}

// Fill shows a text in a line, unless that is what stands there but for blanks at its
// ends.
func Fill(line *control.Field, text string) {
	if strings.TrimSpace(line.Text()) != strings.TrimSpace(text) {
		line.SetText(text)
	}
}

// fault is the key of what is wrong with the row, blank for nothing.
func (r *row) fault() string {
	switch {
	case r.line == nil || r.Offered != nil && !r.Offered():
	case r.Same != "" && r.line.Text() != r.form.Text(r.Same):
		return r.Differs
	case r.Wrong != nil:
		return r.Wrong(r.line.Text())
	}
	return ""
}
