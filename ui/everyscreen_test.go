package ui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/core/till"
	"sanduq/ui/cashier"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/laws"
	"sanduq/ui/uitest/overflow"
	"sanduq/ui/widgets"
	"sanduq/ui/words"
)

// TestEveryScreenKeepsTheLaws walks every screen of the till, with and without
// the practice phone and a banner, and goes through all that has the focus on
// it; what can be tapped stays where it is when a banner comes and goes. A law that is added to laws.All is held here on every screen.
func TestEveryScreenKeepsTheLaws(t *testing.T) {
	type dress struct {
		name, lang string
		look       theme.Look
		size       fyne.Size
	}
	for _, c := range overflow.Some(dress{name: "light"}, dress{name: "ar", lang: words.Arabic}, dress{name: "fr", lang: words.French},
		dress{name: "dark", look: theme.Look{Variant: theme.Dark}}, dress{name: "contrast", look: theme.Look{Variant: theme.Contrast}}, dress{name: "largest", look: theme.Look{TextScale: 2}},
		dress{name: "narrow", size: fyne.NewSize(1280, 720)}, dress{name: "small", size: fyne.NewSize(1024, 640)}, dress{name: "small-largest", look: theme.Look{TextScale: 2}, size: fyne.NewSize(1024, 640)}) {
		t.Run(c.name, func(t *testing.T) {
			screens, checks := 0, 0
			dressed := func(r *harness) {
				if c.size.Width > 0 {
					r.win.Resize(c.size)
					r.pass(0)
				}
				if c.lang != "" {
					r.speak(c.lang)
				}
				look := c.look
				look.Still, look.Small, look.RTL = true, theme.Now().Small, theme.Now().RTL
				r.shell.SetLook(look)
			}
			everyScreen(t, dressed, func(r *harness, name string) {
				screens++
				r.picture("every-" + c.name + "-" + name)
				checks += r.lawful(name)
				r.unmoved(name)
				if s := r.shell; s.work.alone && s.nav.at.spot != spotSale && s.phone.asked != s.nav.at {
					t.Errorf("%s: the phone of a sale covers another page", name)
				}
			})
			t.Logf("%d screens, %d looks", screens, checks)
		})
	}
	for screen, law := range broken {
		if !met[screen] {
			t.Errorf("%s… keeps the law of %s by now: take it off the list", screen, law)
		}
	}
}

// broken are the screens that break a law as yet, each with a part of what is
// found. It only ever gets shorter: what is mended must be taken off it.
var broken = map[string]string{}

// lawful holds the window against every law as it is, and with the focus on
// each thing that Tab leads to. It returns how often it looked.
func (r *harness) lawful(name string) (looks int) {
	r.t.Helper()
	c := r.win.Canvas()
	for _, b := range laws.Broken(c) {
		if !known(name, b) {
			r.t.Errorf("%s: %s", name, b)
		}
	}
	before := c.Focused()
	var first fyne.Focusable
	for looks = 1; looks < 80; looks++ {
		c.FocusNext()
		at := c.Focused()
		if at == nil || at == first {
			break
		}
		if first == nil {
			first = at
		}
		if b := laws.Rings(c); len(b) > 0 {
			r.t.Errorf("%s, Tab: %s", name, b[0])
			break
		}
	}
	if c.Unfocus(); before != nil {
		c.Focus(before)
	}
	return looks
}

// met are the entries of broken that were found.
var met = map[string]bool{}

func known(name, fault string) bool {
	for screen, law := range broken {
		if strings.HasPrefix(name, screen) && strings.HasPrefix(fault, law) {
			met[screen] = true
			return true
		}
	}
	return false
}

