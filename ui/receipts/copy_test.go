package receipts

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core/journal"
	"sanduq/core/receipt"
	"sanduq/core/till"
	"sanduq/ui/toolkit/control"
)

var _ = Paper{MakeCopy: (*till.Till)(nil).Copy}

// reading opens the receipt of #12, without a printer: Enter saves the PDF.
func (r *harness) reading() *view {
	r.t.Helper()
	r.deps.Paper.Print = nil
	r.show()
	r.key(fyne.KeyReturn)
	return r.screen.view
}

func (r *harness) button(label string) *control.Button {
	r.t.Helper()
	for _, b := range r.screen.view.buttons {
		if b.Spec().Label == label && b.Visible() {
			return b
		}
	}
	r.t.Fatalf("no button %q", label)
	return nil
}

// marked is the last line on the paper, which a copy alone has.
func (v *view) marked() string {
	for _, part := range v.slip.Slip().Parts {
		if f, is := part.(receipt.Footer); is {
			return f.Text
		}
	}
	return ""
}

// original reports whether nothing in sight speaks of a copy.
func (v *view) original() bool {
	return v.marked() == "" && v.title.Text() == "Receipt T-0412"
}

func TestACopySaysItsNumberWhoAndWhenAndIsWhatIsSaved(t *testing.T) {
	r := newHarness(t, friday20())
	v := r.reading()
	if !v.original() {
		t.Fatalf("opens as %q, %q", v.title.Text(), v.marked())
	}
	r.key(fyne.KeyReturn)
	test.Tap(r.button("Make a copy"))
	r.now = r.now.Add(time.Hour) // a copy keeps the time at which it was made
	r.key(fyne.KeyReturn)
	test.Tap(r.button("Save picture"))
	if got, want := v.marked(), "COPY 1 · Omar · 20 Nov 2026, 14:32:00"; got != want {
		t.Errorf("the slip is marked %q, want %q", got, want)
	}
	test.Tap(r.button("Make a copy"))
	if got, want := v.marked(), "COPY 2 · Omar · 20 Nov 2026, 15:32:00"; got != want || v.title.Text() != "Receipt T-0412, copy 2" {
		t.Errorf("%q is marked %q, want %q", v.title.Text(), got, want)
	}
	if got := v.saver.note.Text(); got != "Copy 2. Save it as PDF or picture." {
		t.Errorf("says %q", got)
	}
	r.key(fyne.KeyReturn)
	if want := []string{"T-0412.pdf", "T-0412-copy-1.pdf", "T-0412-copy-1.png", "T-0412-copy-2.pdf"}; !slices.Equal(r.saved, want) {
		t.Errorf("saved %v, want %v", r.saved, want)
	}
	if bytes.Equal(r.files[0], r.files[1]) || bytes.Equal(r.files[1], r.files[3]) {
		t.Error("a copy was saved with the picture of another")
	}
	if want := string(number(12)) + " Omar"; !slices.Equal(r.copies, []string{want, want}) {
		t.Errorf("the till was told %q", r.copies)
	}
}

// Without a name in the settings a copy carries the name that the till writes into its book: the sale's.
func TestACopyOfATillWithoutACashierCarriesTheSales(t *testing.T) {
	r := newHarness(t, friday20())
	r.deps.Cashier = func() string { return "" }
	v := r.reading()
	test.Tap(r.button("Make a copy"))
	if !strings.Contains(v.marked(), "Samira") || r.copies[0] != string(number(12))+" Samira" {
		t.Errorf("marked %q, the till was told %q", v.marked(), r.copies)
	}
}

func TestLeavingACopyGoesBackToTheOriginal(t *testing.T) {
	for name, leave := range map[string]func(*harness){
		"back to the list":         func(r *harness) { r.key(fyne.KeyEscape, fyne.KeyReturn) },
		"to another screen":        func(r *harness) { r.screen.Hidden(); r.screen.Shown() },
		"to another receipt":       func(r *harness) { r.screen.Open(r.history.sales[4]); r.screen.Open(r.history.sales[0]) },
		"to another, through Back": func(r *harness) { test.Tap(r.screen.view.back); r.screen.Open(r.history.sales[0]) },
	} {
		r := newHarness(t, friday20())
		v := r.reading()
		test.Tap(r.button("Make a copy"))
		if leave(r); !v.original() || v.saver.note.Text() != "" {
			t.Errorf("%s: shows %q, %q, says %q", name, v.title.Text(), v.marked(), v.saver.note.Text())
		}
		if r.key(fyne.KeyReturn); !slices.Equal(r.saved, []string{"T-0412.pdf"}) {
			t.Errorf("%s: saved %v", name, r.saved)
		}
	}
}

