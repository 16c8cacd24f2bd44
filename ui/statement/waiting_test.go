package statement

import (
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/ui/screen"
	"sanduq/ui/words"
)

// The file is opened again while what a person said of it is on its way to the disk: what comes
// there is not taken away by what is said next.
func TestAFileThatIsOpenedWhileItsAnswerIsWrittenKeepsIt(t *testing.T) {
	for name, sign := range map[string]bool{"an answer": false, "the signature": true} {
		h, b := reconciling(t, words.English, fyne.NewSize(1134, 560))
		page, open := h.screen.result, h.screen.opened.found.result.Sums.Open
		for range open {
			if sign {
				h.digit('1')
			}
		}
		var waits []func()
		run := h.screen.opened.env.Go
		h.screen.opened.env.Go = func(f func()) { waits = append(waits, f) }
		if sign {
			h.screen.Press(screen.KeyPress{Name: fyne.KeyReturn})
		} else {
			h.digit('1')
		}
		h.screen.opened.env.Go = run
		h.screen.Press(screen.KeyPress{Name: fyne.KeyEscape})
		h.screen.open("palm-2211.csv")
		if waits[0](); len(waits) != 1 || page.saving {
			t.Fatal("it is not written")
		}
		if h.screen.step != stepResult { // it was not opened meanwhile
			h.screen.open("palm-2211.csv")
		}
		if sign {
			page.showRow(0)
			h.digit('2')
			if b.statements[0].Signed == nil {
				t.Errorf("%s: it is signed no more", name)
			}
			continue
		}
		page.showRow(page.next(1))
		h.digit('1')
		if n := len(b.statements[0].Answers); n != 2 {
			t.Errorf("%s: two were given, and %d are kept", name, n)
		}
	}
}
