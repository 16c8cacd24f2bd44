package gateway

import (
	"fmt"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/core"
	"sanduq/core/probe"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// Connection is the card that looks at the way to the gateway: name, secure
// line, clock. What it cannot prove it says: keys.
type Connection struct {
	env    screen.Env
	probe  Probe
	failed func(error)
	target func() (core.Environment, string)

	environment core.Environment // of what is shown
	base        string
	report      *probe.Report // nil before the first test of it
	running     bool
	asked       int

	title *typeset.Text
	lines []*probeLine
	all   fyne.CanvasObject // the lines below each other
	test  *control.Button
	root  fyne.CanvasObject
	told  func() // called when another test begins, or has ended; nil for nobody
}

// NewConnection looks at the gateway that target names. failed takes errors for the
// log.
func NewConnection(env screen.Env, probe Probe, failed func(error), target func() (core.Environment, string)) *Connection {
	c := &Connection{env: env, probe: probe, failed: failed, target: target}
	c.title = typeset.NewText("", typeset.Lead).Cut()
	c.test = control.NewButton(control.ButtonSpec{Icon: "refresh", Mid: true}, c.run)
	var all []fyne.CanvasObject
	for i := range 4 {
		l := newProbeLine()
		c.lines = append(c.lines, l)
		if i > 0 {
			all = append(all, graphic.NewDivider())
		}
		all = append(all, l.root)
	}
	c.all = layout.Rows(theme.S2, all...)
	lines := container.NewVScroll(c.all)
	content := layout.New(nil, func(b layout.Placer) {
		t, high := c.title.MinSize().Height, c.test.MinSize().Height
		b.Put(c.title, 0, 0, b.W, t)
		b.Put(lines, 0, t+theme.S3, b.W, b.H-t-theme.S3-high-theme.S2)
		b.Put(c.test, 0, b.H-high, b.W, high)
	}, c.title, lines, c.test)
	c.root = graphic.NewCard(content)
	return c
}

// Object is what is shown.
func (c *Connection) Object() fyne.CanvasObject { return c.root }

// Apart takes the button out of the card, for a page that keeps it in view while the card
// scrolls with it, at the height of what it says. told is called when there is something
// to see on it.
func (c *Connection) Apart(told func()) *control.Button {
	c.told = told
	c.root = graphic.NewCard(layout.Rows(theme.S3, c.title, c.all))
	return c.test
}

// Aim follows what the page is about; a result of another gateway goes.
func (c *Connection) Aim() {
	e, base := c.target()
	if e != c.environment || base != c.base {
		c.environment, c.base, c.report, c.running = e, base, nil, false
		c.asked++
	}
	c.paint()
}

func (c *Connection) run() {
	if c.running || c.base == "" {
		return
	}
	c.asked++
	asked, e, base := c.asked, c.environment, c.base
	c.running, c.report = true, nil
	c.paint()
	c.notify()
	c.env.Go(func() {
		r := c.probe(c.env.Life, e, base)
		c.env.Post(func() {
			if asked != c.asked {
				return
			}
			c.running, c.report = false, &r
			c.failed(r.Err)
			c.paint()
			c.notify()
		})
	})
}

func (c *Connection) notify() {
	if c.told != nil {
		c.told()
	}
}

func (c *Connection) paint() {
	w := c.env.Words
	c.title.SetText(w.T("settings.connection.of", "environment", word(w, c.environment)))
	key := "settings.test"
	switch {
	case c.running:
		key = "settings.testing"
	case c.report != nil:
		key = "settings.testAgain"
	}
	spec := c.test.Spec()
	spec.Label = w.T(key)
	c.test.SetOn(spec, c.base != "" && !c.running)
	state := [3]probe.Code{}
	if r := c.report; r != nil {
		state = [3]probe.Code{r.Name, r.Secure, r.Clock}
	}
	for i, part := range []string{"name", "secure", "clock"} {
		c.lines[i].set(c.line(part, state[i]))
	}
	c.lines[3].set("ring", theme.Waiting, w.T("settings.test.keys"), w.T("settings.test.keys.text"))
	c.root.Refresh()
}

// line says how one part came out: icon, its colour, title, detail.
func (c *Connection) line(part string, code probe.Code) (icon string, colour theme.Colour, title, detail string) {
	w := c.env.Words
	key := "settings.test." + part
	switch code {
	case "":
		detail = w.T("settings.test.not")
		if c.base == "" {
			detail = w.T("settings.test.noAddress")
		}
		if c.running {
			detail = w.T("settings.testing")
		}
		return "ring", theme.Ghost, w.T(key + ".what"), detail
	case probe.Skipped:
		return "ring", theme.Ghost, w.T(key + ".what"), w.T("settings.probe.skipped")
	case probe.OK, probe.Local:
		return "check", theme.Text, w.T(key), c.good(part, code)
	}
	return "cross-octagon", theme.Failed, w.T(key + ".not"), c.bad(code)
}

func (c *Connection) good(part string, code probe.Code) string {
	w, r := c.env.Words, c.report
	switch {
	case code == probe.Local:
		return w.T("settings.test.secure.local")
	case part == "name":
		return w.T("settings.test.name.text", "host", r.Address, "ms", max(1, r.Lookup.Milliseconds()))
	case part == "secure":
		return r.TLS
	}
	return c.clock()
}

func (c *Connection) bad(code probe.Code) string {
	if code == probe.ClockOff {
		return c.clock() + " " + c.env.Words.T("settings.probe.setClock")
	}
	return c.env.Words.T("settings.probe." + string(code))
}

// clock is how far this computer's clock is from the gateway's.
func (c *Connection) clock() string {
	off := c.report.Offset
	key := "settings.test.clock.text"
	if off < 0 {
		key = "settings.test.clock.ahead"
	}
	return c.env.Words.T(key, "seconds", seconds(off.Abs()))
}

// seconds is "0.4"; "130" from ten seconds on.
func seconds(d time.Duration) string {
	tenths := d.Milliseconds() / 100
	if tenths >= 100 {
		return fmt.Sprint(tenths / 10)
	}
	return fmt.Sprintf("%d.%d", tenths/10, tenths%10)
}

// probeLine is one part of the test.
type probeLine struct {
	icon          *graphic.Icon
	title, detail *typeset.Text
	root          fyne.CanvasObject
}

func newProbeLine() *probeLine {
	l := &probeLine{icon: graphic.NewIcon("ring", 24, theme.Ghost), title: typeset.NewParagraph("", typeset.Body),
		detail: typeset.NewParagraph("", typeset.Caption)}
	words := layout.Rows(0, l.title, l.detail)
	l.root = layout.New(func() fyne.Size { return words.MinSize() }, func(b layout.Placer) {
		icon := theme.IconSide(24)
		b.Put(l.icon, 0, 2, icon, icon)
		b.Put(words, icon+theme.S3, 0, b.W-icon-theme.S3, b.H)
	}, l.icon, words)
	return l
}

func (l *probeLine) set(icon string, colour theme.Colour, title, detail string) {
	l.icon.Set(icon, colour)
	l.title.SetText(title)
	l.detail.SetText(detail)
}