// Making a copy changes the sale's record, and the till tells so: that must not take the copy away.
func TestNewsOfTheSaleKeepTheCopy(t *testing.T) {
	r := newHarness(t, friday20())
	v := r.reading()
	test.Tap(r.button("Make a copy"))
	r.history.sales[0].Version++
	r.history.sales[0].Copies = 1
	r.screen.Refresh(number(12))
	if v.sale.Copies != 1 || v.marked() == "" || v.title.Text() != "Receipt T-0412, copy 1" {
		t.Errorf("%d copies known, the slip is marked %q", v.sale.Copies, v.marked())
	}
}

func TestNothingIsMarkedACopyBeforeTheTillWroteItDown(t *testing.T) {
	r := newHarness(t, friday20())
	v := r.reading()
	r.slow = true
	test.Tap(r.button("Make a copy"))
	test.Tap(r.button("Make a copy"))
	r.key(fyne.KeyReturn) // neither original nor copy: what is wanted is on its way
	if !v.original() || len(r.waiting) != 1 {
		t.Errorf("marked %q, %d things asked", v.marked(), len(r.waiting))
	}
	if r.answerQuestions(); v.original() || len(r.copies) != 1 {
		t.Errorf("marked %q, %d copies", v.marked(), len(r.copies))
	}
}

func TestACopyThatComesAfterLeavingIsNotShown(t *testing.T) {
	for name, fails := range map[string]error{"made": nil, "not made": errors.New("disk")} {
		r := newHarness(t, friday20())
		r.deps.Paper.MakeCopy = func(context.Context, journal.SaleID, string) (int, error) { return 1, fails }
		v := r.reading()
		r.slow = true
		test.Tap(r.button("Make a copy"))
		r.key(fyne.KeyEscape, fyne.KeyReturn)
		if r.answerQuestions(); !v.original() || v.saver.note.Text() != "" {
			t.Errorf("%s: marked %q, says %q", name, v.marked(), v.saver.note.Text())
		}
		if logged := len(r.errs) == 1; logged != (fails != nil) {
			t.Errorf("%s: logged %v", name, r.errs)
		}
	}
}

func TestACopyThatCannotBeRecordedIsNotMade(t *testing.T) {
	r := newHarness(t, friday20())
	r.deps.Paper.MakeCopy = func(context.Context, journal.SaleID, string) (int, error) { return 3, errors.New("disk") }
	v := r.reading()
	test.Tap(r.button("Make a copy"))
	if !v.original() || v.saver.note.Text() != "No copy was made: it could not be recorded. Try again." || len(r.errs) != 1 {
		t.Errorf("marked %q, says %q, logged %v", v.marked(), v.saver.note.Text(), r.errs)
	}
	if r.wait(); v.saver.note.Text() == "" {
		t.Error("what went wrong must stay until somebody does something")
	}
	if r.key(fyne.KeyReturn); !slices.Equal(r.saved, []string{"T-0412.pdf"}) {
		t.Errorf("saved %v", r.saved)
	}
}

func TestWhereNoCopyCanBeMadeNoneIsOffered(t *testing.T) {
	r := newHarness(t, friday20())
	r.deps.Paper.MakeCopy, r.deps.Cashier = nil, nil
	r.reading()
	seen := false
	walk(r.screen.Object(), func(text string) { seen = seen || strings.Contains(text, "Make a copy") })
	if seen || len(r.screen.view.buttons) != 3 {
		t.Error("there is a button that makes a copy")
	}
}

func TestAReceiptThatCannotBeReadIsNotCopied(t *testing.T) {
	h := friday20()
	delete(h.receipts, 412)
	r := newHarness(t, h)
	for _, b := range r.reading().buttons {
		if b.Visible() {
			t.Errorf("%q is offered", b.Spec().Label)
		}
	}
}
