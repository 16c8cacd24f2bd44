package ui

import (
	"context"
	"sync"

	"sanduq/core/journal"
)

// feed is what listens to the till and to the preferences.
type feed struct {
	end     context.CancelFunc // of the window's life
	running sync.WaitGroup

	unsubscribe func() // from the preferences
}

// Start begins to listen to the till. It ends with Stop, or when ctx ends. A
// shell is started once.
func (s *Shell) Start(ctx context.Context) {
	context.AfterFunc(ctx, s.feed.end)
	notices := s.opt.Subscribe()
	if s.sounds.on() {
		s.sounds.player.Watch(func() { s.env.Post(s.bar.paint) })
	}
	s.takeStock()
	s.feed.running.Go(func() { s.listen(s.env.Life, notices) })
	s.first.shown()
	s.tick()
}

// Stop ends what Start began, and waits for it. It may be called from any
// goroutine but not from within a posted function that must run for it to end.
func (s *Shell) Stop() {
	s.feed.end()
	s.feed.running.Wait()
}

// listen passes notices on to the UI goroutine, in order.
func (s *Shell) listen(ctx context.Context, notices Notices) {
	defer notices.Close()
	for {
		n, err := notices.Next(ctx)
		if err != nil {
			return
		}
		s.env.Post(func() { s.notice(n) })
	}
}

// takeStock reads what was true before the first notice.
func (s *Shell) takeStock() {
	for _, v := range s.opt.Till.InFlight() {
		s.state.sales[v.ID] = v
	}
	s.state.link, s.state.storeFault, s.state.recovery = s.opt.Till.Link(), s.opt.Till.StoreFault(), s.opt.Till.Recovery()
	s.lookAfter()
	s.readOwing()
	s.paint()
}

// notice takes a message of the till. A view older than the one already shown
// is dropped: taking stock may have been ahead of the queue.
func (s *Shell) notice(n journal.Notice) {
	switch n.Kind {
	case journal.NoticeLink:
		s.linked(n.Link)
	case journal.NoticeStoreFault:
		s.state.storeFault = n.StoreFault
	case journal.NoticeRecovery:
		s.state.recovery = n.Recovery
	case journal.NoticeSale, journal.NoticeLive:
		known, ok := s.view(n.View.ID)
		if ok && n.View.Version < known.Version {
			return
		}
		s.sounds.play(n, known, ok)
		s.saw(n.View, ok && known.Status() != n.View.Status())
		if n.Kind == journal.NoticeSale && s.receipts != nil {
			s.receipts.Refresh(n.View.ID)
		}
	case journal.NoticeDay:
		s.readOwing()
		if one, ok := s.work.screen.(interface{ Refresh() }); ok && s.nav.at.spot == spotReports {
			one.Refresh()
		}
	}
	s.paint()
}

// saw keeps a view and shows it where it is shown.
func (s *Shell) saw(v journal.View, changed bool) {
	s.state.keep(v)
	s.checked(v)
	s.nav.kindOf(v, s.env.Now())
	if s.customer != nil {
		s.customer.Saw(v)
	}
	if v.Status().Ended() {
		s.typed.forms.Forget(v.ID)
	}
	if s.nav.at.instead == v.ID && v.SetAside == nil && v.Status().Ended() { // no cash is to be taken instead of it any more
		s.show(place{spot: spotSale, sale: v.ID})
		return
	}
	if s.nav.shows(v.ID) {
		s.nav.view = v
		s.follow()
		return
	}
	if changed && urgency(v) < 2 {
		s.announce(v)
	}
}

// lookAfter notices what no notice of the till tells.
func (s *Shell) lookAfter() {
	// Whether there is a network may change in silence.
	if s.state.examine(s.opt.Health) || s.state.link.Down {
		s.banner.paint()
	}
}

// view is the newest view of a sale that the shell has.
func (s *Shell) view(id journal.SaleID) (journal.View, bool) {
	if s.nav.shows(id) {
		return s.nav.view, true
	}
	v, ok := s.state.sales[id]
	return v, ok
}
