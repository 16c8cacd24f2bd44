package feed

import (
	"sanduq/core/journal"
	"sanduq/ui/alarm"
)

// Start subscribes, then reads what is true now, and passes on what notices tell until
// the window's life ends: what happens in between is a notice.
func (f *Feed) Start() {
	notices := f.till.Subscribe()
	f.takeStock()
	f.running.Go(func() { f.listen(notices) })
}

// Wait waits until nothing listens any more. It may be called from any goroutine, once
// the window's life has ended.
func (f *Feed) Wait() { f.running.Wait() }

// listen passes notices on to the UI goroutine, in order.
func (f *Feed) listen(notices Notices) {
	defer notices.Close()
	for {
		n, err := notices.Next(f.env.Life)
		if err != nil {
			return
		}
		f.env.Post(func() { f.Notice(n) })
	}
}

// takeStock reads what was true before the first notice.
func (f *Feed) takeStock() {
	for _, v := range f.till.InFlight() {
		f.sales[v.ID] = v
	}
	f.link, f.storeFault, f.recovery = f.till.Link(), f.till.StoreFault(), f.till.Recovery()
	f.Examine()
	f.readOwing()
	f.window.Paint()
}

// Notice takes a message of the till. A view older than the one already shown
// is dropped: taking stock may have been ahead of the queue.
func (f *Feed) Notice(n journal.Notice) {
	switch n.Kind {
	case journal.NoticeLink:
		f.linked(n.Link)
	case journal.NoticeStoreFault:
		f.storeFault = n.StoreFault
	case journal.NoticeRecovery:
		f.recovery = n.Recovery
	case journal.NoticeSale, journal.NoticeLive:
		known, ok := f.window.View(n.View.ID)
		if ok && n.View.Version < known.Version {
			return
		}
		f.window.Saw(n, known, ok)
	case journal.NoticeDay:
		f.readOwing()
		f.window.DayMoved()
	}
	f.window.Paint()
}

// Examine notices what no notice of the till tells.
func (f *Feed) Examine() {
	before, was := f.damage, f.backup
	if f.health != nil {
		f.damage, f.backup = f.health.Damage(), f.health.Backup()
	}
	changed := f.damage != before || (was == nil) != (f.backup == nil) || was != nil && *was != *f.backup
	// Whether there is a network may change in silence.
	if changed || f.link.Down {
		f.window.PaintAlarms()
	}
}

// Alarms is what of it could have to be said.
func (f *Feed) Alarms() alarm.State {
	return alarm.State{Now: f.env.Now(), StoreFault: f.storeFault, Recovery: f.recovery, Link: f.link, Damage: f.damage, Backup: f.backup,
		Back: f.back.found(), Sales: f.InOrder(), Offline: f.link.Down && f.health != nil && !f.health.Network()}
}
