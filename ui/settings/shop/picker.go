package shop

import (
	"strings"
	"unicode"

	"fyne.io/fyne/v2"

	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/words"
)

// Picker is every currency to choose from; letters that are typed narrow it.
type Picker struct {
	speech  *words.Catalogue
	all     []string
	typed   string
	picked  func(string)
	title   *typeset.Text
	buttons map[string]*control.Button
	content *fyne.Container
	root    fyne.CanvasObject
}

const pickerColumns = 5

// NewPicker offers codes in their order.
func NewPicker(w *words.Catalogue, all []string, picked func(string)) *Picker {
	p := &Picker{speech: w, all: all, picked: picked, buttons: map[string]*control.Button{}, content: layout.Rows(0)}
	p.title = typeset.NewText("", typeset.Lead)
	for _, code := range all {
		p.buttons[code] = control.NewButton(control.ButtonSpec{Label: code, Mid: true, PadX: theme.S2}, func() { picked(code) })
	}
	p.root = layout.Rows(theme.S3, p.title, p.content)
	p.paint()
	return p
}

// Object is what is shown.
func (p *Picker) Object() fyne.CanvasObject { return p.root }

func (p *Picker) matching() []string {
	var out []string
	for _, code := range p.all {
		if strings.HasPrefix(code, p.typed) {
			out = append(out, code)
		}
	}
	return out
}

// Press takes letters, Backspace, and Enter once a single code is left.
func (p *Picker) Press(k screen.KeyPress) bool {
	switch {
	case unicode.IsLetter(k.Rune):
		p.typed += strings.ToUpper(string(k.Rune))
		if len(p.matching()) == 0 {
			p.typed = strings.ToUpper(string(k.Rune))
		}
	case k.Name == fyne.KeyBackspace || k.Name == fyne.KeyDelete:
		p.typed = ""
	case k.Name == fyne.KeyReturn || k.Name == fyne.KeyEnter:
		if m := p.matching(); len(m) == 1 {
			p.picked(m[0])
		}
		return true
	default:
		return false
	}
	p.paint()
	return true
}

func (p *Picker) paint() {
	p.title.SetText(strings.TrimSpace(p.speech.T("settings.currency") + " " + p.typed))
	var shown []fyne.CanvasObject
	for _, code := range p.matching() {
		shown = append(shown, p.buttons[code])
	}
	p.content.Objects = nil
	if len(shown) > 0 {
		p.content.Objects = []fyne.CanvasObject{layout.Grid(pickerColumns, theme.S2, shown...)}
	}
	p.content.Refresh()
	p.root.Refresh()
}
