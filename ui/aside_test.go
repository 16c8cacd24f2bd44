package ui

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/input"
	"sanduq/ui/uitest"
)

// offered are the labels of the buttons that can be pressed now, the primary
// with a star.
func (r *harness) offered() string {
	var all []string
	for _, b := range r.buttons() {
		switch {
		case b.Disabled():
		case b.Primary():
			all = append(all, "*"+b.Spec().Label)
		default:
			all = append(all, b.Spec().Label)
		}
	}
	return strings.Join(all, ", ")
}

func TestThePrimaryOfSettingAsideFollowsTheReason(t *testing.T) {
	for _, c := range []struct {
		reason string
		with   func(*journal.View)
		want   string
	}{
		{"Paid cash", func(*journal.View) {}, "Set aside"},
		{"Customer left", func(*journal.View) {}, "Set aside"},
		{"Wrong amount", func(*journal.View) {}, "New payment"},
		{"Code did not come", coded, "New payment"},
	} {
		r := newHarness(t, shopFloor, allRoutes, everything)
		r.at(c.with)
		r.askedAside()
		r.tap(c.reason)
		r.picture("aside-" + strings.ReplaceAll(c.reason, " ", "-"))
		got := r.offered()
		if !strings.Contains(got, "*"+c.want) || strings.Count(got, "*") != 1+strings.Count(r.below(), "*") {
			t.Errorf("%s: offered %q, want *%s alone", c.reason, got, c.want)
		}
		if c.want == "Set aside" && strings.Contains(got, "New payment") {
			t.Errorf("%s: a new payment is offered, which takes the money twice: %q", c.reason, got)
		}
	}
}

// askedAside opens the decision to set the sale on the screen aside.
func (r *harness) askedAside() {
	r.keys(fyne.KeyF7)
	if r.shell.decisions.Card() == nil {
		r.t.Fatal("nothing asks")
	}
	for _, b := range r.buttons() { // the reason that the screen has picked already
		if b.Spec().Chosen && b.Spec().Label != "Code did not come" {
			r.t.Errorf("%q is picked", b.Spec().Label)
		}
	}
}

// below are the buttons under a decision.
func (r *harness) below() string {
	var all []string
	for _, b := range uitest.All[*control.Button](r.win.Canvas().Content()) {
		if b.Primary() {
			all = append(all, "*"+b.Spec().Label)
		}
	}
	return strings.Join(all, ", ")
}

func TestOnlyReasonsThatFitTheRouteAreOffered(t *testing.T) {
	for _, c := range []struct {
		name string
		with func(*journal.View)
		code bool
	}{
		{"QR", func(*journal.View) {}, false}, {"account", coded, true}, {"waiting", state(core.StateWaitingPayment), false},
	} {
		r := newHarness(t, shopFloor, allRoutes, everything)
		r.at(c.with)
		r.keys(fyne.KeyF7)
		if got := strings.Contains(r.offered(), "Code did not come"); got != c.code {
			t.Errorf("%s: a code that did not come is offered: %v", c.name, got)
		}
	}
}

// TestEnterPressesWhatLooksLikeThePrimary, once a reason is picked, by finger and by
// keys; an Enter that is held from picking it presses nothing more.
func TestEnterPressesWhatLooksLikeThePrimary(t *testing.T) {
	for _, c := range []struct {
		reason, want string
		with         func(*journal.View)
	}{
		{"Paid cash", "aside #12 paidCash", func(*journal.View) {}},
		{"Customer left", "aside #12 customerLeft", func(*journal.View) {}},
		{"Wrong amount", "aside #12 wrongAmount", func(*journal.View) {}},
		{"Code did not come", "aside #12 noCode", coded},
	} {
		for way, pick := range map[string]func(*harness){
			"finger": func(r *harness) { r.tap(c.reason) },
			"keys": func(r *harness) {
				r.focusReason(c.reason)
				r.keys(fyne.KeyReturn)
			},
			"held": func(r *harness) {
				r.focusReason(c.reason)
				enter := &fyne.KeyEvent{Name: fyne.KeyReturn}
				first := r.win.Canvas().Focused()
				first.(desktop.Keyable).KeyDown(enter)
				first.TypedKey(enter)
				for range 3 {
					r.win.Canvas().Focused().TypedKey(enter)
				}
				r.asked()
				if r.shell.decisions.Card() == nil {
					t.Errorf("%s: an Enter that is held decides", c.reason)
				}
				r.win.Canvas().Focused().(desktop.Keyable).KeyUp(enter)
			},
		} {
			r := newHarness(t, shopFloor, allRoutes, everything)
			r.at(c.with)
			r.askedAside()
			pick(r)
			r.picture("aside-enter-" + way + "-" + strings.ReplaceAll(c.reason, " ", "-"))
			if f, is := r.win.Canvas().Focused().(*control.Button); !is || !f.Primary() {
				t.Errorf("%s, %s: the keys are with %T", c.reason, way, r.win.Canvas().Focused())
				continue
			}
			r.keys(fyne.KeyReturn)
			r.asked(c.want)
		}
	}
}

