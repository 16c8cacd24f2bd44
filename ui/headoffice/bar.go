package headoffice

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/words"
)

// bar is the top bar: whose office this is, and whether all is heard.
type bar struct {
	window     *Window
	icon       *canvas.Image
	name, host *typeset.Text
	live       fyne.CanvasObject
	link       *control.Tool
	language   *control.Tool
	user       *control.Tool // signs out
	clock      *typeset.Text
	says       barSays
	root       *fyne.Container
}

func newBar(w *Window) *bar {
	b := &bar{window: w}
	practice := w.session != nil && w.deps.Office.Practice()
	b.icon = graphic.NewAppIcon(practice)
	t := w.env.Words
	b.name = typeset.NewText(t.T("office.title"), typeset.Fact).Cut()
	b.host = typeset.NewText(w.deps.Office.Host(), typeset.Body.Tint(theme.Muted)).Cut()
	b.clock = typeset.NewText("", typeset.Lead)
	b.link = control.NewBarTool("network", "", false, nil)
	b.language = control.NewBarTool("language", words.Name(w.next()), true, w.speak)
	b.user = control.NewBarTool("lock", t.T("office.signOut"), true, w.signOut)
	objects := []fyne.CanvasObject{graphic.NewPanel(theme.Card), graphic.NewDivider(), b.icon, b.name, b.host, b.clock, b.link, b.language, b.user}
	if w.session != nil && !practice {
		b.live = control.NewBadge(t.T("bar.live"))
		objects = append(objects, b.live)
	}
	b.root = layout.New(func() fyne.Size { return fyne.NewSize(0, theme.BarHeight) }, b.place, objects...)
	b.paint()
	return b
}

// paint brings what is heard and the clock up to date.
func (b *bar) paint() {
	w := b.window
	t, zone := w.env.Words, w.env.Zone
	now := barSays{clock: words.Time(w.env.Now().In(zone)), open: w.session != nil}
	b.clock.SetText(now.clock)
	b.link.Hidden, b.user.Hidden = w.session == nil, w.session == nil
	icon, colour := "network", theme.Muted
	switch {
	case w.away:
		icon, colour, now.link = "gateway-off", theme.Unknown, t.T("office.away", "time", words.Time(w.since.In(zone)))
	case w.read:
		all := len(w.heard.Tills)
		now.link = t.T("office.heardOf", "heard", all-w.heard.silent(), "all", all)
	}
	b.link.Set(icon, now.link, colour)
	if now != b.says { // a refresh paints the whole window
		b.says = now
		b.root.Refresh()
	}
}

// barSays is what takes room in the bar.
type barSays struct {
	clock, link string
	open        bool
}

func (b *bar) place(p layout.Placer) {
	p.Put(b.root.Objects[0], 0, 0, p.W, p.H)
	p.Put(b.root.Objects[1], 0, p.H-theme.Border(), p.W, theme.Border())
	high := p.H - theme.Border()
	middle := high / 2
	c := b.clock.MinSize()
	end := p.W - theme.S2 - theme.S3
	p.Put(b.clock, end-c.Width, middle-c.Height/2, c.Width, c.Height)
	end -= max(76, c.Width+2*theme.S2)
	for _, t := range []*control.Tool{b.user, b.language, b.link} {
		if t.Visible() {
			m := t.MinSize()
			p.Put(t, end-m.Width, 0, m.Width, high)
			end -= m.Width + theme.S2
		}
	}
	x := theme.S4
	p.Put(b.icon, x, middle-16, 32, 32)
	x += 32 + theme.S2
	h := b.name.MinSize().Height
	name := min(b.name.Width(), max(0, end-x))
	p.Put(b.name, x, middle-h/2, name+1, h)
	x += name + theme.S2
	host := min(b.host.Width(), max(0, end-x-80))
	p.Put(b.host, x, middle-h/2, host+1, h)
	if b.live != nil {
		p.PutMiddle(b.live, x+host+theme.S4, middle)
	}
}
