package audit

import (
	"strconv"

	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/typeset"
)

// chainCheck is the check of the whole chain, and what stands below the list about it.
type chainCheck struct {
	env     screen.Env
	deps    Deps
	memory  *Memory
	changed func() // other words may take other room
	running bool
	icon    *graphic.Icon
	text    *typeset.Text
}

func newChainCheck(env screen.Env, d Deps, m *Memory, changed func()) *chainCheck {
	return &chainCheck{env: env, deps: d, memory: m, changed: changed, icon: graphic.NewIcon("check", 20, theme.Muted), text: typeset.NewParagraph("", typeset.Caption)}
}

// start walks the whole chain in the background.
func (c *chainCheck) start() {
	if c.deps.Check == nil || c.running {
		return
	}
	c.running = true
	c.paint()
	c.env.Go(func() {
		got, err := c.deps.Check(c.env.Life, func(done, all uint64) {
			c.env.Post(func() {
				if c.running && c.env.Life.Err() == nil {
					c.text.SetText(c.env.Words.T("audit.checking", "done", present.Grouped(strconv.FormatUint(done, 10)), "all", present.Grouped(strconv.FormatUint(all, 10))))
				}
			})
		})
		c.env.Post(func() {
			c.running = false
			c.env.Report(c.deps.Failed, err)
			if c.memory.unchecked = err != nil; err == nil {
				c.memory.checked = &got
			}
			if c.env.Life.Err() == nil {
				c.paint()
			}
		})
	})
}

// paint says what the newest check came to.
func (c *chainCheck) paint() {
	w, found := c.env.Words, c.memory.checked
	style, icon, colour := typeset.Caption, "check", theme.Muted
	text := ""
	switch {
	case c.running:
		text, icon = w.T("audit.checking", "done", 0, "all", "…"), "refresh"
	case c.memory.unchecked: // whatever an earlier check found
		text, icon = w.T("audit.unchecked"), "refresh"
	case found == nil:
	case found.Broken != 0:
		text, icon, colour = w.T("audit.broken", "n", found.Broken), "cross-octagon", theme.Failed
		style = typeset.Caption.With(theme.SemiBold).Tint(theme.Failed)
	case found.Entries == 0:
		text = w.T("audit.empty")
	default:
		text = w.T("audit.unbroken", "n", present.Grouped(strconv.FormatUint(found.Entries, 10)), "date", w.Date(found.Since.In(c.env.Zone)))
	}
	c.text.SetSpans(typeset.Span{Text: text, Style: style})
	c.icon.Set(icon, colour)
	c.icon.Hidden = text == ""
	c.changed()
}
