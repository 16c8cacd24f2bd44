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
	"sanduq/ui/shell/feed"
	"sanduq/ui/shell/navigation"
	"sanduq/ui/shell/workarea"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/dialog"
	"sanduq/ui/toolkit/layout"
)

// Smallest is the smallest size of the main window.
var Smallest = fyne.NewSize(1024, 640)

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
	input input

	// What it shows.
	window   window
	bar      *bar
	sidebar  *sidebar
	banner   *banner
	work     *workarea.Area
	phone    phone
	keyboard *onscreenkeyboard.Keyboard
	receipts Receipts // nil until it is first opened
	decision decision
	first    firstRun
	exports  exports

	// Who is beside it.
	sounds   sounds
	session  *lock.Session
	customer *customer.Side // nil where there is no customer's view
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
	env.Missed = func(about, said string) { s.banner.miss(about, said) }
	s.opt, s.env = o, env
	s.feed = feed.New(env, o.Till, o.Health, told{s})
	s.input.decoder = keys.NewDecoder(s.env.Now)
	s.typed = typed{draft: pay.NewDraft(o.Till.Settings().Currency), kept: cashier.NewMemory()}
	s.window = window{small: theme.Now().Small, root: layout.New(func() fyne.Size { return Smallest }, s.place)}
	s.banner, s.phone, s.sounds, s.first = &banner{shell: s}, newPhone(s), newSounds(s), firstRun{shell: s}
	s.customer, s.session, s.keyboard = s.newSide(), s.newSession(), s.newKeyboard()
	s.exports = s.newExports()
	s.unsubscribe = s.env.Preferences.Subscribe(s.prefer)
	if o.Paper != nil {
		o.Paper(s.env.Preferences.Get().Printer)
	}
	s.build()
	return s
}

// Object is the content of the main window.
func (s *Shell) Object() fyne.CanvasObject { return s.window.root }

// build makes everything anew, in the current language and look. What the
// cashier typed and where they are stays.
func (s *Shell) build() {
	present.Speak(s.env.Words)
	s.closeDecision()
	s.keyboard.Close()
	s.keyboard.Dress()
	s.window.small = theme.Now().Small
	before := s.work
	s.bar, s.sidebar, s.work = newBar(s), newSidebar(s), workarea.New()
	s.banner.build()
	// No ground below: the window is cleared in its colour, and a panel would
	// cost as much of each frame as all that stands on it. The order is that of
	// the focus: the work, the tools above it, the sales beside it.
	s.window.parts = []fyne.CanvasObject{s.work.Object(), s.bar.root, s.sidebar.root}
	if s.env.Practice {
		s.window.ribbon = dialog.NewRibbon(s.env.Words.T("ribbon.practice"))
		s.window.parts = append(s.window.parts, s.window.ribbon)
	}
	s.phone.discard()
	s.receipts = nil
	var again func(cashier.Steps) screen.Screen
	if before != nil && before.Screen() != nil {
		again = cashier.Keep(before.Screen())
		before.Screen().Hidden() // what it was about to do by itself, it does no more
	}
	s.session.Build()
	s.first.build()
	s.fillWindow()
	if again != nil {
		s.put(again(s.steps()))
	} else {
		s.show(s.nav.At)
	}
	s.window.root.Refresh()
	s.first.shown()
	s.redress()
}

// tick keeps the clock and what depends on the time alone, at every full second.
// It is the only clock of what the window shows: two would paint it twice.
func (s *Shell) tick() {
	if s.env.Life.Err() != nil {
		return
	}
	s.bar.paint()
	s.feed.Examine()
	if !s.first.on() || s.session.Shut() {
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
	s.bar.paint()
	s.sidebar.paint()
	s.banner.paint()
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
			s.approve([]journal.Right{journal.RightDecide}, title, text, then)
		}
	}
	return cashier.New(s.env, d)
}
