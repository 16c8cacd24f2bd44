package day

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/laws"
	"sanduq/ui/words"
)

// TestACashSaleIsTakenOffByItsNumber: with a reason, and with what the count of its Z has
// found missing unless the person says that it was in the drawer.
func TestACashSaleIsTakenOffByItsNumber(t *testing.T) {
	for _, lang := range words.Languages() {
		for _, large := range []float32{1, 2} {
			r := newHarness(t, lang, theme.Look{TextScale: large}, func(r *harness) { r.till.missing = 1_237_500 })
			r.memory.kind = journal.MovementOut
			r.screen.goTo(stepReverse)
			p := r.screen.page.(*reversePage)
			r.now = r.now.Add(time.Second)
			p.number.SetText("C-0016")
			if p.found != nil || p.told.Text() != r.env.Words.T("day.reverse.none") {
				t.Errorf("%s: of no receipt it says %q", lang, p.told.Text())
			}
			p.number.SetText("c-0015")
			r.key(fyne.KeyReturn)
			if len(r.till.asked) != 0 || !p.frame.Primary.Disabled() {
				t.Fatalf("%s: without a reason: %q", lang, r.till.asked)
			}
			p.reason.SetText("typed wrong")
			uitest.Picture(t, r.window, "day-reverse-"+lang+map[float32]string{2: "-largest"}[large])
			for _, b := range laws.Faults(r.window.Canvas()) {
				t.Errorf("%s: %s", lang, b)
			}
			if large == 2 {
				p.never.OnTapped()
			}
			r.now = r.now.Add(time.Second)
			r.key(fyne.KeyReturn)
			want := map[float32]string{1: "reverse 20261120-000044 missing 1237.500 typed wrong", 2: "reverse 20261120-000044 missing 0.000 typed wrong"}[large]
			if got := strings.Join(r.till.asked, ", "); got != want || r.memory.at != stepDay {
				t.Errorf("%s: asked %q, at %v", lang, got, r.memory.at)
			}
		}
	}
}