// everyScreen shows every screen that there is, dressed first.
func everyScreen(t *testing.T, dressed func(*harness), look func(r *harness, name string)) {
	t.Helper()
	begin := func(change ...func(*harness, *Options)) *harness {
		r := newHarness(t, append([]func(*harness, *Options){shopFloor, allRoutes, everything, rooms}, change...)...)
		dressed(r)
		return r
	}
	for name, walk := range map[string]func(*harness, func(*harness, string)){
		"a sale": func(r *harness, look func(*harness, string)) { walkThrough(r, func(name string) { look(r, name) }) },
		"ends":   walkEnds, "forms": walkForms, "decisions": walkDecisions, "banners": walkBanners,
		"receipts": walkReceipts, "reports": walkReports, "settings": walkSettings, "lock": walkLock, "guard": walkGuard,
	} {
		t.Run(name, func(t *testing.T) { walk(begin(), look) })
	}
	t.Run("phone", func(t *testing.T) {
		r := begin()
		r.shell.phone.want(phoneOpened)
		walkForms(r, func(r *harness, name string) { look(r, "phone-"+name) })
		r = begin()
		r.shell.phone.want(phoneOpened)
		walkPhone(r, look)
		r = begin(withDay)
		r.shell.phone.want(phoneOpened)
		walkCashPhone(r, look)
	})
	t.Run("quick amounts", func(t *testing.T) {
		walkQuick(begin(func(r *harness, _ *Options) { r.till.set.Quick, r.till.set.Repeat = "5 10 20 50 100 2.5", true }), look)
	})
	t.Run("strip", func(t *testing.T) { walkStrip(begin(tenSales), look) })
	t.Run("settle", func(t *testing.T) { walkSettle(begin(unsettled, settledEarlier), look) })
	t.Run("day", func(t *testing.T) { walkDay(begin(withDay), look) })
	t.Run("setup", func(t *testing.T) { walkSetup(begin(withSetup), look) })
	t.Run("nobody signs in", func(t *testing.T) {
		walkDecisions(begin(func(_ *harness, o *Options) { o.Staff = nil }), func(r *harness, name string) { look(r, "named-"+name) })
	})
}

func walkQuick(r *harness, look func(*harness, string)) {
	look(r, "quick-first")
	before := r.quickPlaces()
	r.shell.typed.last = lyd(12500)
	r.shell.typed.begin("LYD")
	r.shell.show(place{spot: spotAmount})
	look(r, "quick")
	for label, at := range r.quickPlaces() {
		if was, stood := before[label]; stood && was != at {
			r.t.Errorf("quick: %s stands at %v, and stood at %v before there was a last amount", label, at, was)
		}
	}
	r.shell.quick(4)
	look(r, "quick-pressed")
}

func walkPhone(r *harness, look func(*harness, string)) {
	look(r, "phone-sale")
	r.runes("12.5")
	r.keys(fyne.KeyReturn)
	look(r, "phone-route")
	r.at()
	look(r, "phone-qr")
	r.keys(fyne.KeyF7)
	look(r, "phone-set-aside")
	r.keys(fyne.KeyEscape)
	r.keys(fyne.KeyF3)
	look(r, "phone-says-paid")
	r.at(state(core.StateWaitingPayment))
	look(r, "phone-waiting")
	r.at(state(core.StateWaitingPayment), capped)
	look(r, "phone-unknown")
	r.at(aside)
	look(r, "phone-aside")
	r.at(paid)
	look(r, "phone-paid")
	r.at(state(core.StateFailed))
	look(r, "phone-failed")
}

