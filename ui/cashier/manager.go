package cashier

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/present"
	"sanduq/ui/theme"
	"sanduq/ui/widgets"
)

// longestWord bounds what a person writes into a decision, so that the end
// screen can show it whole.
const longestWord = 120

// question is a decision in which a person writes something down before going
// on.
type question struct {
	fields []*widgets.Field
	yes    *widgets.Button
	fits   func(answers []string) bool // nil: whatever is not blank
	close  func()
	then   func(answers []string)
}

// Ask is for decisions of the shell's own.
func (d Deps) Ask(icon, title, text, yes string, labels []string, then func([]string)) {
	d.ask(icon, title, text, yes, labels, then)
}

// ask lays a decision with fields over everything; then gets what stands in
// them, and only when none is blank.
func (d Deps) ask(icon, title, text, yes string, labels []string, then func([]string)) *question {
	q := &question{then: then}
	w := d.Words
	q.yes = widgets.NewButton(widgets.ButtonSpec{Kind: widgets.Filled, Label: yes, Key: "Enter", Mid: true, Height: 64}, q.done)
	back := widgets.NewButton(widgets.ButtonSpec{Label: w.T("manager.back"), Key: "Esc", Mid: true, Height: 64}, func() { q.close() })
	rows := []fyne.CanvasObject{
		widgets.Centred(theme.S4, widgets.NewIcon(icon, 36, theme.Text), widgets.Grow(1, widgets.NewParagraph(title, widgets.Title))),
		space(theme.S2), widgets.NewParagraph(text, widgets.Lead.With(theme.Regular).Tight(1.4)), space(theme.S4),
	}
	for i, label := range labels {
		f := widgets.NewField(widgets.FieldSpec{Label: label})
		f.OnChanged = func(s string) { q.changed(f, s) }
		f.OnSubmit = func(string) { q.next(i) }
		f.OnScan = func(string) {} // a scanner's Enter decides nothing
		q.fields = append(q.fields, f)
		rows = append(rows, f, space(theme.S3))
	}
	rows = append(rows, space(theme.S4), widgets.Columns(theme.S2, widgets.Grow(1, back), widgets.Grow(1, q.yes)))
	q.yes.Disable()
	q.close = d.Steps.Decide(Decision{Content: widgets.Rows(0, rows...), First: q.fields[0].Focusable(), Safe: func() { q.close() }})
	return q
}

func (q *question) changed(f *widgets.Field, s string) {
	if r := []rune(s); len(r) > longestWord {
		f.SetText(string(r[:longestWord]))
		return
	}
	setButton(q.yes, q.yes.Spec(), q.answers() != nil)
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

// permitted goes on at once, or with the name of the manager who allows it
// where money may be on its way.
func (d Deps) permitted(v journal.View, then func(manager string)) {
	if !v.NeedsManager() {
		then("")
		return
	}
	d.askManager(v.ID, then)
}

// askManager asks who allows a new payment in place of a sale.
func (d Deps) askManager(old journal.SaleID, then func(name string)) {
	w := d.Words
	if d.Manager != nil {
		d.Manager(w.T("manager.allow.title"), w.T("manager.allow.text", "number", present.Number(old)), then)
		return
	}
	d.ask("user", w.T("manager.allow.title"), w.T("manager.allow.text", "number", present.Number(old)), w.T("manager.allow"),
		[]string{w.T("manager.name")}, func(a []string) { then(a[0]) })
}

// askResolve lets a manager close a sale that was settled outside the till.
func (d Deps) askResolve(v journal.View) {
	w := d.Words
	labels := []string{w.T("manager.resolve.reason")}
	if d.Manager == nil {
		labels = append(labels, w.T("manager.name"))
	}
	title, text := w.T("manager.resolve.title", "number", present.Number(v.ID)), w.T("manager.resolve.text")
	d.ask("user", title, text, w.T("manager.resolve.do"), labels, func(a []string) {
		d.signed(title, text, a[1:], func(by string) {
			d.call(func(ctx context.Context) error { return d.Desk.ResolveOutside(ctx, v.ID, a[0], by) }, nil)
		})
	})
}

// signed goes on with the name of the manager whose decision it is: proven by
// their PIN where people sign in, else the one that was typed.
func (d Deps) signed(title, text string, typed []string, then func(by string)) {
	if d.Manager != nil {
		d.Manager(title, text, then)
		return
	}
	then(typed[0])
}
