package ui

import (
	"time"

	"sanduq/core/till"
	"sanduq/ui/alarm"
)

// backTime is how long the line about a bank that answers again stays, counted
// from the last sale that was checked.
const backTime = 10 * time.Second

// back is what was found when the bank answered again after a silence.
type back struct {
	since   time.Time
	waiting map[till.SaleID]bool // open when it answered, and not checked yet
	checked map[till.SaleID]till.Status
	told    int // of the newest news: only that ends the line
}

// link takes over what is known of the connection.
func (s *Shell) linked(l till.Link) {
	was := s.state.link
	s.state.link = l
	switch {
	case l.Down:
		s.state.back = nil
	case was.Down:
		b := &back{since: s.env.Now(), waiting: map[till.SaleID]bool{}, checked: map[till.SaleID]till.Status{}}
		for id, v := range s.state.sales {
			if v.Watchable() && v.Status().Group() == till.GroupOpen {
				b.waiting[id] = true
			}
		}
		s.state.back = b
		s.fadeBack()
	}
}

// checked takes note of a sale about which the bank has answered since.
func (s *Shell) checked(v till.View) {
	b := s.state.back
	if b == nil {
		return
	}
	_, counted := b.checked[v.ID]
	answered := v.Status().Ended() || !v.Live.Unanswered && v.Live.LastAnswer.After(b.since)
	if !counted && (!b.waiting[v.ID] || !answered) {
		return
	}
	delete(b.waiting, v.ID)
	if b.checked[v.ID] != v.Status() {
		b.checked[v.ID] = v.Status()
		s.fadeBack()
	}
}

// fadeBack takes the line away when there was no news for a while.
func (s *Shell) fadeBack() {
	b := s.state.back
	b.told++
	told := b.told
	s.env.After(backTime, func() {
		if s.state.back == b && b.told == told {
			s.state.back = nil
			s.banner.paint()
		}
	})
}

// found is what the line says; nil while there is none.
func (b *back) found() *alarm.Back {
	if b == nil {
		return nil
	}
	f := &alarm.Back{Checked: len(b.checked)}
	for _, s := range b.checked {
		switch s.Group() {
		case till.GroupPaid:
			f.Paid++
		case till.GroupNotPaid:
			f.Not++
		}
	}
	return f
}
