// Package bar is the top bar of the window: whose till this is, and its tools. It asks for
// names, the connection and the sound by a few functions, and knows no other part of the
// window. It belongs on the UI goroutine.
package bar

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sanduq/core/journal"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/words"
)

// Session is what is asked of who sits at the till.
type Session interface {
	Shut() bool
	Signs() bool
	Lock()
}

// Sound is what is asked of the sound.
type Sound interface {
	// Audible reports whether anything can be heard.
	Audible() bool
	// Mute turns the sound off, or on again.
	Mute()
}

// Deps is what the bar shows and leads to.
type Deps struct {
	Shop        func() journal.Settings
	Link        func() journal.Link
	Session     Session
	Staffed     bool   // people can sign in at this till
	Sound       Sound  // nil where there is none
	Settings    func() // opens the settings; nil where there are none
	Own         func() // lets who is at the till choose for themselves
	Help        func()
	Language    string // that is offered
	SetLanguage func(language string)
}

// Bar is the top bar: whose till this is, and its tools. A banner takes the place of
// the names and of the words about the link; the tools stay where they are.
type Bar struct {
	env  screen.Env
	deps Deps

	back, line fyne.CanvasObject
	icon       *canvas.Image
	shop, till *typeset.Text
	live       fyne.CanvasObject // nil in practice
	link       *control.Tool
	tools      []fyne.CanvasObject // from the link to the lock, in reading order
	user       *control.Tool
	sound      *control.Tool // nil without sound
	settings   *control.Tool // nil without settings
	lock       *control.Tool // nil where nobody signs in
	clock      *typeset.Text
	banner     fyne.CanvasObject // nil while there is none
	says       barSays
	brief      bool // the words about the link have no room
	root       *fyne.Container
}

// New is in the current language and look.
func New(env screen.Env, d Deps) *Bar {
	b := &Bar{env: env, deps: d, back: graphic.NewPanel(theme.Card), line: graphic.NewDivider()}
	b.icon = graphic.NewAppIcon(env.Practice)
	b.shop = typeset.NewText("", typeset.Fact).Cut()
	b.till = typeset.NewText("", typeset.Body.Tint(theme.Muted)).Cut()
	b.clock = typeset.NewText("", typeset.Lead)
	b.link = control.NewBarTool("network", "", false, nil)
	b.user = control.NewBarTool("user", "", true, d.Own)
	b.tools = []fyne.CanvasObject{b.link}
	add := func(icon, word string, strong bool, do func()) *control.Tool {
		t := control.NewBarTool(icon, word, strong, do)
		b.tools = append(b.tools, t)
		return t
	}
	if d.Sound != nil {
		b.sound = control.NewBarTool("sound-on", "", false, d.Sound.Mute)
		b.tools = append(b.tools, b.sound)
	}
	if d.Settings != nil {
		b.settings = add("settings", "", false, d.Settings)
	}
	add("help", "", false, d.Help)
	add("language", words.Name(d.Language), true, func() { d.SetLanguage(d.Language) })
	b.tools = append(b.tools, b.user)
	if d.Staffed {
		b.lock = add("lock", "", false, d.Session.Lock)
	}
	objects := append([]fyne.CanvasObject{b.back, b.line, b.icon, b.shop, b.till, b.clock}, b.tools...)
	if !env.Practice {
		b.live = control.NewBadge(env.Words.T("bar.live"))
		objects = append(objects, b.live)
	}
	b.root = layout.New(func() fyne.Size { return fyne.NewSize(0, theme.BarHeight) }, b.place, objects...)
	b.Paint()
	return b
}

// Paint brings names, connection and clock up to date.
func (b *Bar) Paint() {
	set, link, w := b.deps.Shop(), b.deps.Link(), b.env.Words
	b.shop.SetText(set.Shop)
	b.till.SetText(set.Till)
	clock := words.Time(b.env.Now().In(b.env.Zone))
	b.clock.SetText(clock)
	small := theme.Now().Small
	name, icon, colour := "", "network", theme.Muted
	switch {
	case link.Down:
		icon, colour, name = "gateway-off", theme.Unknown, w.T("bar.noAnswer", "time", words.Time(link.Since.In(b.env.Zone)))
	case link.LastAnswer.IsZero():
		name = w.T("bar.notAsked")
	default:
		name = w.T("bar.answers")
	}
	if small && !link.Down || b.banner != nil {
		name = ""
	}
	shown := name
	if b.brief && name == b.says.link { // until it is placed again
		shown = ""
	}
	b.link.Set(icon, shown, colour)
	if b.sound != nil {
		icon := "sound-off"
		if b.deps.Sound.Audible() {
			icon = "sound-on"
		}
		b.sound.Set(icon, "", theme.Muted)
	}
	cashier := set.Cashier
	if small {
		cashier = ""
	}
	b.user.Hidden = set.Cashier == "" || b.deps.Session.Shut()
	if b.settings != nil {
		b.settings.Hidden = b.deps.Session.Shut()
	}
	if b.lock != nil {
		b.lock.Hidden = b.deps.Session.Shut() || !b.deps.Session.Signs()
	}
	b.user.Set("user", cashier, theme.Muted)
	// Every refresh paints the whole window again, and most calls change nothing.
	now := barSays{shop: set.Shop, till: set.Till, clock: clock, link: name, cashier: set.Cashier, icon: icon, colour: colour}
	if now != b.says && b.root != nil {
		b.says = now
		b.root.Refresh()
	}
}

