package receipts

import (
	"context"
	"errors"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/receipts/filter"
	"sanduq/ui/receipts/pager"
)

func TestEmptyListsSayWhyAndOfferOneThing(t *testing.T) {
	h := friday20()
	h.sales = nil
	h.addOn("20261119", 1, "10:00", journal.StatusPaid, core.RouteQR, 5000)
	r := newHarness(t, h).show()
	e := r.screen.index.empty
	if e.Title.Text() != "No sales yet today" || e.Hint.Text() != "Yesterday’s 1 sale is under Yesterday." {
		t.Errorf("%q, %q", e.Title.Text(), e.Hint.Text())
	}
	if r.key(fyne.KeyReturn); r.fresh != 1 {
		t.Error("Enter does the one thing offered")
	}
	r.screen.index.filters.setSearch("5.000")
	if e.Action.Spec().Label != "Search all days" {
		t.Errorf("offers %q", e.Action.Spec().Label)
	}
	r.key(fyne.KeyReturn)
	if r.memory.Filter.Range != filter.AllDays || r.screen.index.source.List.Len() != 1 || e.Root.Visible() {
		t.Error("the search did not go on over all days")
	}
}

func TestAHistoryThatCannotBeReadIsNotAnEmptyOne(t *testing.T) {
	h := friday20()
	h.fail = errors.New("disk")
	r := newHarness(t, h).show()
	e := r.screen.index.empty
	if e.Title.Text() != "The sales cannot be read now" || len(r.errs) == 0 {
		t.Fatalf("%q, %d errors", e.Title.Text(), len(r.errs))
	}
	h.fail = nil
	r.key(fyne.KeyReturn)
	if e.Root.Visible() || r.selected() != number(12) {
		t.Error("reading again did not bring the list")
	}
}

func TestAReceiptThatCannotBeReadSaysSo(t *testing.T) {
	h := friday20()
	delete(h.receipts, 412)
	r := newHarness(t, h).show()
	p := r.screen.index.preview
	if p.slip.Visible() || p.pdf.Visible() || p.fault.Text() == "" {
		t.Errorf("slip %v, PDF %v, %q", p.slip.Visible(), p.pdf.Visible(), p.fault.Text())
	}
}

func TestAFileThatIsNotSavedIsSaidToBeMissing(t *testing.T) {
	r := newHarness(t, friday20())
	r.deps.Save = func(context.Context, string, []byte) (string, error) { return "", errors.New("disk full") }
	r.show()
	p := r.screen.index.preview
	p.pdf.OnTapped()
	if p.saver.note.Text() != "Not saved. Check the disk." || len(r.errs) != 1 {
		t.Errorf("says %q, %d errors", p.saver.note.Text(), len(r.errs))
	}
	if r.wait(); p.saver.note.Text() == "" {
		t.Error("what went wrong must stay until somebody does something")
	}
}

func TestAPageThatCannotBeReadIsSaidAndReadAgainOnATap(t *testing.T) {
	h := &fakeHistory{receipts: map[uint64]journal.Receipt{}, today: friday}
	for n := 1; n <= 3*pager.PageSize; n++ {
		h.add(n, "10:00", journal.StatusWaiting, core.RouteQR, 1000)
	}
	r := newHarness(t, h).show()
	x := r.screen.index
	h.fail = errors.New("disk")
	asked := len(h.asked)
	for range 2 * pager.PageSize {
		r.key(fyne.KeyDown)
	}
	if n := len(h.asked) - asked; n != 1 {
		t.Errorf("asked %d times for what cannot be read", n)
	}
	if !x.fault.root.Visible() || x.empty.Root.Visible() || x.source.List.Len() == 0 {
		t.Error("the bar is missing, or what was read is gone")
	}
	h.fail = nil
	x.fault.again.OnTapped()
	if x.fault.root.Visible() {
		t.Error("the bar stays")
	}
	for range 2 * pager.PageSize {
		r.key(fyne.KeyDown)
	}
	if x.source.List.Len() != 3*pager.PageSize {
		t.Errorf("%d rows", x.source.List.Len())
	}
}

func TestFiguresThatMayBeOldAreNotShown(t *testing.T) {
	h := friday20()
	r := newHarness(t, h).show()
	h.fail = errors.New("disk")
	r.screen.Refresh(number(12))
	if x := r.screen.index; x.totals.shows(x.totals.groups[0]) || !x.fault.root.Visible() {
		t.Error("totals are shown that could not be counted")
	}
}

// TestWhatDidNotWorkIsToldOfItsOwnReceipt: not beside another one, and also where the
// history was left; what worked is not told there.
func TestWhatDidNotWorkIsToldOfItsOwnReceipt(t *testing.T) {
	for _, fail := range []error{errors.New("disk full"), nil} {
		for name, leave := range map[string]func(*harness){"another": func(r *harness) { r.key(fyne.KeyDown) }, "left": func(r *harness) { r.screen.Hidden() }} {
			r := newHarness(t, friday20())
			var told []string
			r.env.Missed = func(about, said string) { told = append(told, about+": "+said) }
			r.deps.Save = func(context.Context, string, []byte) (string, error) { return "Documents", fail }
			r.show()
			p := r.screen.index.preview
			r.slow = true
			p.pdf.OnTapped()
			leave(r)
			r.slow = false
			r.answerQuestions()
			if p.saver.note.Text() != "" {
				t.Errorf("%s: beside another receipt it says %q", name, p.saver.note.Text())
			}
			if want := map[bool]string{true: "T-0412: Not saved. Check the disk."}[fail != nil]; len(told) > 1 || (len(told) == 1) != (want != "") || want != "" && told[0] != want {
				t.Errorf("%s, refused %v: told %q", name, fail, told)
			}
		}
	}
}
