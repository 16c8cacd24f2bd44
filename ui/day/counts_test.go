package day

import (
	"errors"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/ui/day/figures"
	"sanduq/ui/present"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/laws"
	"sanduq/ui/uitest/overflow"
	"sanduq/ui/words"
)

// TestACountThatIsMadeAgainIsToldToEverybody: the difference says before it is pressed
// that each count stays, and afterwards what the first came to, and so does the paper of
// the Z, which is not printed without it.
func TestACountThatIsMadeAgainIsToldToEverybody(t *testing.T) {
	for _, lang := range words.Languages() {
		for _, large := range []float32{1, 2} {
			r := newHarness(t, lang, theme.Look{TextScale: large})
			name := "day-counted-again-" + lang + map[float32]string{2: "-largest"}[large]
			look := func(name string) {
				t.Helper()
				uitest.Picture(t, r.window, name)
				for _, b := range append(laws.Broken(r.window.Canvas()), overflow.Faults(r.window.Canvas())...) {
					t.Errorf("%s: %s", name, b)
				}
			}
			said := func(minor int64) string { return words.Plain(figures.Sum(r.screen.env, minor, "LYD")) }
			first, second := int64(480_000), int64(615_000)
			r.key(fyne.KeyReturn)
			r.counted("5", "9", "5", "0", "0", "0", "0")
			stays, _, _ := strings.Cut(words.Plain(r.screen.env.Words.T("day.again.stays")), "Z")
			if text := words.Plain(r.words()); !strings.Contains(text, strings.TrimSpace(stays)) {
				t.Errorf("%s, after the first count: %s", lang, text)
			}
			r.screen.goTo(stepCount)
			for i := range r.screen.page.(*countPage).values {
				r.screen.page.(*countPage).choose(i)
				r.key(fyne.KeyDelete)
			}
			r.screen.page.(*countPage).choose(0)
			r.counted("5", "9", "11", "9", "22", "11", "10")
			look(name)
			if text := words.Plain(r.words()); !strings.Contains(text, said(first)) || !strings.Contains(text, said(second)) {
				t.Errorf("%s, counted again: %s", lang, text)
			}
			r.till.lost = errors.New("the disk does not answer")
			r.runes("x")
			r.key(fyne.KeyReturn)
			if len(r.printed) != 0 {
				t.Errorf("%s: a Z was printed without its counts", lang)
			}
			r.till.lost = nil
			r.key(fyne.KeyF9)
			if paper := onPaper(r.printed[0]); !strings.Contains(paper, present.Sum(words.MustLoad(lang), 480_000, "LYD")) {
				t.Errorf("%s, on the Z: %s", lang, paper)
			}
		}
	}
}
