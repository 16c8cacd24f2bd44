package setup

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/words"
)

// step is one page of the way.
type step int

// The steps in their order.
const (
	stepTill step = iota
	stepBank
	stepManager
	stepRecovery
)

// panel says what this application is, and how far the person has come.
type panel struct {
	words *words.Catalogue

	ground, edge *graphic.Panel
	icon         *canvas.Image
	name         *typeset.Text
	tagline      *typeset.Text
	steps        []*stepLine
	root         *fyne.Container
}

// The program's name stands in both scripts in every language.
const latinName, arabicName = "Sanduq", "صندوق"

const discSide, stepHigh float32 = 32, 48

func newPanel(w *words.Catalogue) *panel {
	p := &panel{words: w, ground: graphic.NewPanel(theme.Card), edge: graphic.NewPanel(theme.Line)}
	p.icon = graphic.NewAppIcon(false)
	size := float32(40)
	if theme.Now().Small {
		size = 34
	}
	style := typeset.Title.Sized(steady(size)).With(theme.Bold)
	p.name = typeset.NewRich(typeset.Span{Text: latinName + " ", Style: style}, typeset.Span{Text: arabicName, Style: style.With(theme.Medium)})
	p.tagline = typeset.NewParagraph(w.T("setup.tagline"), typeset.Lead.With(theme.Regular).Tint(theme.Muted))
	p.root = layout.New(nil, p.place)
	return p
}

// paint shows the steps of the way, and that a person is at one of them.
func (p *panel) paint(way []step, at step) {
	keys := map[step]string{stepTill: "setup.step.till", stepBank: "setup.step.bank", stepManager: "setup.step.manager", stepRecovery: "setup.step.recovery"}
	p.steps = nil
	p.root.Objects = []fyne.CanvasObject{p.ground, p.edge, p.icon, p.name, p.tagline}
	for i, one := range way {
		l := newStepLine(i+1, p.words.T(keys[one]), one == at, one < at)
		p.steps = append(p.steps, l)
		p.root.Objects = append(p.root.Objects, l.disc, l.mark, l.number, l.text)
	}
	p.root.Refresh()
}

func (p *panel) place(b layout.Placer) {
	if len(p.root.Objects) == 0 {
		return
	}
	x, y := float32(56), float32(56)
	if theme.Now().Small {
		x, y = 32, 32
	}
	room := b.W - 2*x
	b.Put(p.ground, 0, 0, b.W, b.H)
	b.Put(p.edge, b.W-theme.Border(), 0, theme.Border(), b.H)
	b.Put(p.icon, x, y, 96, 96)
	y += 96 + theme.S4
	y += b.PutDown(p.name, x, y, room) + theme.S1
	from := b.H - 40 - float32(len(p.steps))*stepHigh
	h := p.tagline.HeightFor(room)
	p.tagline.Hidden = y+h > from
	b.Put(p.tagline, x, y, room, h)
	for i, l := range p.steps {
		middle := from + (float32(i)+.5)*stepHigh
		b.Put(l.disc, x, middle-discSide/2, discSide, discSide)
		b.Put(l.mark, x+6, middle-10, 20, 20)
		h := l.number.MinSize().Height
		b.Put(l.number, x, middle-h/2, discSide, h)
		left := x + discSide + theme.S4
		l.text.StepDown(theme.Body, b.W-left-theme.S3)
		h = l.text.MinSize().Height
		b.Put(l.text, left, middle-h/2, b.W-left-theme.S3, h)
	}
}

// steady is a size that does not grow with the text.
func steady(units float32) theme.Size { return theme.Fixed(units / max(1, theme.Now().TextScale)) }

// stepLine is one step: a number on a disc, a tick once it is done, and what it
// is about.
type stepLine struct {
	disc         *graphic.Panel
	mark         *graphic.Icon
	number, text *typeset.Text
}

func newStepLine(n int, what string, here, done bool) *stepLine {
	fill, line, ink, word := theme.Card, theme.Edge, theme.Muted, typeset.Body.Tint(theme.Muted)
	if here {
		fill, line, ink, word = theme.Primary, theme.Primary, theme.OnPrimary, typeset.Fact
	}
	l := &stepLine{disc: graphic.NewFrame(fill, line, discSide/2), mark: graphic.NewIcon("check", 20, theme.Text),
		number: typeset.NewText(strconv.Itoa(n), typeset.Label.Sized(steady(theme.Label.Base())).With(theme.SemiBold).Tint(ink)).Aligned(typeset.Centre),
		text:   typeset.NewText(what, word).Cut()}
	l.disc.Stroke = 2
	l.mark.Hidden, l.number.Hidden = !done, done
	return l
}
