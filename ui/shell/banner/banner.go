// Package banner shows what must be said above the cashier's work, one alarm at a time, and
// does what its button says. It knows what the till said last and where the cashier is;
// what leads elsewhere is for the window. It belongs on the UI goroutine.
package banner

import (
	"context"
	"log/slog"
	"slices"
	"strconv"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/pause"
	"sanduq/ui/alarm"
	"sanduq/ui/keys"
	"sanduq/ui/lock"
	"sanduq/ui/screen"
	"sanduq/ui/settle"
	"sanduq/ui/shell/decision"
	"sanduq/ui/shell/feed"
	"sanduq/ui/shell/frame"
	"sanduq/ui/shell/navigation"
	"sanduq/ui/toolkit/dialog"
)

// stillTime is how long no banner comes up after a tap: a finger may be on its way
// down again.
const stillTime = 400 * time.Millisecond

// FailTime is how long a refusal of the till stays in sight.
const FailTime = 8 * time.Second

// Till is what is asked of the till.
type Till interface {
	// ReadLateAlert records that somebody took note of an alarm about money.
	ReadLateAlert(ctx context.Context, id journal.SaleID) error
}

// Window is the window around the banner.
type Window interface {
	// Tapped is when a finger was last on anything in the window.
	Tapped() time.Time
	// FirstRun reports whether the till is not set up yet: what leads elsewhere is not
	// told then.
	FirstRun() bool
	// Banner reports whether a banner is shown; SetBanner shows one, nil takes it away.
	Banner() bool
	SetBanner(fyne.CanvasObject)
	// MaySettings and MayOwed report whether the settings and what is owed back can be
	// opened from here.
	MaySettings() bool
	MayOwed() bool
	OpenSale(id journal.SaleID)
	OpenSettings()
	OpenOwed(id journal.SaleID)
	// Confirm asks for the word that ends the recovery of a till that was put back.
	Confirm(r *journal.Recovery)
}

// Deps is what the banner looks at.
type Deps struct {
	Till      Till
	Feed      *feed.Feed
	Place     *navigation.Navigation
	Session   *lock.Session
	Decisions *decision.Decisions
	Frame     *frame.Window
	Window    Window
	Log       *slog.Logger
}

// Banner shows one of the alarms in the place of the names in the top bar, so that
// nothing moves or is covered that can be tapped; the rest come with its second
// button.
type Banner struct {
	env      screen.Env
	deps     Deps
	widget   *dialog.Banner
	turn     int            // which of them is shown
	heaviest string         // what the first of them says
	asked    asked          // what the button is for that is shown
	guard    *keys.Guard    // it was for something else just now
	waiting  screen.Timer   // it comes when the finger has rested
	failure  error          // what the till has just refused
	missed   []alarm.Missed // refusals of which the page was left
}

// New shows nothing before Build and Paint.
func New(env screen.Env, d Deps) *Banner {
	return &Banner{env: env, deps: d, guard: keys.NewGuard(env.Now)}
}

// asked is what the button of an alarm is for.
type asked struct {
	action alarm.Action
	sale   journal.SaleID
	missed alarm.Missed
}

// Build makes the widget again, in the current language and look.
func (b *Banner) Build() {
	b.widget = dialog.NewBanner(dialog.BannerSpec{}, b.Act, b.Next)
	b.widget.OnTapped = b.Open
}

// Paint shows the alarms of now. What has just become the weightiest is shown
// first.
func (b *Banner) Paint() {
	all := b.Alarms()
	if len(all) == 0 || b.deps.Session.Shut() {
		b.turn, b.heaviest, b.asked = 0, "", asked{}
		if on := b.deps.Frame.Focused(); on != nil && b.widget.Holds(on) {
			b.deps.Frame.Focus(nil)
		}
		b.deps.Window.SetBanner(nil)
		return
	}
	if !b.deps.Window.Banner() && !b.still() {
		return // it comes when the finger has rested
	}
	if b.heaviest != all[0].Fact {
		b.heaviest, b.turn = all[0].Fact, 0
	}
	a := all[b.turn%len(all)]
	if now := (asked{a.Action, a.Sale, a.Missed}); now != b.asked {
		if b.asked != (asked{}) {
			b.guard.Arm() // a finger may be on its way to the one before
		}
		b.asked = now
	}
	spec := dialog.BannerSpec{Icon: a.Icon, Fact: a.Fact, Then: a.Then, Action: a.Button, OwnLine: true}
	if n := len(all) - 1; n > 0 {
		spec.More = b.env.Words.T("banner.more", "count", strconv.Itoa(n))
	}
	b.widget.Set(spec)
	b.deps.Window.SetBanner(b.widget)
}

