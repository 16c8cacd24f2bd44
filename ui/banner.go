package ui

import (
	"context"
	"slices"
	"strconv"
	"time"

	"sanduq/core/journal"
	"sanduq/ui/alarm"
	"sanduq/ui/settle"
	"sanduq/ui/shell/navigation"
	"sanduq/ui/toolkit/dialog"
)

// stillTime is how long no banner comes up after a tap: a finger may be on its way
// down again.
const stillTime = 400 * time.Millisecond

// failTime is how long a refusal of the till stays in sight.
const failTime = 8 * time.Second

// banner shows one of the alarms in the place of the names in the top bar, so that
// nothing moves or is covered that can be tapped; the rest are behind its second
// button.
type banner struct {
	shell    *Shell
	widget   *dialog.Banner
	turn     int            // which of them is shown
	heaviest string         // what the first of them says
	waiting  bool           // it comes when the finger has rested
	failure  error          // what the till has just refused
	missed   []alarm.Missed // refusals of which the page was left
}

// build makes the widget anew, in the current language and look.
func (b *banner) build() {
	b.widget = dialog.NewBanner(dialog.BannerSpec{}, b.act, b.next)
	b.widget.OnTapped = b.open
}

// paint shows the alarms of now. What has just become the weightiest is shown
// first.
func (b *banner) paint() {
	all := b.alarms()
	if len(all) == 0 || b.shell.session.Shut() {
		b.turn, b.heaviest = 0, ""
		if c := b.shell.window.canvas; c != nil && b.widget.Holds(c.Focused()) {
			c.Unfocus()
		}
		b.shell.setBanner(nil)
		return
	}
	if !b.shown() && !b.still() {
		return // it comes when the finger has rested
	}
	if b.heaviest != all[0].Fact {
		b.heaviest, b.turn = all[0].Fact, 0
	}
	a := all[b.turn%len(all)]
	spec := dialog.BannerSpec{Icon: a.Icon, Fact: a.Fact, Then: a.Then, Action: a.Button, OwnLine: true}
	if n := len(all) - 1; n > 0 {
		spec.More = b.shell.env.Words.T("banner.more", "count", strconv.Itoa(n))
	}
	b.widget.Set(spec)
	b.shell.setBanner(b.widget)
}

// shown reports whether it stands in the window.
func (b *banner) shown() bool { return b.shell.bar.banner != nil || b.shell.first.banner != nil }

// still reports whether the last tap is long enough ago for something to press to
// come up; where it is not, the banner is painted when it is.
func (b *banner) still() bool {
	s := b.shell
	wait := stillTime - s.env.Now().Sub(s.input.tapped)
	if wait <= 0 || wait > stillTime { // the clock was set back
		return true
	}
	if !b.waiting {
		b.waiting = true
		s.env.After(wait, func() {
			b.waiting = false
			b.paint()
		})
	}
	return false
}

// act does what the button of the alarm that is shown says.
func (b *banner) act() {
	if all := b.alarms(); len(all) > 0 {
		b.answer(all[b.turn%len(all)])
	}
}

// next turns to the next alarm.
func (b *banner) next() {
	b.turn++
	b.paint()
}

// alarms lists what must be said now, the weightiest first.
func (b *banner) alarms() []alarm.Alarm {
	s := b.shell
	now := s.feed.Alarms()
	now.Failure, now.Missed = b.failure, b.missed
	if s.first.on() { // the rest leads to what is not there yet
		now = alarm.State{Now: now.Now, StoreFault: now.StoreFault, Missed: now.Missed}
	}
	now.Shown = s.nav.At.Sale
	now.Opening = s.nav.Selling()
	now.Owed = s.mayOwed()
	now.Settings = s.opt.Settings != nil && s.nav.At.Location != navigation.Settings
	all := alarm.List(s.env, now)
	if s.nav.At.Location == navigation.Settle { // what the list says with its amounts is not said above it again
		all = slices.DeleteFunc(all, func(a alarm.Alarm) bool {
			v, known := s.view(a.Sale)
			return a.Sale != "" && known && settle.Why(v) != settle.Not
		})
	}
	return all
}

// answer does what the button of an alarm says.
func (b *banner) answer(a alarm.Alarm) {
	s := b.shell
	switch a.Action {
	case alarm.OpenSale:
		s.open(a.Sale)
	case alarm.OpenLate:
		s.open(a.Sale)
		b.markRead(a.Sale)
	case alarm.Read:
		b.markRead(a.Sale)
	case alarm.Confirm:
		s.askFrozen(s.feed.Recovery())
	case alarm.OpenSettings:
		s.openSettings()
	case alarm.OpenOwed:
		s.openOwed(a.Sale)
	case alarm.Understood:
		b.missed = slices.DeleteFunc(b.missed, func(m alarm.Missed) bool { return m == a.Missed })
		b.paint()
	}
}

// markRead records that someone took note of an alarm about money.
func (b *banner) markRead(id journal.SaleID) {
	s := b.shell
	s.env.Go(func() {
		if err := s.opt.Till.ReadLateAlert(s.env.Life, id); err != nil && s.env.Life.Err() == nil {
			s.env.Post(func() { steps{s}.Failed(err) })
		}
	})
}

// fail shows a refusal of the till for a while.
func (b *banner) fail(err error) {
	s := b.shell
	if journal.CodeOf(err) == journal.CodeBusy || s.env.Life.Err() == context.Canceled {
		return
	}
	b.failure = err
	b.paint()
	s.env.After(failTime, func() {
		if b.failure == err {
			b.failure = nil
			b.paint()
		}
	})
}

// miss tells of a refusal of which the page was left, once, until it is understood.
func (b *banner) miss(about, said string) {
	if m := (alarm.Missed{About: about, Said: said}); !slices.Contains(b.missed, m) {
		b.missed = append(b.missed, m)
	}
	b.paint()
}
