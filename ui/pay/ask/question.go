package ask

import (
	"strings"

	"fyne.io/fyne/v2"

	"sanduq/ui/pay"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// longestWord bounds what a person writes into a decision, so that the end
// screen can show it whole.
const longestWord = 120

// question is a decision in which a person writes something down before going
// on.
type question struct {
	fields []*control.Field
	yes    *control.Button
	fits   func(answers []string) bool // nil: whatever is not blank
	close  func()
	then   func(answers []string)
}

// Asker asks people, by decisions that are laid over everything.
type Asker struct {
	env     screen.Env
	decide  func(Decision) (close func())
	manager func(title, text string, then func(name string))
}

// New asks through decide, which lays a decision over everything. manager asks for
// the PIN of somebody who may decide, and hands their name on; nil where nobody signs in
// and a name is enough.
func New(e screen.Env, decide func(Decision) (close func()), manager func(title, text string, then func(name string))) Asker {
	return Asker{env: e, decide: decide, manager: manager}
}

// Signs reports whether people sign in: a decision asks for no name then.
func (a Asker) Signs() bool { return a.manager != nil }

// Ask lays a decision with fields over everything; then gets what stands in
// them, and only when none is blank. fits may refuse more than blanks; nil refuses
// nothing else.
func (a Asker) Ask(icon, title, text, yes string, labels []string, fits func(answers []string) bool, then func(answers []string)) {
	q := &question{then: then, fits: fits}
	w := a.env.Words
	q.yes = control.NewButton(control.ButtonSpec{Kind: control.Filled, Label: yes, Key: "Enter", Mid: true, Height: 64}, q.done)
	back := control.NewButton(control.ButtonSpec{Label: w.T("manager.back"), Key: "Esc", Mid: true, Height: 64}, func() { q.close() })
	rows := []fyne.CanvasObject{
		layout.Centred(theme.S4, graphic.NewIcon(icon, 36, theme.Text), layout.Grow(1, typeset.NewParagraph(title, typeset.Title))),
		pay.Space(theme.S2), typeset.NewParagraph(text, typeset.Lead.With(theme.Regular).Tight(1.4)), pay.Space(theme.S4),
	}
	for i, label := range labels {
		f := control.NewField(control.FieldSpec{Label: label})
		f.OnChanged = func(s string) { q.changed(f, s) }
		f.OnSubmit = func(string) { q.next(i) }
		f.OnScan = func(string) {} // a scanner's Enter decides nothing
		q.fields = append(q.fields, f)
		rows = append(rows, f, pay.Space(theme.S3))
	}
	rows = append(rows, pay.Space(theme.S4), layout.Columns(theme.S2, layout.Grow(1, back), layout.Grow(1, q.yes)))
	q.yes.Disable()
	q.close = a.decide(Decision{Content: layout.Rows(0, rows...), First: q.fields[0].Focusable(), Safe: func() { q.close() }})
}

func (q *question) changed(f *control.Field, s string) {
	if r := []rune(s); len(r) > longestWord {
		f.SetText(string(r[:longestWord]))
		return
	}
	pay.SetButton(q.yes, q.yes.Spec(), q.answers() != nil)
}

// next goes from field to field, and on from the last.
func (q *question) next(i int) {
	if i+1 < len(q.fields) {
		q.fields[i+1].Focus()
		return
	}
	q.done()
}

// answers is what stands in the fields; nil while one is blank or does not fit.
func (q *question) answers() []string {
	var all []string
	for _, f := range q.fields {
		s := strings.TrimSpace(f.Text())
		if s == "" {
			return nil
		}
		all = append(all, s)
	}
	if q.fits != nil && !q.fits(all) {
		return nil
	}
	return all
}

func (q *question) done() {
	if all := q.answers(); all != nil {
		q.close()
		q.then(all)
	}
}
