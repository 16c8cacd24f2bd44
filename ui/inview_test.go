package ui

import (
	"fmt"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/uitest/laws"
	"sanduq/ui/uitest/overflow"
	"sanduq/ui/words"
)

// inEveryDress shows screens in every language, in the windows of most tills, at
// the usual size of text and above.
func inEveryDress(t *testing.T, show func(r *harness, name string)) {
	t.Helper()
	for _, lang := range words.Languages() {
		for _, size := range overflow.Some(fyne.NewSize(1024, 640), fyne.NewSize(1280, 800), fyne.NewSize(1366, 768)) {
			for _, text := range overflow.Some[float32](1, 1.25, 1.5, 2) {
				r := newHarness(t, shopFloor, allRoutes, everything)
				r.wear(dress{size: size, lang: lang, text: text})
				show(r, fmt.Sprintf("%s-%.0f-%.0f", lang, size.Width, text*100))
			}
		}
	}
}

// TestTheCodeIsSeenWhileItIsTyped: the slots of the code, why one was refused and
// the primary are in view together, and nothing has to be scrolled for them.
func TestTheCodeIsSeenWhileItIsTyped(t *testing.T) {
	inEveryDress(t, func(r *harness, name string) {
		see := func(what string) {
			r.picture("code-" + name + "-" + what)
			for _, b := range append(laws.InView(r.win.Canvas()), overflow.Faults(r.win.Canvas())...) {
				t.Errorf("%s, %s: %s", name, what, b)
			}
		}
		r.at(coded)
		see("empty")
		r.runes("123")
		see("half")
		for i, code := range []string{"WRONG_OTP", "OTP_EXPIRED", "INVALID_ACCOUNT"} {
			r.at(coded, refused(core.OpSubmitOTP, code), func(v *journal.View) { v.Refusal.At = noon.Add(time.Duration(i) * time.Second) })
			see(code)
		}
	})
}

// TestEveryReasonIsInView: whichever reason is chosen for setting a sale aside, it
// is seen, of a QR as of a code.
func TestEveryReasonIsInView(t *testing.T) {
	inEveryDress(t, func(r *harness, name string) {
		w := r.shell.env.Words
		for of, change := range map[string]func(*journal.View){"qr": func(*journal.View) {}, "code": coded} {
			r.at(change)
			r.keys(fyne.KeyF7)
			r.picture("aside-" + name + "-" + of)
			chosen := 0
			for _, reason := range pay.Reasons() {
				for _, b := range r.buttons() {
					if b.Spec().Label != w.T("reason."+reason) {
						continue
					}
					test.Tap(b)
					chosen++
					for _, f := range append(laws.InView(r.win.Canvas()), overflow.Faults(r.win.Canvas())...) {
						t.Errorf("%s, %s, %s: %s", name, of, reason, f)
					}
				}
			}
			if chosen < 3 {
				t.Errorf("%s, %s: %d reasons to choose from", name, of, chosen)
			}
			r.keys(fyne.KeyEscape)
		}
	})
}
