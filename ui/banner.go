package ui

import (
	"context"
	"strconv"
	"time"

	"sanduq/core/till"
	"sanduq/ui/widgets"
	"sanduq/ui/words"
)

// failTime is how long a refusal of the till stays in sight.
const failTime = 8 * time.Second

// alarm is one banner that wants to be shown, and what its button does.
type alarm struct {
	spec widgets.BannerSpec
	act  func()
}

// alarms lists what must be said, the weightiest first: the store, one that was
// put back, its backups, money paid twice, late money, conflicts, a refusal of
// the till, the clock, the network.
func (s *Shell) alarms() []alarm {
	var all []alarm
	w := s.env.Words
	if t := s.trouble; t != nil {
		key := "banner." + t.Code
		if !w.Has(key) || !w.Has(key+".do") {
			key = "banner.store"
		}
		all = append(all, alarm{spec: widgets.BannerSpec{Icon: "bell", Fact: w.T(key), Then: w.T(key + ".do"), OwnLine: true}})
	}
	if s.damage != "" {
		all = append(all, s.damaged())
	}
	if r := s.recovery; r != nil {
		all = append(all, s.frozen(r))
	}
	if t := s.backup; t != nil {
		all = append(all, s.noBackup(t))
	}
	order := s.inOrder()
	pairs := map[till.SaleID]bool{} // either sale of a pair may name the other
	for _, v := range order {
		if v.PaidTwice() && !pairs[v.ID] {
			pairs[v.PaidTwiceWith] = true
			all = append(all, s.twice(v))
		}
	}
	for _, v := range order {
		if v.LateMoney() && !v.PaidTwice() && v.ID != s.at.sale {
			all = append(all, s.late(v))
		}
	}
	for _, v := range order {
		if v.Session.Conflict != "" && v.ID != s.at.sale {
			all = append(all, alarm{
				spec: widgets.BannerSpec{Fact: w.T("banner.conflict", "number", hash(v.ID)), Then: w.T("banner.conflict.do"), OwnLine: true,
					Action: w.T("banner.open", "number", hash(v.ID))},
				act: func() { s.open(v.ID) }})
		}
	}
	if s.failure != nil {
		key := "error." + string(till.CodeOf(s.failure))
		if !w.Has(key) {
			key = "banner.failed.do"
		}
		all = append(all, alarm{spec: widgets.BannerSpec{Fact: w.T("banner.failed"), Then: w.T(key), OwnLine: true}})
	}
	if s.link.ClockWrong() {
		all = append(all, s.wrongClock())
	}
	if s.link.Down && (s.at.spot == spotAmount || s.at.spot == spotRoutes) {
		all = append(all, s.silence())
	}
	return all
}

// silence tells that nothing is heard of the bank: since this computer has no
// network, or although it has one.
func (s *Shell) silence() alarm {
	w := s.env.Words
	spec := widgets.BannerSpec{Icon: "gateway-off", Fact: w.T("banner.gateway"), Then: w.T("banner.gateway.do"), OwnLine: true}
	if s.opt.Network != nil && !s.opt.Network() {
		spec.Icon, spec.Fact, spec.Then = "network-off", w.T("banner.offline"), w.T("banner.offline.do")
	}
	if last := s.link.LastAnswer; !last.IsZero() {
		spec.Fact += " " + w.T("banner.heard", "time", words.Time(last.In(s.env.Zone)))
	}
	return alarm{spec: spec}
}

// twice tells of two sales for one order that were both paid, whatever is on
// the screen: money is owed back.
func (s *Shell) twice(v till.View) alarm {
	w := s.env.Words
	first, second := min(v.ID, v.PaidTwiceWith), max(v.ID, v.PaidTwiceWith)
	spec := widgets.BannerSpec{Fact: w.T("banner.twice", "first", hash(first), "second", hash(second)), Then: w.T("banner.twice.then"), OwnLine: true}
	if first == second {
		spec.Fact = w.T("banner.twiceHere", "number", hash(v.ID))
	}
	if v.ID == s.at.sale {
		spec.Action = w.T("banner.read")
		return alarm{spec, func() { s.markRead(v) }}
	}
	spec.Action = w.T("banner.open", "number", hash(v.ID))
	return alarm{spec, func() { s.open(v.ID) }}
}

// late tells of money that came after the cashier was told not to expect it.
func (s *Shell) late(v till.View) alarm {
	w, key := s.env.Words, "banner.late.ended"
	if v.SetAside != nil {
		key = "banner.late.aside"
	}
	return alarm{
		spec: widgets.BannerSpec{Fact: w.T("banner.late", "number", hash(v.ID)), OwnLine: true,
			Then:   w.T(key, "amount", s.env.Sum(v.Amount), "time", words.Time(v.SettledAt.In(s.env.Zone))),
			Action: w.T("banner.open", "number", hash(v.ID))},
		act: func() { s.readLate(v) }}
}

func (s *Shell) readLate(v till.View) {
	s.open(v.ID)
	s.markRead(v)
}

// markRead records that someone took note of an alarm about money.
func (s *Shell) markRead(v till.View) {
	s.env.Go(func() {
		if err := s.opt.Till.ReadLateAlert(s.life, v.ID); err != nil && s.life.Err() == nil {
			s.env.Post(func() { steps{s}.Failed(err) })
		}
	})
}

// paintBanner shows one alarm; the rest are behind its second button.
func (s *Shell) paintBanner() {
	all := s.alarms()
	if len(all) == 0 {
		s.turn, s.heaviest = 0, ""
		s.work.setBanner(nil)
		return
	}
	if s.heaviest != all[0].spec.Fact { // what has just become the weightiest is shown first
		s.heaviest, s.turn = all[0].spec.Fact, 0
	}
	spec := all[s.turn%len(all)].spec
	if n := len(all) - 1; n > 0 {
		spec.More = s.env.Words.T("banner.more", "count", strconv.Itoa(n))
	}
	if spec != s.banner.Spec() {
		s.banner.Set(spec)
		s.work.root.Refresh()
	}
	s.work.setBanner(s.banner)
}

func (s *Shell) bannerAction() {
	if all := s.alarms(); len(all) > 0 {
		if act := all[s.turn%len(all)].act; act != nil {
			act()
		}
	}
}

func (s *Shell) bannerMore() {
	s.turn++
	s.paintBanner()
}

// fail shows a refusal of the till for a while.
func (s *Shell) fail(err error) {
	if till.CodeOf(err) == till.CodeBusy || s.life.Err() == context.Canceled {
		return
	}
	s.failure = err
	s.paintBanner()
	s.env.After(failTime, func() {
		if s.failure == err {
			s.failure = nil
			s.paintBanner()
		}
	})
}

func hash(id till.SaleID) string { return "#" + strconv.Itoa(id.Number()) }
