package startup

import (
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/core"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/words"
)

// PhraseLeast is how many characters a new passphrase has at least.
const PhraseLeast = 12

// A wrong passphrase is followed by a wait, which doubles up to the longest.
const (
	firstWait   = time.Second
	longestWait = 32 * time.Second
)

// Phrase asks a person for the passphrase of the till's data: twice for a new
// one, once for one that must fit. Who has forgotten it may type the recovery code
// and choose a new one. All of it belongs on the UI goroutine. What is typed leaves
// it through Done and Recover alone.
type Phrase struct {
	Words  *words.Catalogue
	Choose bool
	// Fits tries a passphrase; it is slow and called through Go. Not asked
	// about a new one.
	Fits func(core.Secret) bool
	// Recover puts a new passphrase in the place of one that was forgotten, by the
	// recovery code; it is slow and called through Go. Errors are a *Problem. nil
	// offers no such way.
	Recover func(code, phrase core.Secret) error
	// Done takes the passphrase, once. Leave is pressed to start without.
	Done  func(core.Secret)
	Leave func()
	// Turn changes the language; Again shows Content once more.
	Turn  func(lang string)
	Again func()
	// Go, Post and After run slow work, what follows it on the UI goroutine,
	// and that after some time.
	Go, Post func(func())
	After    func(time.Duration, func())

	rows         *fyne.Container
	page         *container.Scroll
	first, again *control.Field
	code         *control.Field // the recovery code; nil unless the passphrase is forgotten
	button       *control.Button
	forgotten    bool
	checking     bool
	turning      string // the language that was chosen while a passphrase is looked at; blank for none
	given        bool
	wait         time.Duration // the last one
	left         time.Duration // of the one that runs
}

// chooses reports whether a new passphrase is typed, twice.
func (p *Phrase) chooses() bool { return p.Choose || p.forgotten }

// Content builds what the window shows.
func (p *Phrase) Content() fyne.CanvasObject {
	w := p.Words
	title, text, label, button, leave := "startup.phrase.title", "startup.phrase.text", "startup.phrase.label", "startup.phrase.open", "startup.phrase.leave"
	switch {
	case p.forgotten:
		title, text, label, button, leave = "startup.phrase.forgotten", "startup.phrase.forgotten.text", "startup.phrase.newLabel", "startup.phrase.use", "manager.back"
	case p.Choose:
		title, text, label, button = "startup.phrase.new", "startup.phrase.why", "startup.phrase.newLabel", "startup.phrase.use"
	}
	p.code, p.page = nil, nil
	p.first = control.NewField(control.FieldSpec{Label: w.T(label), Password: true, Input: control.InputLatin})
	p.first.OnSubmit = func(string) { p.next() }
	p.first.OnChanged = func(string) { p.typed() }
	p.again = control.NewField(control.FieldSpec{Label: w.T("startup.phrase.again"), Password: true, Input: control.InputLatin})
	p.again.OnSubmit = func(string) { p.submit() }
	p.again.OnChanged = func(string) { p.showBelow(p.again, "") }
	p.button = control.NewPrimary(w.T(button), "Enter", p.submit)
	rows := []fyne.CanvasObject{
		layout.Centred(theme.S3, graphic.NewIcon("lock", 36, theme.Text), layout.Grow(1, typeset.NewParagraph(w.T(title), typeset.Title)), p.languages()),
		typeset.NewParagraph(w.T(text, "n", PhraseLeast), typeset.Body),
	}
	if p.forgotten {
		p.code = control.NewField(control.FieldSpec{Label: w.T("rescue.code"), Placeholder: "XXXX-XXXX-…", Input: control.InputLatin})
		p.code.OnSubmit = func(string) { p.first.Focus() }
		p.code.OnChanged = func(string) { p.showBelow(p.code, "") }
		rows = append(rows, p.code)
	}
	rows = append(rows, p.first)
	switch {
	case p.chooses():
		rows = append(rows, p.again, graphic.NewDivider(),
			typeset.NewParagraph(w.T("startup.phrase.lost"), typeset.Fact.Tint(theme.Failed)))
	case p.Recover != nil:
		rows = append(rows, control.NewButton(control.ButtonSpec{Icon: "lock", Label: w.T("startup.phrase.forgot")}, func() { p.forget(true) }))
	}
	away := control.NewButton(control.ButtonSpec{Label: w.T(leave), Key: "Esc", Mid: true, Height: theme.PrimaryHigh}, p.back)
	p.rows = layout.Rows(theme.S4, rows...)
	p.page = container.NewVScroll(layout.Padding(theme.S5(), theme.S5(), p.rows))
	footer := layout.Padding(theme.S5(), theme.S4, layout.Columns(theme.S3, away, layout.Grow(1, p.button)))
	return container.NewStack(graphic.NewPanel(theme.Ground), container.NewBorder(nil, footer, nil, nil, p.page))
}

// First is where typing begins.
func (p *Phrase) First() fyne.Focusable {
	if p.code != nil {
		return p.code.Focusable()
	}
	return p.first.Focusable()
}

// Key is for keys that no field has a use for.
func (p *Phrase) Key(k *fyne.KeyEvent) {
	switch k.Name {
	case fyne.KeyEscape:
		p.back()
	case fyne.KeyReturn, fyne.KeyEnter:
		p.submit()
	}
}

