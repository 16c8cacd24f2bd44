package qr

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/uitest/harness"
)

// TestAQRThatIsMeasuredStaysAsItStands: who asks how high it has to be, takes nothing of
// what is shown away.
func TestAQRThatIsMeasuredStaysAsItStands(t *testing.T) {
	r := newFixture(t)
	r.Apply(theme.Look{TextScale: 1.25})
	r.Size = fyne.NewSize(1300, 900)
	r.deps.Routes = []core.Route{core.RouteQR, core.RouteAccount, core.RouteWallet}
	q := New(r.Env, r.deps, harness.Sale())
	q.deps.Measure = func() { q.HeightFor(r.Size.Width) } // the room is high enough either way
	r.Window(q)
	looks := func() string {
		s := q.now.Spec().Label
		for _, b := range q.forms {
			s += " | " + b.Spec().Label
		}
		if q.info.detail.Visible() {
			s += " | " + q.info.detail.Text()
		}
		return s
	}
	before := looks()
	q.deps.Measure()
	if after := looks(); after != before {
		t.Errorf("it says %q, and said %q", after, before)
	}
	v := harness.Sale()
	q.Press(screen.KeyPress{Name: fyne.KeyF3})
	v.Live.LastAnswer = r.Now
	q.Update(v)
	if !q.info.detail.Visible() || strings.Contains(looks(), " |  | ") {
		t.Errorf("after an answer it says %q", looks())
	}
}