// still reports whether the last tap is long enough ago for something to press to
// come up; where it is not, the banner is painted when it is.
func (b *Banner) still() bool {
	wait := pause.Left(b.deps.Window.Tapped().Add(stillTime), b.env.Now(), stillTime)
	if wait == 0 {
		return true
	}
	b.waiting.Once(b.env, wait, b.Paint)
	return false
}

// Act does what the button of the alarm that is shown says.
func (b *Banner) Act() {
	if all := b.Alarms(); len(all) > 0 && b.guard.Allows(keys.Back) {
		b.answer(all[b.turn%len(all)])
	}
}

// Next turns to the next alarm, whose button is for the one who turned there at once.
func (b *Banner) Next() {
	b.turn, b.asked = b.turn+1, asked{}
	b.Paint()
}

// Alarms lists what must be said now, the weightiest first.
func (b *Banner) Alarms() []alarm.Alarm {
	d, w := b.deps, b.deps.Window
	now := d.Feed.Alarms()
	now.Failure, now.Missed = b.failure, b.missed
	if w.FirstRun() { // the rest leads to what is not there yet
		now = alarm.State{Now: now.Now, StoreFault: now.StoreFault, Missed: now.Missed}
	}
	now.Shown, now.Opening = d.Place.At.Sale, d.Place.Selling()
	now.Owed, now.Settings = w.MayOwed(), w.MaySettings()
	all := alarm.List(b.env, now)
	if d.Place.At.Location == navigation.Settle { // what the list says with its amounts is not said above it again
		all = slices.DeleteFunc(all, func(a alarm.Alarm) bool {
			v, known := d.Feed.Sale(a.Sale)
			return known && settle.Why(v) != settle.Not
		})
	}
	return all
}

// answer does what the button of an alarm says.
func (b *Banner) answer(a alarm.Alarm) {
	w := b.deps.Window
	switch a.Action {
	case alarm.OpenSale:
		w.OpenSale(a.Sale)
	case alarm.Read:
		b.markRead(a.Sale)
	case alarm.Confirm:
		w.Confirm(b.deps.Feed.Recovery())
	case alarm.OpenSettings:
		w.OpenSettings()
	case alarm.OpenOwed:
		w.OpenOwed(a.Sale)
	case alarm.Understood:
		b.Understand(a.Missed)
	}
}

// Understand takes away what was missed.
func (b *Banner) Understand(m alarm.Missed) {
	b.missed = slices.DeleteFunc(b.missed, func(one alarm.Missed) bool { return one == m })
	b.Paint()
}

// markRead records that someone took note of an alarm about money.
func (b *Banner) markRead(id journal.SaleID) {
	b.env.Go(func() {
		if err := b.deps.Till.ReadLateAlert(b.env.Life, id); err != nil && b.env.Life.Err() == nil {
			b.env.Post(func() { b.Failed(err) })
		}
	})
}

// Failed writes a refusal of the till down and shows it for a while.
func (b *Banner) Failed(err error) {
	b.deps.Log.Warn("refused", "err", err)
	b.Fail(err)
}

// Fail shows a refusal of the till for a while.
func (b *Banner) Fail(err error) {
	if journal.CodeOf(err) == journal.CodeBusy || b.env.Life.Err() == context.Canceled {
		return
	}
	b.failure = err
	b.Paint()
	b.env.After(FailTime, func() {
		if b.failure == err {
			b.failure = nil
			b.Paint()
		}
	})
}

// Miss tells of a refusal of which the page was left, once, until it is understood.
func (b *Banner) Miss(about, said string) {
	if m := (alarm.Missed{About: about, Said: said}); !slices.Contains(b.missed, m) {
		b.missed = append(b.missed, m)
	}
	b.Paint()
}