func walkEnds(r *harness, look func(*harness, string)) {
	for _, c := range []struct {
		name   string
		change []func(*till.View)
	}{
		{"expired", []func(*till.View){state(core.StateExpired)}},
		{"not-opened", []func(*till.View){func(v *till.View) {
			v.Step, v.Session, v.Live = till.StepRejected, core.PaymentSession{}, till.LiveStatus{}
			v.Refusal = &till.Refusal{Operation: core.OpInitiate, Code: "LIMIT_EXCEEDED", At: noon}
		}}},
		{"aside", []func(*till.View){aside}},
		{"aside-late", []func(*till.View){aside, paid}},
		{"paid-twice", []func(*till.View){aside, paid, func(v *till.View) { v.PaidTwiceWith = "20261120-000011" }}},
		{"resolved", []func(*till.View){func(v *till.View) {
			v.ResolvedOutside = &till.Decision{At: noon, By: "Huda", Reason: "Paid by card in the shop next door"}
		}}},
		{"with-manager", []func(*till.View){capped, func(v *till.View) {
			v.WithManager = &till.Decision{At: noon, By: "Samira", Reason: cashier.ReasonNoAnswer}
		}}},
		{"conflict", []func(*till.View){state(core.StateFailed), func(v *till.View) { v.Session.Conflict = "SUCCESS" }}},
		{"code-unresolved", []func(*till.View){silent}},
	} {
		r.at(c.change...)
		look(r, c.name)
		r.pass(time.Second)
	}
}

func walkForms(r *harness, look func(*harness, string)) {
	wallet := func(v *till.View) { v.Route = core.RouteWallet }
	r.at(entry)
	look(r, "account")
	r.keys(fyne.KeyDown)
	r.runes("123456789012")
	look(r, "account-typed")
	r.at(entry, refused(core.OpValidateAccount, "INVALID_ACCOUNT"))
	look(r, "account-refused")
	r.at(entry, validating)
	look(r, "account-asking")
	r.at(entry, wallet)
	look(r, "wallet")
	r.at(coded)
	look(r, "code")
	r.runes("123")
	look(r, "code-half")
	r.at(coded, refused(core.OpSubmitOTP, "WRONG_OTP"))
	look(r, "code-wrong")
	r.at(coded, refused(core.OpSubmitOTP, "OTP_EXPIRED"))
	look(r, "code-expired")
	r.runes("123456")
	look(r, "code-sending")
	r.keys(fyne.KeyBackspace)
	r.at(func(v *till.View) {
		v.Step, v.Session.State, v.Session.QRPayload, v.Route, v.Live = till.StepCreated, core.StatePending, "", "", till.LiveStatus{}
		v.Refusal = &till.Refusal{Operation: core.OpGenerateQR, Code: "LIMIT_EXCEEDED", At: noon}
	})
	look(r, "choose")
}

func walkDecisions(r *harness, look func(*harness, string)) {
	w := r.shell.env.Words
	r.at()
	r.keys(fyne.KeyF7)
	for _, reason := range cashier.Reasons() {
		for _, b := range r.buttons() {
			if b.Spec().Label == w.T("reason."+reason) {
				test.Tap(b)
				look(r, "set-aside-"+reason)
			}
		}
	}
	r.keys(fyne.KeyEscape)
	r.at(capped)
	r.pressed(w.T("manager.give"))
	look(r, "unknown-given")
	r.at(capped, func(v *till.View) {
		v.WithManager = &till.Decision{At: noon, By: "Samira", Reason: cashier.ReasonNoAnswer}
	})
	r.pressed(w.T("manager.resolve"))
	look(r, "resolve")
	r.shell.closeDecision()
	r.shell.askFrozen(putBack())
	look(r, "frozen")
	r.shell.closeDecision()
	if r.shell.session.Signs() {
		for name, manager := range map[string]bool{"take-over": false, "take-over-manager": true} {
			r.shell.askTakeOver(3, manager)
			look(r, name)
			r.shell.closeDecision()
		}
		r.shell.askOwn()
		look(r, "own-card")
		r.shell.closeDecision()
		r.shell.approve([]till.Right{till.RightDecide}, "Settings", "A manager’s word is needed.", func(string) {})
		look(r, "approval")
		r.shell.closeDecision()
	}
	r.shell.help()
	look(r, "help")
	r.shell.closeDecision()
}

