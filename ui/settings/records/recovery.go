package records

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/screen"
	"sanduq/ui/settings/page"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/typeset"
)

// Recovery makes the code that opens backups without this computer. All its
// methods may be slow.
type Recovery interface {
	// Made reports whether there is a code.
	Made(ctx context.Context) (bool, error)
	// Make makes another and writes down who did. Nobody can have it again.
	Make(ctx context.Context, by string) (core.Secret, error)
	// Sheet keeps a code as a file for printing and tells where.
	Sheet(ctx context.Context, code core.Secret) (place string, err error)
}

// Drawn is a code on two lines.
func Drawn(code core.Secret, style typeset.Style) (lines []fyne.CanvasObject) {
	groups := strings.Split(code.Reveal(), "-")
	for half := range 2 {
		line := strings.Join(groups[half*len(groups)/2:(half+1)*len(groups)/2], " - ")
		lines = append(lines, typeset.NewText(line, style).Aligned(typeset.Centre))
	}
	return lines
}

// Code is the page that makes the recovery code and shows it this once: whatever
// leaves the page, leaves without it.
type Code struct {
	page.Card
	env      screen.Env
	host     page.Host
	recovery Recovery // nil where there is no code to make

	known   string // the key of what is known of a code
	there   bool
	working bool
	code    core.Secret
	said    string // what went wrong, or where the sheet lies
	wrong   bool

	title       *typeset.Text
	make, sheet *control.Button
}

// NewCode is the page.
func NewCode(env screen.Env, h page.Host, recovery Recovery) *Code {
	p := &Code{Card: page.NewCard(theme.S4), env: env, host: h, recovery: recovery, known: "receipts.reading"}
	w := env.Words
	p.title = typeset.NewText(w.T("settings.recovery"), typeset.Lead).Cut()
	p.make = control.NewButton(control.ButtonSpec{Kind: control.Tonal, Mid: true}, p.another)
	p.sheet = control.NewButton(control.ButtonSpec{Icon: "download", Label: w.T("settings.recovery.sheet"), Mid: true}, p.save)
	return p
}

// Primary is for page.Page: it takes the code away. Enter does not: nobody can have it
// again.
func (p *Code) Primary() (control.ButtonSpec, func(), bool) {
	if p.code.Empty() || p.working {
		return control.ButtonSpec{}, nil, false
	}
	return control.ButtonSpec{Label: p.env.Words.T("settings.recovery.written"), Icon: "check"}, p.forget, true
}

// Press is for page.Page: Esc hides the code before it leaves the settings.
func (p *Code) Press(k screen.KeyPress) bool {
	if p.code.Empty() || k.Name != fyne.KeyEscape {
		return false
	}
	p.forget()
	return true
}

// Turned is for page.Page.
func (p *Code) Turned(here bool) {
	if !here {
		p.forget()
	}
}

// Left is for page.Page.
func (p *Code) Left() { p.forget() }

// forget takes the code off the screen and out of the page.
func (p *Code) forget() {
	p.code, p.said, p.wrong, p.working = core.Secret{}, "", false, false
	p.Paint()
}

// Read is for page.Page: it asks whether there is a code already.
func (p *Code) Read() {
	if p.recovery == nil {
		return
	}
	var there bool
	var err error
	page.Later(p.host, func() { there, err = p.recovery.Made(p.env.Life) }, func() {
		p.there, p.known = there, "settings.recovery.none"
		switch {
		case there:
			p.known = "settings.recovery.there"
		case err != nil:
			p.known = "settings.recovery.unread"
		}
		p.host.Failed(err)
		p.Paint()
	})
}

// another makes a code, for who may.
func (p *Code) another() {
	if !p.working {
		p.host.WithRights(p.begin, journal.RightRecover)
	}
}

func (p *Code) begin() {
	if p.working {
		return
	}
	p.said, p.working = "", true
	p.Paint()
	var code core.Secret
	var err error
	unseen := func() string { // the code is shown to nobody: it has to be made again
		p.host.Failed(err)
		if err != nil {
			return p.env.Words.T("settings.recovery.failed")
		}
		return p.env.Words.T("settings.recovery.unseen")
	}
	by := p.host.By()
	p.host.Act(p.title.Text(), func() { code, err = p.recovery.Make(p.env.Life, by) }, func() {
		p.working = false
		switch {
		case !p.host.Shows(p):
			p.env.Miss(p.title.Text(), unseen())
		case err != nil:
			p.host.Failed(err)
			p.showResult("settings.recovery.failed", true)
		default:
			p.code, p.there, p.known = code, true, "settings.recovery.there"
			p.Paint()
		}
	}, unseen)
}

// save keeps the code as a sheet to print.
func (p *Code) save() {
	code := p.code
	if p.working || code.Empty() {
		return
	}
	p.working = true
	p.Paint()
	var place string
	var err error
	page.Later(p.host, func() { place, err = p.recovery.Sheet(p.env.Life, code) }, func() {
		p.working = false
		switch {
		case err != nil:
			p.host.Failed(err)
			p.showResult("settings.recovery.notSaved", true)
		case !p.code.Empty():
			p.showResult("settings.recovery.saved", false, "place", place)
		}
	})
}

func (p *Code) showResult(key string, wrong bool, values ...any) {
	p.said, p.wrong = p.env.Words.T(key, values...), wrong
	p.Paint()
	p.host.See(p.said)
}

// Paint is for page.Page.
func (p *Code) Paint() {
	w := p.env.Words
	all := []fyne.CanvasObject{p.title}
	if p.code.Empty() {
		all = append(all, page.Plain(w.T(p.known)))
	} else {
		all = append(append(all, page.Plain(w.T("settings.recovery.once"))), Drawn(p.code, typeset.Instruction)...)
		all = append(all, typeset.NewParagraph(w.T("settings.recovery.away"), typeset.Fact))
	}
	switch {
	case p.said != "" && p.wrong:
		all = append(all, page.Failed(p.said))
	case p.said != "":
		all = append(all, typeset.NewParagraph(p.said, typeset.Fact))
	}
	label := "settings.recovery.make"
	if p.there {
		label = "settings.recovery.another"
	}
	p.make.SetLabel(w.T(label))
	known := p.known != "receipts.reading" && p.known != "settings.recovery.unread"
	p.make.SetDisabled(!known || p.working)
	p.sheet.SetDisabled(p.working)
	if p.code.Empty() {
		all = append(all, p.make)
	} else {
		all = append(all, p.sheet)
	}
	p.Show(all...)
	p.host.Refresh()
}
