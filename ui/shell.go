package ui

import (
	"context"
	"log/slog"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/cashier"
	"sanduq/ui/customer"
	"sanduq/ui/keys"
	"sanduq/ui/lock"
	"sanduq/ui/onscreenkeyboard"
	"sanduq/ui/pay"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/settle"
	"sanduq/ui/shell/banner"
	"sanduq/ui/shell/bar"
	"sanduq/ui/shell/decision"
	"sanduq/ui/shell/exports"
	"sanduq/ui/shell/feed"
	"sanduq/ui/shell/firstrun"
	"sanduq/ui/shell/frame"
	"sanduq/ui/shell/help"
	"sanduq/ui/shell/input"
	"sanduq/ui/shell/navigation"
	"sanduq/ui/shell/permission"
	"sanduq/ui/shell/personal"
	"sanduq/ui/shell/phone"
	"sanduq/ui/shell/sidebar"
	"sanduq/ui/shell/sounds"
	"sanduq/ui/shell/workarea"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/dialog"
)

// Smallest is the smallest size of the main window.
var Smallest = frame.Smallest

// Shell is the main window's content. Everything but Stop belongs on the UI
// goroutine.
type Shell struct {
	opt         Options
	env         screen.Env
	end         context.CancelFunc // of the window's life
	unsubscribe func()             // from the preferences

	// What it knows.
	feed  *feed.Feed
	nav   navigation.Navigation
	typed typed

	// What it shows.
	frame     *frame.Window
	bar       *bar.Bar
	sidebar   *sidebar.Sidebar
	banner    *banner.Banner
	work      *workarea.Area
	phone     *phone.Phone
	first     *firstrun.FirstRun
	receipts  Receipts // nil until it is first opened
	decisions *decision.Decisions
	exports   *exports.Exports

	// Who is at it and beside it.
	input      *input.Input
	keyboard   *onscreenkeyboard.Keyboard
	sounds     *sounds.Sounds
	session    *lock.Session
	people     *personal.Personal
	permission *permission.Permission
	customer   *customer.Side // nil where there is no customer's view
}

// setUp gives the window to the sales, once the first run is over.
func (s *Shell) setUp() {
	s.opt.Setup = nil
	s.typed.begin(s.opt.Till.Settings().Currency)
	s.opt.Logger.Info("set up")
	s.build()
}

// typed is what the cashier has typed and nothing has recorded.
type typed struct {
	draft *pay.Draft
	kept  *cashier.Memory
	last  money.Amount // that whoever is here charged; zero for none
}

// begin is an empty draft.
func (t *typed) begin(currency string) {
	t.draft = pay.NewDraft(currency)
	t.draft.Last = t.last
}

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
	s.permission = permission.New(env, o.Staff, s.session, s.decisions, s.banner.Failed)
	s.phone = phone.New(env, phone.Deps{Customer: o.Offer.Phone, Place: &s.nav, Frame: s.frame, Area: area})
	s.first = firstrun.New(env, o.Setup, s.frame, s.setUp)
	s.keyboard = onscreenkeyboard.New(onscreenkeyboard.Options{Env: env, Enter: func() { s.input.EnterDown() }, Changed: s.placeKeyboard})
	s.input = input.New(env, input.Deps{Decoder: decoder, Decisions: s.decisions, First: s.first, Session: s.session, Customer: s.customer, Phone: s.phone,
		Keyboard: s.keyboard, Area: area, Place: &s.nav, Help: s.newHelp(), Window: ways{s}})
	s.exports = exports.New(env, o.Exporting, s.decisions, s.permission, s.input.Away)
}

// newHelp is the list of keys of this till.
func (s *Shell) newHelp() *help.Help {
	o := s.opt
	return help.New(s.env, help.Deps{Shop: o.Till.Settings, SaveCard: o.SaveCard, Failed: func(err error) { o.Logger.Error("counter card", "err", err) },
		Functions: func() help.Functions {
			return help.Functions{Receipts: o.Receipts != nil, Reports: o.Reports != nil, Customer: s.customer != nil, Printer: o.Offer.Printer != nil,
				Save: o.Offer.Save != nil, FullScreen: o.FullScreen != nil, Lock: s.session.Signs()}
		}}, s.decisions)
}

