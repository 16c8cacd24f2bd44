package day

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/receipt"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

// TestAZOfWhichSomeMayBeOnPaperIsMarkedWhenItIsPrintedAgain: of two unmarked slips of one Z nobody knows which
// is the first. One of which certainly nothing came out is no second print.
func TestAZOfWhichSomeMayBeOnPaperIsMarkedWhenItIsPrintedAgain(t *testing.T) {
	marked := func(s receipt.Slip) bool {
		last, footer := s.Parts[len(s.Parts)-1].(receipt.Footer)
		return footer && strings.HasPrefix(last.Text, words.MustLoad(words.English).T("slip.z.again"))
	}
	for _, some := range []bool{true, false} {
		r := newHarness(t, words.English, theme.Look{})
		r.paper = &journal.PaperError{Code: "stalled", OnPaper: some}
		closeIt(r)
		r.paper = nil
		r.key(fyne.KeyF9)
		if len(r.printed) != 2 || marked(r.printed[0]) || marked(r.printed[1]) != some {
			t.Errorf("some on paper %v: %d printed, the second is marked: %v", some, len(r.printed), marked(r.printed[1]))
		}
	}
}

// TestAZThatDoesNotComeOutSaysWhatToDo: a printer that works is not at fault for a slip that is too long.
func TestAZThatDoesNotComeOutSaysWhatToDo(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{})
	r.paper = &journal.PaperError{Code: "too-high"}
	closeIt(r)
	if said, want := r.words(), r.env.Words.T("printer.too-high"); !strings.Contains(said, want) {
		t.Errorf("want %q, says %s", want, said)
	}
}
