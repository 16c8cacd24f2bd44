package receipts

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/laws"
	"sanduq/ui/words"
)

// largeSums is a day of sums that take all the room they can, of every state.
func largeSums() *fakeHistory {
	h := friday20()
	h.add(13, "14:32", journal.StatusPaid, core.RouteQR, 1_234_567_500)
	h.add(14, "14:32", journal.StatusUnknown, core.RouteAccount, 1_234_567_500)
	h.add(15, "14:32", journal.StatusWaiting, core.RouteQR, 988_000)
	return h
}

// TestSumsOfTheListAreWholeInLargeWords: each has the size of the words beside it and keeps
// its distance from what stands before it, an icon too; and rows stand in line.
func TestSumsOfTheListAreWholeInLargeWords(t *testing.T) {
	t.Cleanup(func() { theme.Use(theme.Look{}) })
	for _, lang := range words.Languages() {
		for _, text := range []float32{1, 1.25, 1.5, 2} {
			for day, history := range map[string]*fakeHistory{"usual": friday20(), "largest": largeSums()} {
				theme.Use(theme.Look{Still: true, Small: true, TextScale: text, RTL: lang == words.Arabic})
				r := build(t, history, lang).show()
				r.window.Resize(fyne.NewSize(928, 547))
				name := fmt.Sprintf("sums-%s-%.0f-%s", lang, text*100, day)
				uitest.Picture(t, r.window, name)
				for _, b := range laws.Faults(r.window.Canvas()) {
					t.Errorf("%s: %s", name, b)
				}
				list, times := r.screen.index.list, map[bool]int{}
				for _, row := range list.inView() {
					if !row.spec.known {
						continue
					}
					times[row.time.Visible()]++
					if got := inkHigh(row.amount); got < theme.Body.Units()-.1 {
						t.Errorf("%s: %s is %.1f high, the words %.1f", name, row.amount.Number(), got, theme.Body.Units())
					}
					apart(t, name, row.amount, row.icon)
					if row.word.Visible() {
						apart(t, name, row.amount, row.word)
					}
				}
				if len(times) > 1 {
					t.Errorf("%s: %d rows with their time beside %d without", name, times[true], times[false])
				}
				if known := r.screen.index.preview.known; known.card.Visible() && known.word.Width() > known.word.Size().Width+1 {
					t.Errorf("%s: what became of it is cut: %q", name, known.word.Text())
				}
				for _, f := range r.screen.index.totals.groups[1:] {
					if r.screen.index.totals.shows(f) && f.title.Visible() {
						apart(t, name, f.sums[0], f.icon)
					}
				}
			}
		}
	}
}

// inkHigh is the size at which an amount is drawn.
func inkHigh(a *typeset.Amount) float32 { return uitest.All[*canvas.Text](a)[0].TextSize }

// apart holds a sum to a distance from what stands before it in its line.
func apart(t *testing.T, name string, sum *typeset.Amount, before fyne.CanvasObject) {
	t.Helper()
	from, to := sum.Position().X+sum.Size().Width, sum.Position().X
	for _, ink := range uitest.All[*canvas.Text](sum) {
		from = min(from, sum.Position().X+ink.Position().X)
		to = max(to, sum.Position().X+ink.Position().X+ink.MinSize().Width)
	}
	gap := from - before.Position().X - before.Size().Width
	if theme.Now().RTL {
		gap = before.Position().X - to
	}
	if gap < theme.S1 {
		t.Errorf("%s: %s begins %.1f after %T", name, sum.Number(), gap, before)
	}
}
