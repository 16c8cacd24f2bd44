package day

import (
	"strings"
	"testing"
	"time"

	"sanduq/core/journal"
	"sanduq/core/journal/queries"
	"sanduq/core/receipt"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/laws"
	"sanduq/ui/words"
)

var leftNumbers = queries.OutsideShift{LeftOut: []journal.LeftOut{{Cause: journal.FreezeRestored, Since: noon.Add(-26 * time.Hour), Shift: 42, Day: "20261120",
	Sales: journal.SeqRange{First: 4, Last: 203}, Receipts: journal.SeqRange{First: 2408, Last: 9607}, Cash: journal.SeqRange{First: 16, Last: 7215}, Zs: journal.SeqRange{First: 42, Last: 162}}}}

// TestNumbersThatWereLeftOutAreTold as a range with its cause: on the page of the day, beside
// its X and on it, beside the Z and on the page that closes the shift; beside no other Z.
func TestNumbersThatWereLeftOutAreTold(t *testing.T) {
	for _, lang := range words.Languages() {
		for _, large := range []float32{1, 2} {
			r := newHarness(t, lang, theme.Look{TextScale: large}, func(r *harness) {
				r.till.outside = map[uint64]queries.OutsideShift{0: leftNumbers, 41: leftNumbers, 42: leftNumbers}
			})
			told := leftOut(r.screen.env, leftNumbers.LeftOut)
			for _, number := range []string{"TILL-261120-004–TILL-261120-203", "T-2408–T-9607", "C-0016–C-7215", "Z-0042–Z-0162"} {
				if !strings.Contains(told, number) {
					t.Fatalf("%s: %q does not name %s", lang, told, number)
				}
			}
			tells := func(name string, want bool) {
				t.Helper()
				uitest.Picture(t, r.window, "day-leftout-"+name+"-"+lang+map[float32]string{2: "-largest"}[large])
				for _, b := range laws.Faults(r.window.Canvas()) {
					t.Errorf("%s, %s at %v: %s", lang, name, large, b)
				}
				if got := strings.Contains(words.Plain(r.words()), "T-2408–T-9607"); got != want {
					t.Errorf("%s, %s at %v: told %v, want %v: %s", lang, name, large, got, want, r.words())
				}
			}
			tells("day", true)
			r.screen.goTo(stepX)
			tells("x", true)
			onX, err := r.screen.page.(*xPage).sheet.slip(receipt.Again{})
			if paper := onPaper(onX); err != nil || !strings.Contains(paper, "T-2408–T-9607") {
				t.Errorf("%s: the X on paper says %v, %s", lang, err, paper)
			}
			r.screen.goTo(stepZs)
			for i, z := range r.till.zs {
				tells("z-"+journal.ZNumber(z.Seq), z.Seq == 41)
				if i+1 < len(r.till.zs) {
					r.screen.page.(*zsPage).choose(i + 1)
				}
			}
			z := r.till.zs[0]
			r.memory.z = &z
			r.screen.goTo(stepClosed)
			uitest.Picture(t, r.window, "day-leftout-closed-"+lang+map[float32]string{2: "-largest"}[large])
			closed, err := r.screen.page.(*closedPage).sheet.slip(receipt.Again{})
			if paper := onPaper(closed); err != nil || !strings.Contains(paper, "T-2408–T-9607") {
				t.Errorf("%s: the Z on the page that closes the shift says %v, %s", lang, err, paper)
			}
		}
	}
}
