package day

import (
	"errors"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/journal/queries"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/laws"
	"sanduq/ui/words"
)

var offSales = queries.OutsideShift{Sums: []journal.Line{{Currency: "LYD", Tally: journal.Tally{Number: 3, Minor: 26_250}}, {Currency: "USD", Tally: journal.Tally{Number: 1, Minor: 1_000}}},
	Receipts: journal.SeqRange{First: 3, Last: 4}, Cash: journal.SeqRange{First: 3, Last: 3}}

// TestWhatStandsInNoZIsTold beside the X and the Z of the shift that came after it, and
// beside no other; also where it cannot be read, of which nothing else suffers.
func TestWhatStandsInNoZIsTold(t *testing.T) {
	const told = "Taken before this shift, while shifts were off: 26.250 LYD (3) + 10.00 USD (1), T-0003–T-0004 · C-0003. It is in no Z."
	plain := func(r *harness) string { return words.Plain(strings.ReplaceAll(r.words(), "\u00a0", " ")) }
	for _, lang := range words.Languages() {
		for _, large := range []float32{1, 2} {
			r := newHarness(t, lang, theme.Look{TextScale: large}, func(r *harness) { r.till.outside = map[uint64]queries.OutsideShift{0: offSales, 41: offSales} })
			look := func(name string) {
				uitest.Picture(t, r.window, "day-unshifted-"+name+"-"+lang+map[float32]string{2: "-largest"}[large])
				for _, b := range laws.Faults(r.window.Canvas()) {
					t.Errorf("%s, %s at %v: %s", lang, name, large, b)
				}
			}
			r.screen.goTo(stepX)
			look("x")
			if said := plain(r); lang == words.English && !strings.Contains(said, told) {
				t.Errorf("beside the X: %s", said)
			}
			r.screen.goTo(stepZs)
			look("zs")
			zs := r.till.zs
			for _, z := range zs {
				if said := plain(r); lang == words.English && strings.Contains(said, told) != (z.Seq == 41) {
					t.Errorf("beside Z %d: %s", z.Seq, said)
				}
				r.key(fyne.KeyDown)
			}
			if len(zs) < 2 {
				t.Errorf("%d Zs are too few", len(zs))
			}
		}
	}
	r := newHarness(t, words.English, theme.Look{}, func(r *harness) {
		r.till.outside = map[uint64]queries.OutsideShift{0: {More: true, Sums: offSales.Sums[:1], Receipts: journal.SeqRange{First: 7, Last: 7}}}
	})
	r.screen.goTo(stepX)
	if said := plain(r); !strings.Contains(said, "26.250 LYD (3), T-0007. It is in no Z. There may be more") {
		t.Errorf("of many: %s", said)
	}
	r.till.torn = errors.New("torn")
	if r.key(fyne.KeyF5); !strings.Contains(plain(r), "cannot be read now") || !r.screen.page.(*xPage).sheet.scroll.Visible() {
		t.Errorf("of what cannot be read: %s", plain(r))
	}
}
