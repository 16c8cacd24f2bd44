package ui

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/till"
	"sanduq/ui/cashier"
	"sanduq/ui/customer"
	"sanduq/ui/desktop/sound"
	"sanduq/ui/keys"
	"sanduq/ui/lock"
	"sanduq/ui/onscreenkeyboard"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/widgets"
	"sanduq/ui/words"
)

// Smallest is the smallest size of the main window.
var Smallest = fyne.NewSize(1024, 640)

// Shell is the main window's content. Everything but Stop belongs on the UI
// goroutine.
type Shell struct {
	opt Options
	env screen.Env
	log *slog.Logger

	life    context.Context
	end     context.CancelFunc
	running sync.WaitGroup

	state     tillState
	nav       navigation
	draft     *cashier.Draft
	forms     *cashier.Forms
	current   screen.Screen
	receipts  Receipts
	decision  *widgets.Decision
	phoneOpen phoneMode
	loudness  sound.Volume // before it was turned off
	news      *news

	canvas  fyne.Canvas
	decoder *keys.Decoder
	enter   latch
	heldEsc bool // the press of Esc that ended the customer's view is not let go yet

	ribbon *widgets.Ribbon
	bar    *bar
	strip  *strip
	banner *banner
	phone  *cashier.Phone
	work   *work
	root   *fyne.Container
	small  bool

	keyboard *onscreenkeyboard.Keyboard

	session  *lock.Session
	asking   *lock.Approval      // in the decision that lies over the window; nil for none
	first    screen.Screen       // the first run; nil once it is over
	room     *work               // of the first run
	customer *customer.Side      // nil where there is no customer's view
	parts    []fyne.CanvasObject // of the cashier's window
}

// New builds the shell. Nothing moves before Start.
func New(o Options) *Shell {
	s := &Shell{opt: o, env: o.env(), log: o.Logger, state: tillState{sales: map[till.SaleID]till.View{}},
		forms: cashier.NewForms(), nav: newNavigation()}
	s.life, s.end = context.WithCancel(context.Background())
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	s.decoder = keys.NewDecoder(s.env.Now)
	s.draft = cashier.NewDraft(o.Till.Settings().Currency)
	s.small = theme.Now().Small
	if o.PhoneFolded {
		s.phoneOpen = phoneClosed
	}
	s.root = screen.Lay(func() fyne.Size { return Smallest }, s.place)
	s.banner = &banner{shell: s}
	s.customer = s.newSide()
	s.session = s.newSession()
	s.keyboard = s.newKeyboard()
	s.build()
	return s
}

// Object is the content of the main window.
func (s *Shell) Object() fyne.CanvasObject { return s.root }

// build makes everything anew, in the current language and look. What the
// cashier typed and where they are stays.
func (s *Shell) build() {
	s.closeDecision()
	s.keyboard.Close()
	s.keyboard.Dress()
	s.small = theme.Now().Small
	s.bar, s.strip, s.work = newBar(s), newStrip(s), newWork()
	s.banner.build()
	// No ground below: the window is cleared in its colour, and a panel would
	// cost as much of each frame as all that stands on it.
	objects := []fyne.CanvasObject{s.bar.root, s.strip.root, s.work.root}
	if s.opt.Practice {
		s.ribbon = widgets.NewRibbon(s.env.Words.T("ribbon.practice"))
		objects = append(objects, s.ribbon)
	}
	if s.phone != nil {
		s.phone.Close()
		s.phone = nil
	}
	s.receipts = nil
	if s.current != nil {
		s.current.Hidden() // what it was about to do by itself, it does no more
	}
	s.parts = objects
	s.current = nil
	s.session.Build()
	s.buildFirst()
	s.fillWindow()
	s.show(s.nav.at)
	s.root.Refresh()
	s.showFirst()
	if s.customer != nil {
		s.customer.Redress()
	}
}

// fillWindow puts the cashier's window, or the customer's view, into the main
// window.
func (s *Shell) fillWindow() {
	s.root.Objects = s.parts
	s.keyboard.Close()
	switch {
	case s.first != nil:
		s.root.Objects = []fyne.CanvasObject{s.room.root}
	case s.turned():
		s.root.Objects = []fyne.CanvasObject{s.customer.Object()}
	case s.session.Shut():
		s.root.Objects = []fyne.CanvasObject{s.parts[0], s.bar.root, s.session.Screen().Object()}
		if s.ribbon != nil {
			s.root.Objects = append(s.root.Objects, s.ribbon)
		}
	}
	s.root.Refresh()
}

