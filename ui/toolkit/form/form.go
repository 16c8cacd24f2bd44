package form

import (
	"cmp"

	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// Form is a table of fields as it is drawn.
type Form struct {
	words Catalogue
	look  Look
	hooks Hooks
	rows  []*row
}

// Look is what a form looks like where screens differ.
type Look struct {
	Note, Fault typeset.Style
	// Line sets objects side by side, each with its share; nil keeps them so however
	// large the words are.
	Line func(shares []float32, objects ...fyne.CanvasObject) fyne.CanvasObject
}

// Plain is the look of a page of the settings.
func Plain() Look {
	return Look{Note: typeset.Label.With(theme.Regular), Fault: typeset.Label.Tint(theme.Failed)}
}

// Hooks is what the screen hears of its form. Each may be nil.
type Hooks struct {
	// Changed is called after a person changed a value.
	Changed func()
	// Faded is called when a fault was taken away by what is typed: the rows are
	// lower by it.
	Faded func()
	// Enter is called for Enter in a line, and with nil for Enter on a row of choices; nil leaves it to the canvas.
	Enter func(in *control.Field)
	// Focused is called when a line got the focus.
	Focused func(*control.Field)
}

// New is a form of fields.
func New(w Catalogue, look Look, hooks Hooks, fields ...Field) *Form {
	f := &Form{words: w, look: look, hooks: hooks}
	if f.look.Line == nil {
		f.look.Line = line
	}
	for _, one := range fields {
		f.rows = append(f.rows, f.build(one))
	}
	return f
}

func (f *Form) t(key string, args []any) string {
	if key == "" {
		return ""
	}
	return f.words.T(key, args...)
}

// changed takes away what was said of a row that a person changed, and of those that
// must hold the same.
func (f *Form) changed(by *row) {
	faded := false
	for _, r := range f.rows {
		switch {
		case r.said != nil:
			faded = faded || r.said.Text() != ""
			r.said.SetText("")
		case r.line != nil && (r == by || r.Same == by.Name && by.Name != "" || by.Same == r.Name && r.Name != ""):
			faded = faded || r.line.Problem() != ""
			r.line.SetProblem("")
		}
	}
	if faded && f.hooks.Faded != nil {
		f.hooks.Faded()
	}
	if f.hooks.Changed != nil {
		f.hooks.Changed()
	}
}

// Rows are the rows that are offered, below each other.
func (f *Form) Rows() (all []fyne.CanvasObject) {
	var together []fyne.CanvasObject
	var shares []float32
	end := func() {
		switch len(together) {
		case 0:
		case 1:
			all = append(all, together...)
		default:
			all = append(all, f.look.Line(shares, together...))
		}
		together, shares = nil, nil
	}
	for _, r := range f.rows {
		if !r.Beside {
			end()
		}
		objects := r.objects()
		if r.Kind == Objects && !r.Beside {
			all = append(all, objects...)
			continue
		}
		for _, o := range objects {
			together, shares = append(together, o), append(shares, cmp.Or(r.Share, 1))
		}
	}
	end()
	return all
}

func line(shares []float32, objects ...fyne.CanvasObject) fyne.CanvasObject {
	for i, o := range objects {
		objects[i] = layout.Grow(shares[i], o)
	}
	return layout.Columns(theme.S4, objects...)
}

// Paint shows the values.
func (f *Form) Paint() {
	for _, r := range f.rows {
		r.paint()
	}
}

// Line is the line of a field; nil where it has none.
func (f *Form) Line(name string) *control.Field {
	for _, r := range f.rows {
		if r.Name == name && r.line != nil {
			return r.line
		}
	}
	return nil
}

// Text is what stands in a line.
func (f *Form) Text(name string) string { return f.Line(name).Text() }

// Needed are the lines on offer that must be filled in.
func (f *Form) Needed() (all []*control.Field) {
	for _, r := range f.rows {
		if r.Needed && r.line != nil && (r.Offered == nil || r.Offered()) {
			all = append(all, r.line)
		}
	}
	return all
}

// Faults is what is wrong, in the order of the rows.
func (f *Form) Faults() (all []Fault) {
	for _, r := range f.rows {
		if key := r.fault(); key != "" {
			all = append(all, Fault{r.Name, key, r.Args})
		}
	}
	return all
}

// Check shows below each line what is wrong with it, all at once, and returns the
// first that has a fault; nil where all are well.
func (f *Form) Check() (first *control.Field) {
	f.Clear()
	for _, one := range f.Faults() {
		f.ShowAt(one.Name, f.t(one.Key, one.Args))
		if first == nil {
			first = f.Line(one.Name)
		}
	}
	return first
}

// ShowAt shows a sentence below the line with a name, or in the Said row that has it, or
// in the first of those.
func (f *Form) ShowAt(name, sentence string) {
	var other *row
	for _, r := range f.rows {
		switch {
		case r.Name == name && r.line != nil:
			r.line.SetProblem(sentence)
			return
		case r.Name == name && r.said != nil:
			r.said.SetText(sentence)
			return
		case r.said != nil && other == nil:
			other = r
		}
	}
	if other != nil {
		other.said.SetText(sentence)
	}
}

// Clear takes away all that is said.
func (f *Form) Clear() {
	for _, r := range f.rows {
		if r.said != nil {
			r.said.SetText("")
		}
		if r.line != nil {
			r.line.SetProblem("")
		}
	}
}

// Empty takes what stands in the secret lines away, without a word to the screen.
func (f *Form) Empty() {
	for _, r := range f.rows {
		if r.line != nil && (r.Kind == Secret || r.Kind == Digits) {
			r.line.OnChanged = nil
			r.line.SetText("")
			r.line.OnChanged = r.typed
		}
	}
}