// newBar is the top bar in the current language and look.
func (s *Shell) newBar() *bar.Bar {
	d := bar.Deps{Shop: s.opt.Till.Settings, Link: s.feed.Link, Session: s.session, Staffed: s.opt.Staff != nil, Own: s.people.Ask, Help: s.input.Help,
		Language: s.people.NextLanguage(), SetLanguage: s.people.SetLanguage}
	if s.sounds.On() {
		d.Sound = s.sounds
	}
	if s.opt.Settings != nil {
		d.Settings = s.openSettings
	}
	return bar.New(s.env, d)
}

// newSidebar is the sidebar in the current language and look.
func (s *Shell) newSidebar() *sidebar.Sidebar {
	return sidebar.New(s.env, sidebar.Deps{Feed: s.feed, Place: &s.nav, Frame: s.frame, Decisions: s.decisions, Window: ways{s}, Shop: s.opt.Till.Settings,
		Places: sidebar.Places{Reports: s.opt.Reports != nil, Receipts: s.opt.Receipts != nil, Customer: s.customer != nil, Phone: s.phone.There()}})
}

// Object is the content of the main window.
func (s *Shell) Object() fyne.CanvasObject { return s.frame.Object() }

// Attach makes the shell the content of a window and listens to its keys.
func (s *Shell) Attach(w fyne.Window) {
	c := w.Canvas()
	s.frame.SetCanvas(c)
	w.SetPadded(false)
	w.SetContent(s.frame.Object())
	s.keyboard.Attach(c)
	s.input.Attach(c)
}

// build makes everything again, in the current language and look. What the
// cashier typed and where they are stays.
func (s *Shell) build() {
	present.Speak(s.env.Words)
	s.decisions.Close()
	s.keyboard.Close()
	s.keyboard.Dress()
	before := s.work
	s.bar, s.sidebar, s.work = s.newBar(), s.newSidebar(), workarea.New()
	s.banner.Build()
	// No ground below: the window is cleared in its colour, and a panel would
	// cost as much of each frame as all that stands on it.
	parts := frame.Parts{Work: s.work.Object(), Bar: s.bar.Object(), Sidebar: s.sidebar.Object()}
	if s.env.Practice {
		parts.Ribbon = dialog.NewRibbon(s.env.Words.T("ribbon.practice"))
	}
	s.frame.Set(parts)
	s.phone.Discard()
	s.receipts = nil
	var again func(cashier.Steps) screen.Screen
	if before != nil && before.Screen() != nil {
		again = cashier.Keep(before.Screen())
		before.Screen().Hidden() // what it was about to do by itself, it does no more
	}
	s.session.Build()
	s.first.Build()
	s.fillWindow()
	if again != nil {
		s.put(again(s.steps()))
	} else {
		s.show(s.nav.At)
	}
	s.frame.Refresh()
	s.first.Shown()
	s.restyleCustomer()
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

// paint brings bar, sidebar and banner up to date.
func (s *Shell) paint() {
	s.see()
	if one, is := s.work.Screen().(*settle.Settle); is {
		one.Refresh()
	}
	s.bar.Paint()
	s.sidebar.Paint()
	s.banner.Paint()
	if s.session.Shut() {
		s.session.Screen().Tick()
	}
}

// steps makes the screens of a sale.
func (s *Shell) steps() cashier.Steps {
	d := cashier.Deps{Till: s.opt.Steps, Shell: steps{s}, Offer: s.opt.Offer, Shop: s.opt.Till.Settings, Memory: s.typed.kept, Measure: s.work.Measure}
	if s.opt.Receipts != nil {
		d.Offer.Happened = s.tellAll
	}
	if s.opt.Reports == nil {
		d.Offer.NoShift = nil
	}
	if s.customer != nil {
		d.Customer = s.customer
	}
	if s.session.Signs() {
		d.Manager = func(title, text string, then func(string)) {
			s.permission.Ask([]journal.Right{journal.RightDecide}, title, text, then)
		}
	}
	return cashier.New(s.env, d)
}