func (p *Phrase) languages() fyne.CanvasObject {
	var names []string
	chosen := 0
	for i, l := range words.Languages() {
		names = append(names, words.Name(l))
		if l == p.Words.Lang() {
			chosen = i
		}
	}
	return control.NewSegmented(names, chosen, func(i int) { p.turn(words.Languages()[i]) })
}

// turn shows the form in another language, with what was typed. While a passphrase is
// looked at it waits: what comes of that is said in the form that asked.
func (p *Phrase) turn(lang string) {
	if p.checking {
		p.turning = lang
		return
	}
	p.turning = ""
	var code string
	if p.code != nil {
		code = p.code.Text()
	}
	first, again := p.first.Text(), p.again.Text()
	p.Turn(lang)
	if p.code != nil {
		p.code.SetText(code)
	}
	p.first.SetText(first)
	p.again.SetText(again)
	if p.left > 0 {
		p.showWait()
	}
}

// forget goes to the recovery code and a new passphrase, or back.
func (p *Phrase) forget(forgotten bool) {
	if p.checking || p.given {
		return
	}
	p.forgotten = forgotten
	p.Again()
	if p.left > 0 && !forgotten {
		p.showWait()
	}
}

// back leaves the recovery code, or the form.
func (p *Phrase) back() {
	if p.forgotten {
		p.forget(false)
		return
	}
	p.Leave()
}

// next is Enter in the first field.
func (p *Phrase) next() {
	if p.chooses() && p.again.Text() == "" && utf8.RuneCountInString(p.first.Text()) >= PhraseLeast {
		p.again.Focus()
		return
	}
	p.submit()
}

func (p *Phrase) typed() {
	if p.left == 0 && p.first.Text() != "" {
		p.showBelow(p.first, "")
	}
}

func (p *Phrase) submit() {
	if p.checking || p.given || p.left > 0 && !p.forgotten {
		return
	}
	typed := p.first.Text()
	switch {
	case p.forgotten && strings.TrimSpace(p.code.Text()) == "":
		p.code.Focus()
	case p.chooses() && utf8.RuneCountInString(typed) < PhraseLeast:
		p.showBelow(p.first, p.Words.T("startup.phrase.tooShort", "n", PhraseLeast))
		p.first.Focus()
	case p.chooses() && p.again.Text() != typed:
		p.again.SetText("")
		p.showBelow(p.again, p.Words.T("startup.phrase.differs"))
		p.again.Focus()
	case p.forgotten:
		p.recover(core.NewSecret(strings.TrimSpace(p.code.Text())), core.NewSecret(typed))
	case p.Choose:
		p.give(core.NewSecret(typed))
	case typed == "":
		p.first.Focus()
	default:
		p.try(core.NewSecret(typed))
	}
}

func (p *Phrase) try(phrase core.Secret) {
	var fits bool
	p.look(func() { fits = p.Fits(phrase) }, func() {
		if fits {
			p.give(phrase)
			return
		}
		p.first.SetText("")
		p.wait = min(max(2*p.wait, firstWait), longestWait)
		p.left = p.wait
		p.count()
		p.first.Focus()
	})
}

func (p *Phrase) recover(code, phrase core.Secret) {
	var err error
	p.look(func() { err = p.Recover(code, phrase) }, func() {
		if err == nil {
			p.give(phrase)
			return
		}
		said := RescueSentence(err, p.Words)
		if problem, known := errors.AsType[*Problem](err); known && problem.Code == "STORE_NO_KEY" {
			said = p.Words.T("startup.phrase.noCode")
		}
		p.showBelow(p.code, said)
		p.code.Focus()
	})
}

// look does something slow, and then what follows from it in the language of now.
func (p *Phrase) look(slow, then func()) {
	p.checking = true
	p.button.Disable()
	p.Go(func() {
		slow()
		p.Post(func() {
			p.checking = false
			p.button.Enable()
			if p.turning != "" {
				p.turn(p.turning)
			}
			then()
		})
	})
}

// showBelow shows a sentence below a field, which makes room for it.
func (p *Phrase) showBelow(below *control.Field, sentence string) {
	if below.Problem() != sentence {
		below.SetProblem(sentence)
		p.rows.Refresh()
	}
}

// count says that it was wrong, and how long to wait.
func (p *Phrase) count() {
	if p.left <= 0 {
		if p.forgotten {
			return
		}
		p.showBelow(p.first, p.Words.T("startup.phrase.wrong"))
		p.button.Enable()
		return
	}
	p.showWait()
	p.After(time.Second, func() {
		p.left -= time.Second
		p.count()
	})
}

// showWait says how long to wait.
func (p *Phrase) showWait() {
	if p.forgotten {
		return
	}
	p.button.Disable()
	p.showBelow(p.first, p.Words.T("startup.phrase.wait", "n", int(p.left/time.Second)))
}

func (p *Phrase) give(phrase core.Secret) {
	p.given = true
	p.first.SetText("")
	p.again.SetText("")
	if p.code != nil {
		p.code.SetText("")
	}
	p.Done(phrase)
}
