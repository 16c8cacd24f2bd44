package ui

import (
	"context"
	"log/slog"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/cashier"
	"sanduq/ui/keys"
	"sanduq/ui/onscreenkeyboard"
	"sanduq/ui/pay"
	"sanduq/ui/screen"
	"sanduq/ui/settle"
	"sanduq/ui/shell/approval"
	"sanduq/ui/shell/banner"
	"sanduq/ui/shell/decision"
	"sanduq/ui/shell/exports"
	"sanduq/ui/shell/feed"
	"sanduq/ui/shell/firstrun"
	"sanduq/ui/shell/frame"
	"sanduq/ui/shell/input"
	"sanduq/ui/shell/navigation"
	"sanduq/ui/shell/personal"
	"sanduq/ui/shell/phone"
	"sanduq/ui/shell/sounds"
	"sanduq/ui/shell/workarea"
	"sanduq/ui/theme"
	"sanduq/ui/usual"
)

// New builds the shell. Nothing moves before Start. env is handed on to every screen:
// its Life is the shell's to set, and what else is nil becomes the program's own.
func New(env screen.Env, o Options) *Shell {
	env = complete(env)
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	s := &Shell{nav: navigation.New()}
	env.Life, s.end = context.WithCancel(context.Background())
	// What is outside of this window speaks the shop's language: what it was given.
	env.CustomerWords, env.Words = env.Words, env.Words.In(env.Words.Lang())
	env.Missed = func(about, said string) { s.banner.Miss(about, said) }
	s.opt, s.env = o, env
	s.typed = typed{draft: pay.NewDraft(o.Till.Settings().Currency), kept: cashier.NewMemory()}
	s.frame = frame.New(env, func(small bool) {
		l := theme.Now()
		l.Small = small
		s.SetLook(l)
	})
	s.connect()
	s.screens.build = s.builders()
	s.unsubscribe = env.Preferences.Subscribe(s.prefer)
	s.build()
	return s
}

// connect makes the parts that stay while the window does, from the lower ones up.
func (s *Shell) connect() {
	env, o, decoder := s.env, s.opt, keys.NewDecoder(s.env.Now)
	area := func() *workarea.Area { return s.work }
	s.feed = feed.New(env, o.Till, o.Health, told{s})
	s.sounds = sounds.New(env, o.Sound, func() { s.bar.Paint() })
	s.decisions = decision.New(over{s}, decoder)
	s.session, s.customer = s.newSession(), s.newSide()
	s.banner = banner.New(env, banner.Deps{Till: o.Till, Feed: s.feed, Place: &s.nav, Session: s.session, Decisions: s.decisions, Frame: s.frame, Window: slot{ways{s}}, Log: o.Logger})
	s.people = personal.New(env, personal.Deps{Staff: o.Staff, Session: s.session, Decisions: s.decisions, Failed: s.banner.Failed, Log: o.Logger})
	s.approvals = approval.New(env, o.Staff, s.session, s.decisions, s.banner.Failed)
	s.phone = phone.New(env, phone.Deps{Customer: o.Offer.Phone, Place: &s.nav, Frame: s.frame, Area: area})
	s.first = firstrun.New(env, o.Setup, s.frame, s.setUp)
	s.keyboard = onscreenkeyboard.New(onscreenkeyboard.Options{Env: env, Enter: func() { s.input.EnterDown() }, Changed: s.placeKeyboard})
	s.input = input.New(env, input.Deps{Decoder: decoder, Decisions: s.decisions, First: s.first, Session: s.session, Customer: s.customer, Phone: s.phone,
		Keyboard: s.keyboard, Area: area, Place: &s.nav, Help: s.newHelp(), Window: ways{s}})
	s.exports = exports.New(env, o.Exporting, s.decisions, s.approvals, s.input.Away)
}

// setUp gives the window to the sales, once the first run is over.
func (s *Shell) setUp() {
	s.opt.Setup = nil
	s.typed.begin(s.opt.Till.Settings().Currency)
	s.opt.Logger.Info("set up")
	s.build()
}

// Attach makes the shell the content of a window and listens to its keys.
func (s *Shell) Attach(w fyne.Window) {
	c := w.Canvas()
	s.frame.SetCanvas(c)
	w.SetPadded(false)
	w.SetContent(s.frame.Object())
	s.keyboard.Attach(c)
	s.input.Attach(c)
	w.SetOnDropped(s.input.Drop)
}

// tick keeps the clock and what depends on the time alone, at every full second.
// It is the only clock of what the window shows: two would paint it twice.
func (s *Shell) tick() {
	if s.env.Life.Err() != nil {
		return
	}
	s.bar.Paint()
	s.feed.Examine()
	if !s.first.On() || s.session.Shut() {
		s.session.Guard()
	}
	s.follow()
	if one, is := s.work.Screen().(*settle.Settle); is {
		one.Refresh() // ages
	}
	if s.customer != nil {
		s.customer.Tick()
	}
	s.env.After(untilSecond(s.env.Now()), s.tick)
}

// untilSecond is how long it is to the next full second of the clock.
func untilSecond(now time.Time) time.Duration {
	return time.Second - time.Duration(now.Nanosecond())
}

// Start begins to listen to the till. It ends with Stop, or when ctx ends. A
// shell is started once.
func (s *Shell) Start(ctx context.Context) {
	context.AfterFunc(ctx, s.end)
	s.sounds.Start()
	s.feed.Start()
	s.learn()
	s.first.Shown()
	s.tick()
}

// learn reads the newest sales for what is usually charged here. Where they cannot be read
// it is learnt from those that follow.
func (s *Shell) learn() {
	s.env.Go(func() {
		var all []journal.Sale
		for _, one := range []journal.Status{journal.StatusPaid, journal.StatusCash} {
			page, err := s.opt.Till.Sales(s.env.Life, journal.SaleQuery{Status: one, Limit: usual.Known})
			if err != nil {
				s.opt.Logger.Warn("usual amounts", "err", err)
			}
			all = append(all, page.Sales...)
		}
		s.env.Post(func() { s.typed.usual.Learn(all...) })
	})
}

// Stop ends what Start began, and waits for it. It may be called from any
// goroutine but not from within a posted function that must run for it to end.
func (s *Shell) Stop() {
	s.end()
	s.feed.Wait()
}
