package ui

import (
	"context"

	"sanduq/core/till"
)

// Start begins to listen to the till. It ends with Stop, or when ctx ends. A
// shell is started once.
func (s *Shell) Start(ctx context.Context) {
	context.AfterFunc(ctx, s.end)
	feed := s.opt.Subscribe()
	if s.opt.Sound != nil {
		s.opt.Sound.Watch(func() { s.env.Post(s.bar.paint) })
	}
	s.takeStock()
	s.running.Go(func() { s.listen(s.life, feed) })
	s.showFirst()
	s.tick()
}

// Stop ends what Start began, and waits for it. It may be called from any
// goroutine but not from within a posted function that must run for it to end.
func (s *Shell) Stop() {
	s.end()
	s.running.Wait()
}

// listen passes notices on to the UI goroutine, in order.
func (s *Shell) listen(ctx context.Context, feed Notices) {
	defer feed.Close()
	for {
		n, err := feed.Next(ctx)
		if err != nil {
			return
		}
		s.env.Post(func() { s.notice(n) })
	}
}

// takeStock reads what was true before the first notice.
func (s *Shell) takeStock() {
	for _, v := range s.opt.Till.InFlight() {
		s.sales[v.ID] = v
	}
	s.link, s.trouble, s.recovery = s.opt.Till.Link(), s.opt.Till.Trouble(), s.opt.Till.Recovery()
	s.lookAfter()
	s.paint()
}

// notice takes a message of the till. A view older than the one already shown
// is dropped: taking stock may have been ahead of the queue.
func (s *Shell) notice(n till.Notice) {
	switch n.Kind {
	case till.NoticeLink:
		s.link = n.Link
	case till.NoticeTrouble:
		s.trouble = n.Trouble
	case till.NoticeRecovery:
		s.recovery = n.Recovery
	case till.NoticeSale, till.NoticePulse:
		known, ok := s.view(n.View.ID)
		if ok && n.View.Version < known.Version {
			return
		}
		s.ring(n, known, ok)
		s.saw(n.View, ok && known.Status() != n.View.Status())
		if n.Kind == till.NoticeSale && s.receipts != nil {
			s.receipts.Refresh(n.View.ID)
		}
	}
	s.paint()
}

// saw keeps a view and shows it where it is shown.
func (s *Shell) saw(v till.View, changed bool) {
	if v.InFlight() || v.LateMoney() || v.PaidTwice() {
		s.sales[v.ID] = v
	} else {
		delete(s.sales, v.ID)
	}
	s.kindOf(v)
	if s.customer != nil {
		s.customer.Saw(v)
	}
	if v.Status().Ended() {
		s.forms.Forget(v.ID)
	}
	if v.ID == s.at.sale {
		s.shownView = v
		s.follow()
		return
	}
	if changed && urgency(v) < 2 {
		s.announce(v)
	}
}

// view is the newest view of a sale that the shell has.
func (s *Shell) view(id till.SaleID) (till.View, bool) {
	if id == s.at.sale && s.at.sale != "" {
		return s.shownView, true
	}
	v, ok := s.sales[id]
	return v, ok
}
