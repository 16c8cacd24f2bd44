package startup

import (
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
// one, once for one that must fit. All of it belongs on the UI goroutine. What
// is typed leaves it through Done alone.
type Phrase struct {
	Words  *words.Catalogue
	Choose bool
	// Fits tries a passphrase; it is slow and called through Go. Not asked
	// about a new one.
	Fits func(core.Secret) bool
	// Done takes the passphrase, once. Leave is pressed to start without.
	Done  func(core.Secret)
	Leave func()
	// Turn changes the language; the content is then built again.
	Turn func(lang string)
	// Go, Post and After run slow work, what follows it on the UI goroutine,
	// and that after some time.
	Go, Post func(func())
	After    func(time.Duration, func())

	rows         *fyne.Container
	page         *container.Scroll
	first, again *control.Field
	button       *control.Button
	checking     bool
	given        bool
	wait         time.Duration // the last one
	left         time.Duration // of the one that runs
}

// Content builds what the window shows.
func (p *Phrase) Content() fyne.CanvasObject {
	w := p.Words
	title, text, label, button := "startup.phrase.title", "startup.phrase.text", "startup.phrase.label", "startup.phrase.open"
	if p.Choose {
		title, text, label, button = "startup.phrase.new", "startup.phrase.why", "startup.phrase.newLabel", "startup.phrase.use"
	}
	p.first = control.NewField(control.FieldSpec{Label: w.T(label), Password: true, Input: control.InputLatin})
	p.first.OnSubmit = func(string) { p.next() }
	p.first.OnChanged = func(string) { p.typed() }
	p.again = control.NewField(control.FieldSpec{Label: w.T("startup.phrase.again"), Password: true, Input: control.InputLatin})
	p.again.OnSubmit = func(string) { p.submit() }
	p.again.OnChanged = func(string) { p.showBelow(p.again, "") }
	p.button = control.NewPrimary(w.T(button), "Enter", p.submit)
	rows := []fyne.CanvasObject{
		layout.Centred(theme.S3, graphic.NewIcon("lock", 36, theme.Text), layout.Grow(1, typeset.NewParagraph(w.T(title), typeset.Title)), p.languages()),
		typeset.NewParagraph(w.T(text, "n", PhraseLeast), typeset.Body), p.first,
	}
	if p.Choose {
		rows = append(rows, p.again, graphic.NewDivider(),
			typeset.NewParagraph(w.T("startup.phrase.lost"), typeset.Fact.Tint(theme.Failed)))
	}
	leave := control.NewButton(control.ButtonSpec{Label: w.T("startup.phrase.leave"), Key: "Esc", Mid: true, Height: theme.PrimaryHigh}, p.Leave)
	p.rows = layout.Rows(theme.S4, rows...)
	p.page = container.NewVScroll(layout.Padding(theme.S5(), theme.S5(), p.rows))
	footer := layout.Padding(theme.S5(), theme.S4, layout.Columns(theme.S3, leave, layout.Grow(1, p.button)))
	return container.NewStack(graphic.NewPanel(theme.Ground), container.NewBorder(nil, footer, nil, nil, p.page))
}

// First is where typing begins.
func (p *Phrase) First() fyne.Focusable { return p.first.Focusable() }

// Key is for keys that no field has a use for.
func (p *Phrase) Key(k *fyne.KeyEvent) {
	switch k.Name {
	case fyne.KeyEscape:
		p.Leave()
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
	return control.NewSegmented(names, chosen, func(i int) {
		if !p.checking {
			p.Turn(words.Languages()[i])
		}
	})
}

// next is Enter in the first field.
func (p *Phrase) next() {
	if p.Choose && p.again.Text() == "" && utf8.RuneCountInString(p.first.Text()) >= PhraseLeast {
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
	if p.checking || p.given || p.left > 0 {
		return
	}
	typed := p.first.Text()
	switch {
	case p.Choose && utf8.RuneCountInString(typed) < PhraseLeast:
		p.showBelow(p.first, p.Words.T("startup.phrase.tooShort", "n", PhraseLeast))
		p.first.Focus()
	case p.Choose && p.again.Text() != typed:
		p.again.SetText("")
		p.showBelow(p.again, p.Words.T("startup.phrase.differs"))
		p.again.Focus()
	case p.Choose:
		p.give(core.NewSecret(typed))
	case typed == "":
		p.first.Focus()
	default:
		p.try(core.NewSecret(typed))
	}
}

func (p *Phrase) try(phrase core.Secret) {
	p.checking = true
	p.button.Disable()
	p.Go(func() {
		fits := p.Fits(phrase)
		p.Post(func() {
			p.checking = false
			p.button.Enable()
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
		p.showBelow(p.first, p.Words.T("startup.phrase.wrong"))
		p.button.Enable()
		return
	}
	p.button.Disable()
	p.showBelow(p.first, p.Words.T("startup.phrase.wait", "n", int(p.left/time.Second)))
	p.After(time.Second, func() {
		p.left -= time.Second
		p.count()
	})
}

func (p *Phrase) give(phrase core.Secret) {
	p.given = true
	p.first.SetText("")
	p.again.SetText("")
	p.Done(phrase)
}