// Object is what is shown.
func (b *Bar) Object() fyne.CanvasObject { return b.root }

// Banner reports whether a banner is shown.
func (b *Bar) Banner() bool { return b.banner != nil }

// SetBanner shows a banner; nil takes it away.
func (b *Bar) SetBanner(o fyne.CanvasObject) {
	if b.banner == o {
		return
	}
	if b.banner != nil {
		b.root.Objects = b.root.Objects[:len(b.root.Objects)-1]
	}
	if b.banner = o; o != nil {
		b.root.Objects = append(b.root.Objects, o)
	}
	b.Paint()
	b.root.Refresh()
}

// barSays is what takes room in the bar.
type barSays struct {
	shop, till, clock, link, cashier, icon string
	colour                                 theme.Colour
}

// leastName is the room in which the beginning of a name still tells something, at the usual size of text.
const leastName = 72

func (b *Bar) place(p layout.Placer) {
	p.Put(b.back, 0, 0, p.W, p.H)
	p.Put(b.line, 0, p.H-theme.Border(), p.W, theme.Border())
	high := p.H - theme.Border()
	middle := high / 2
	c := b.clock.MinSize()
	wide := max(76, c.Width+2*theme.S2)
	end := p.W - theme.S2 - theme.S3
	p.Put(b.clock, end-c.Width, middle-c.Height/2, c.Width, c.Height)
	end = p.W - theme.S2 - theme.S3 - wide - theme.S2/2
	layout.SetVisible(b.banner == nil, b.names()...)
	b.link.Set(b.says.icon, b.says.link, b.says.colour)
	if b.brief = b.tight(end); b.brief {
		b.link.Set(b.says.icon, "", b.says.colour)
	}
	for i := len(b.tools) - 1; i >= 0; i-- {
		t := b.tools[i]
		if !t.Visible() {
			continue
		}
		m := t.MinSize()
		p.Put(t, end-m.Width, 0, m.Width, high)
		end -= m.Width + theme.S2
	}
	if b.banner != nil {
		p.Put(b.banner, 0, 0, end, p.H)
		return
	}
	x := theme.S4
	p.Put(b.icon, x, middle-16, 32, 32)
	x += 32 + theme.S2
	shop, till := b.shop.Width(), b.till.Width()
	room := max(0, end-x-theme.S2)
	least := leastName * max(1, theme.Now().TextScale)
	if shop > room {
		if shop = room; room < least {
			shop = 0
		}
	}
	if left := max(0, room-shop-theme.S2); till > left {
		if till = left; left < least {
			till = 0
		}
	}
	h := b.shop.MinSize().Height
	if b.shop.Hidden = shop == 0; !b.shop.Hidden {
		p.Put(b.shop, x, middle-h/2, shop+1, h)
	}
	p.Put(b.till, x+shop+theme.S2, middle-h/2, till+1, h)
	if b.live != nil {
		p.PutMiddle(b.live, x+shop+till+2*theme.S2+theme.S2, middle)
	}
}

// tight reports whether the tools have no room for words about the link, which a
// banner and the icon tell too: the shop's name goes before them.
func (b *Bar) tight(end float32) bool {
	for _, t := range b.tools {
		if t.Visible() {
			end -= t.MinSize().Width + theme.S2
		}
	}
	if b.banner == nil {
		end -= theme.S4 + 32 + 2*theme.S2 + min(b.shop.Width(), 2*leastName*max(1, theme.Now().TextScale))
	}
	return end < 0
}

// names are what tells whose till this is.
func (b *Bar) names() []fyne.CanvasObject {
	all := []fyne.CanvasObject{b.icon, b.shop, b.till}
	if b.live != nil {
		all = append(all, b.live)
	}
	return all
}
