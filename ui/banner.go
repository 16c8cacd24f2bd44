package ui

import (
	"context"
	"strconv"
	"time"

	"sanduq/core/till"
	"sanduq/ui/alarm"
	"sanduq/ui/widgets"
)

// failTime is how long a refusal of the till stays in sight.
const failTime = 8 * time.Second

// banner shows one of the alarms; the rest are behind its second button.
type banner struct {
	shell    *Shell
	widget   *widgets.Banner
	turn     int    // which of them is shown
	heaviest string // what the first of them says
}

// build makes the widget anew, in the current language and look.
func (b *banner) build() { b.widget = widgets.NewBanner(widgets.BannerSpec{}, b.act, b.next) }

// paint shows the alarms of now. What has just become the weightiest is shown
// first.
func (b *banner) paint() {
	all, work := b.shell.alarms(), b.shell.work
	if len(all) == 0 {
		b.turn, b.heaviest = 0, ""
		work.setBanner(nil)
		return
	}
	if b.heaviest != all[0].Fact {
		b.heaviest, b.turn = all[0].Fact, 0
	}
	a := all[b.turn%len(all)]
	spec := widgets.BannerSpec{Icon: a.Icon, Fact: a.Fact, Then: a.Then, Action: a.Button, OwnLine: true}
	if n := len(all) - 1; n > 0 {
		spec.More = b.shell.env.Words.T("banner.more", "count", strconv.Itoa(n))
	}
	if spec != b.widget.Spec() {
		b.widget.Set(spec)
		work.root.Refresh()
	}
	work.setBanner(b.widget)
}

// act does what the button of the alarm that is shown says.
func (b *banner) act() {
	if all := b.shell.alarms(); len(all) > 0 {
		b.shell.answer(all[b.turn%len(all)])
	}
}

// next turns to the next alarm.
func (b *banner) next() {
	b.turn++
	b.paint()
}

// alarms lists what must be said now, the weightiest first.
func (s *Shell) alarms() []alarm.Alarm {
	now := s.state.alarms()
	now.Now, now.Shown = s.env.Now(), s.nav.at.sale
	now.Opening = s.nav.selling()
	now.Settings = s.opt.Settings != nil && s.nav.at.spot != spotSettings
	now.Offline = now.Link.Down && s.opt.Network != nil && !s.opt.Network()
	return alarm.List(s.env, now)
}

// answer does what the button of an alarm says.
func (s *Shell) answer(a alarm.Alarm) {
	switch a.Action {
	case alarm.OpenSale:
		s.open(a.Sale)
	case alarm.OpenLate:
		s.open(a.Sale)
		s.markRead(a.Sale)
	case alarm.Read:
		s.markRead(a.Sale)
	case alarm.Confirm:
		s.askFrozen(s.state.recovery)
	case alarm.OpenSettings:
		s.openSettings()
	}
}

// markRead records that someone took note of an alarm about money.
func (s *Shell) markRead(id till.SaleID) {
	s.env.Go(func() {
		if err := s.opt.Till.ReadLateAlert(s.life, id); err != nil && s.life.Err() == nil {
			s.env.Post(func() { steps{s}.Failed(err) })
		}
	})
}

// fail shows a refusal of the till for a while.
func (s *Shell) fail(err error) {
	if till.CodeOf(err) == till.CodeBusy || s.life.Err() == context.Canceled {
		return
	}
	s.state.failure = err
	s.banner.paint()
	s.env.After(failTime, func() {
		if s.state.failure == err {
			s.state.failure = nil
			s.banner.paint()
		}
	})
}