// focusReason goes back to a reason by Shift and Tab.
func (r *harness) focusReason(label string) {
	r.t.Helper()
	for range 8 {
		r.win.Canvas().FocusPrevious()
		if b, is := r.win.Canvas().Focused().(*control.Button); is && b.Spec().Label == label {
			return
		}
	}
	r.t.Fatalf("Tab does not lead to %q", label)
}

// TestAHeldSpaceDecidesNothing: it picks the reason, and its repeats press nothing that
// took the keys over.
func TestAHeldSpaceDecidesNothing(t *testing.T) {
	for _, reason := range []string{"Customer left", "Wrong amount"} {
		r := newHarness(t, shopFloor, allRoutes, everything)
		r.at(func(*journal.View) {})
		r.askedAside()
		r.focusReason(reason)
		space, now := &fyne.KeyEvent{Name: fyne.KeySpace}, time.Now()
		input.TypedAt = func() time.Time { now = now.Add(50 * time.Millisecond); return now } // slower than a scanner
		t.Cleanup(func() { input.TypedAt = time.Now })
		r.win.Canvas().Focused().(desktop.Keyable).KeyDown(space)
		for range 3 {
			if r.win.Canvas().Focused().TypedKey(space); r.shell.decisions.Card() != nil {
				r.win.Canvas().Focused().TypedRune(' ')
			}
			if r.shell.decisions.Card() == nil {
				t.Fatalf("%s: a Space that is held decides", reason)
			}
		}
		r.asked()
		r.win.Canvas().Focused().(desktop.Keyable).KeyUp(space)
		r.win.Canvas().Focused().TypedKey(space)
		r.win.Canvas().Focused().TypedRune(' ')
		if r.shell.decisions.Card() != nil {
			t.Errorf("%s: the next Space presses nothing", reason)
		}
	}
}

// TestAReasonIsPickedByItsDigit, the same for every sale; a barcode picks none and
// decides nothing.
func TestAReasonIsPickedByItsDigit(t *testing.T) {
	for _, c := range []struct {
		digit, want string
		with        func(*journal.View)
	}{
		{"1", "aside #12 wrongAmount", func(*journal.View) {}},
		{"2", "aside #12 paidCash", func(*journal.View) {}},
		{"3", "aside #12 customerLeft", func(*journal.View) {}},
		{"٣", "aside #12 customerLeft", coded},
		{"1", "aside #12 wrongAmount", coded},
	} {
		r := newHarness(t, shopFloor, allRoutes, everything)
		r.at(c.with)
		r.askedAside()
		r.says("1", "2", "3")
		r.runesIn(c.digit)
		r.pass(time.Second)
		r.keys(fyne.KeyReturn)
		r.asked(c.want)
	}
	for _, typed := range []string{"4", "0", "9"} {
		r := newHarness(t, shopFloor, allRoutes, everything)
		r.at()
		r.askedAside()
		before := r.offered()
		r.runesIn(typed)
		r.pass(time.Second)
		if got := r.offered(); got != before {
			t.Errorf("%s: %q", typed, got)
		}
	}
	r := newHarness(t, shopFloor, allRoutes, everything)
	r.at()
	r.askedAside()
	before := r.offered()
	input.TypedAt = func() time.Time { return r.now }
	t.Cleanup(func() { input.TypedAt = time.Now })
	for _, d := range "2011453" {
		r.now = r.now.Add(5 * time.Millisecond)
		r.win.Canvas().Focused().TypedRune(d)
	}
	r.keys(fyne.KeyReturn)
	r.pass(time.Second)
	if got := r.offered(); got != before || r.shell.decisions.Card() == nil {
		t.Errorf("a barcode leads from %q to %q", before, got)
	}
	r.asked()
}