// place lays the shell out: ribbon, bar, strip, work area.
func (s *Shell) place(b screen.Board) {
	if len(s.root.Objects) == 0 {
		return
	}
	s.watchWidth(b.W)
	if s.first != nil || s.turned() {
		b.Put(s.root.Objects[0], 0, 0, b.W, b.H)
		return
	}
	b.Put(s.root.Objects[0], 0, 0, b.W, b.H)
	y := float32(0)
	if s.ribbon != nil {
		h := s.ribbon.MinSize().Height
		b.Put(s.ribbon, 0, 0, b.W, h)
		y = h
	}
	bar := s.bar.root.MinSize().Height
	b.Put(s.bar.root, 0, y, b.W, bar)
	y += bar
	if s.session.Shut() {
		b.Put(s.session.Screen().Object(), 0, y, b.W, b.H-y)
		return
	}
	w := stripWidth()
	b.Put(s.strip.root, 0, y, w, b.H-y)
	b.Put(s.work.root, w, y, b.W-w, b.H-y)
}

// stripWidth grows a little with the words in the strip.
func stripWidth() float32 {
	if l := theme.Now(); !l.Small {
		return theme.StripWidth() * (1 + (min(max(l.TextScale, 1), 1.5)-1)*.8)
	}
	return theme.StripWidth()
}

// watchWidth changes the size class when the window became narrower or wider
// than it allows.
func (s *Shell) watchWidth(width float32) {
	if small := width < theme.SmallBelow; width > 0 && small != s.small {
		s.small = small
		s.env.After(0, func() {
			l := theme.Now()
			if l.Small == s.small {
				return // a new window is narrow for a moment: to build everything for it is a third of a start
			}
			l.Small = s.small
			s.SetLook(l)
		})
	}
}

// SetLook changes variant, text scale, size class or motion, at once. The
// direction follows the language.
func (s *Shell) SetLook(l theme.Look) {
	l.RTL = s.env.Words.RTL()
	theme.Apply(fyne.CurrentApp(), l)
	s.build()
}

// SetLanguage changes the language of everything, at once.
func (s *Shell) SetLanguage(lang string) {
	if err := s.env.Words.Use(lang); err != nil {
		s.log.Error("language", "err", err)
		return
	}
	s.SetLook(theme.Now())
	if s.opt.LanguageChanged != nil {
		s.opt.LanguageChanged(lang)
	}
}

func (s *Shell) nextLanguage() string {
	all := words.Languages()
	for i, l := range all {
		if l == s.env.Words.Lang() {
			return all[(i+1)%len(all)]
		}
	}
	return words.English
}

// tick keeps the clock and what depends on the time alone.
func (s *Shell) tick() {
	if s.life.Err() != nil {
		return
	}
	s.bar.paint()
	s.lookAfter()
	if s.first == nil || s.session.Shut() {
		s.session.Guard()
	}
	if s.nav.at.spot == spotSale {
		s.follow()
	}
	if s.customer != nil {
		s.customer.Tick()
	}
	s.env.After(time.Second, s.tick)
}

// paint brings bar, strip and banner up to date.
func (s *Shell) paint() {
	s.bar.paint()
	s.strip.paint()
	s.banner.paint()
	if s.session.Shut() {
		s.session.Screen().Tick()
	}
}

func (s *Shell) deps() cashier.Deps {
	d := cashier.Deps{Env: s.env, Life: s.life, Desk: s.opt.Till, Steps: steps{s}, Routes: s.opt.Routes,
		Replacing: s.opt.Replacing, Shop: s.opt.Till.Settings, Forms: s.forms, Institutions: s.opt.Institutions,
		Numbers: s.opt.Numbers, Phone: s.opt.Phone}
	if s.customer != nil {
		d.Customer = s.customer
	}
	if s.session.Signs() {
		d.Manager = s.approve
	}
	return d
}
