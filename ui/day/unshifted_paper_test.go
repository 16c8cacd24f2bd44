package day

import (
	"errors"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core/journal/queries"
	"sanduq/core/receipt"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

// onPaper is what the tables of a slip say.
func onPaper(s receipt.Slip) string {
	var all []string
	for _, part := range s.Parts {
		if t, ok := part.(receipt.Table); ok {
			for _, r := range t.Rows {
				all = append(all, strings.TrimSpace(r.Text+" "+r.Sum))
			}
		}
	}
	return words.Plain(strings.ReplaceAll(strings.Join(all, "\n"), "\u00a0", " "))
}

// TestPaperSaysWhatStandsInNoZ as the screen does beside it, in every language: of an X,
// of a Z that is looked at again, and that it could not be read.
func TestPaperSaysWhatStandsInNoZ(t *testing.T) {
	for _, lang := range words.Languages() {
		r := newHarness(t, lang, theme.Look{}, func(r *harness) { r.till.outside = map[uint64]queries.OutsideShift{0: offSales, 41: offSales} })
		last := func() string {
			t.Helper()
			n := len(r.printed)
			r.key(fyne.KeyF9)
			if len(r.printed) != n+1 {
				t.Fatalf("%s: %d slips", lang, len(r.printed)-n)
			}
			return onPaper(r.printed[n])
		}
		told := words.Plain(strings.ReplaceAll(outsideShift(r.screen.env, receipt.BeforeShift{OutsideShift: offSales}), "\u00a0", " "))
		r.screen.goTo(stepX)
		if got := last(); !strings.Contains(got, told) || told == "" {
			t.Errorf("%s: the X says %s, want %q", lang, got, told)
		}
		r.screen.goTo(stepZs)
		for _, z := range r.till.zs {
			if got := last(); strings.Contains(got, told) != (z.Seq == 41) {
				t.Errorf("%s: Z %d says %s", lang, z.Seq, got)
			}
			r.key(fyne.KeyDown)
		}
		r.till.torn = errors.New("torn")
		r.screen.goTo(stepX)
		if got := last(); !strings.Contains(got, words.Plain(r.screen.env.Words.T("day.unshifted.unknown"))) {
			t.Errorf("%s: of what cannot be read the X says %s", lang, got)
		}
	}
}