func walkBanners(r *harness, look func(*harness, string)) {
	r.shell.notice(till.Notice{Kind: till.NoticeLink, Link: till.Link{LastAnswer: noon.Add(-time.Minute), Down: true}})
	look(r, "banner-sale")
	r.keys(fyne.KeyF2)
	r.at()
	look(r, "banner-qr")
	r.at(coded)
	look(r, "banner-code")
	r.at(entry)
	look(r, "banner-account")
	r.at(capped)
	look(r, "banner-unknown")
	r.at(paid)
	look(r, "banner-paid")
	r.keys(fyne.KeyF4)
	look(r, "banner-receipts")
}

func walkReceipts(r *harness, look func(*harness, string)) {
	r.keys(fyne.KeyF4)
	look(r, "receipts")
	for range 3 {
		r.keys(fyne.KeyDown)
	}
	look(r, "receipts-unknown")
	r.keys(fyne.KeyUp, fyne.KeyUp, fyne.KeyUp)
	for _, f := range uitest.All[*widgets.Field](r.win.Canvas().Content()) {
		f.SetText("wallet last 7 days paid 40")
		r.pass(time.Second)
		look(r, "receipts-asked")
		f.SetText("")
		r.pass(time.Second)
	}
	r.keys(fyne.KeyReturn)
	look(r, "receipt")
	r.keys(fyne.KeyF3)
	look(r, "happened")
	r.keys(fyne.KeyEscape)
	r.keys(fyne.KeyEscape)
	chips := func() []*widgets.Chip {
		r.keys(fyne.KeyF4) // anew: Esc may have left
		return uitest.All[*widgets.Chip](r.win.Canvas().Content())
	}
	for i, chip := range chips() {
		name := chip.Label()
		test.Tap(chips()[i])
		look(r, "receipts-chip-"+name)
		if r.walkPopover(look, "receipts-popover-"+name) {
			r.keys(fyne.KeyEscape)
		}
	}
}

func walkGuard(r *harness, look func(*harness, string)) {
	r.till.set.AskAbove = "500"
	r.runes("1250.5")
	r.keys(fyne.KeyReturn)
	look(r, "guard-grey")
	r.pass(time.Second)
	look(r, "guard")
	r.keys(fyne.KeyEscape)
	r.runes("12500")
	r.keys(fyne.KeyReturn)
	r.pass(time.Second)
	look(r, "guard-manager")
	r.keys(fyne.KeyReturn)
	look(r, "guard-manager-pin")
	r.shell.closeDecision()
}

func walkLock(r *harness, look func(*harness, string)) {
	r.keys(fyne.KeyF12)
	look(r, "lock")
	r.runes("25")
	look(r, "lock-typed")
	r.keys(fyne.KeyDelete)
	r.runes("0000")
	look(r, "lock-wrong")
}

// TestEveryScreenMakesRoomForThePhone: with the practice phone open, nothing is
// covered, and nothing is cut off or over something else.
func TestEveryScreenMakesRoomForThePhone(t *testing.T) {
	for _, c := range overflow.Some(fyne.NewSize(1366, 690), fyne.NewSize(1920, 1080), fyne.NewSize(1024, 640)) {
		for _, text := range overflow.Some[float32](1, 1.5, 2) {
			t.Run(fmt.Sprintf("%.0f/%.0f%%", c.Width, text*100), func(t *testing.T) {
				r := newHarness(t, shopFloor, allRoutes, everything)
				r.win.Resize(c)
				r.pass(0)
				look := theme.Now()
				look.TextScale = text
				r.shell.SetLook(look)
				r.shell.phone.want(phoneOpened)
				check := func(r *harness, name string) {
					r.picture(fmt.Sprintf("phone-%.0f-%.0f-%s", c.Width, text*100, name))
					for _, f := range append(laws.Broken(r.win.Canvas()), overflow.Faults(r.win.Canvas())...) {
						t.Errorf("%s: %s", name, f)
					}
				}
				walkPhone(r, check)
				if c.Width > 1100 && text == 1 { // elsewhere the phone stands alone, and looks the same
					walkForms(r, check)
				}
			})
		}
	}
}
