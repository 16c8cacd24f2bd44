package receipts

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/receipt"
	"sanduq/ui/theme"
	"sanduq/ui/uitest/outline"
	"sanduq/ui/uitest/overflow"
	"sanduq/ui/words"
)

// twoTries is an order that failed first and was paid then, and another of the
// same account that day.
func twoTries() *fakeHistory {
	h := friday20()
	h.add(13, "14:31", journal.StatusPaid, core.RouteAccount, 12500)
	h.add(14, "14:32", journal.StatusFailed, core.RouteAccount, 12500)
	a, b := &h.sales[1], &h.sales[0]
	a.SettledAt = a.History[3].At
	a.Institution, a.Session.PaymentID, a.Session.TransactionID, a.OrderID = "Palm Bank", "PAY-7Q4M2K9C", "8F2K-71QD-0446", a.ID.Paper()+"-k3j2"
	a.Replaces, b.ReplacedBy = b.ID, a.ID
	b.Session.PaymentID, b.OrderID, b.UpdatedAt = "PAY-1", b.ID.Paper()+"-aaaa", b.CreatedAt
	b.History = append(b.History, journal.HistoryEvent{At: b.CreatedAt.Add(time.Minute), Code: journal.HistoryFailed})
	return h
}

func (r *harness) page() string {
	return outline.Of(r.screen.page.root)
}

// TestWhatHappenedIsOneKeyAway from the list and from a receipt, and Esc leads
// back to where it was asked.
func TestWhatHappenedIsOneKeyAway(t *testing.T) {
	r := newHarness(t, twoTries())
	r.env.Practice = false
	r.show()
	r.key(fyne.KeyDown, fyne.KeyF3)
	got := r.page()
	for _, want := range []string{"What happened with order TILL-261120-013", "Paid once, at 14:32. Nothing is owed.", "Try 1, #13: Account Palm Bank •••• 4417",
		"Try 2, #14: Account •••• 4417", "Bank", "Till", "Payment requested by Samira", "Paid", "Not paid", "Same account, other orders that day", "#12", "PAY-7Q4M2K9C", "8F2K-71QD-0446", "T-0413"} {
		if !strings.Contains(got, want) {
			t.Errorf("the page lacks %q:\n%s", want, got)
		}
	}
	if strings.Contains(got, "Practice") {
		t.Error("live says practice")
	}
	r.key(fyne.KeyEscape)
	if r.screen.telling || !r.screen.index.root.Visible() || r.selected() != number(13) {
		t.Error("Esc does not lead back to the list")
	}
	r.key(fyne.KeyReturn, fyne.KeyF3)
	if !r.screen.telling {
		t.Fatal("a receipt does not tell")
	}
	r.screen.page.back.Tapped(nil)
	if r.screen.telling || !r.screen.view.root.Visible() {
		t.Error("back does not lead to the receipt")
	}
}

// TestTheStoryOnPaper: the same sentence, every attempt, and that it is no
// receipt, on paper and in a file; the copy for the bank has no more of an
// account than a receipt.
func TestTheStoryOnPaper(t *testing.T) {
	r := newHarness(t, twoTries()).show()
	r.key(fyne.KeyDown, fyne.KeyF3, fyne.KeyReturn)
	if len(r.slips) != 1 {
		t.Fatalf("%d slips", len(r.slips))
	}
	text := fmt.Sprintf("%+v", r.slips[0])
	for _, want := range []string{"TEST", "Not a receipt", "Practice. Paid once, at 14:32. Nothing is owed.", "Try 1, #13", "Try 2, #14", "14:31:00 Till"} {
		if !strings.Contains(text, want) {
			t.Errorf("the slip lacks %q: %s", want, text)
		}
	}
	r.screen.page.pdf.Tapped(nil)
	if len(r.saved) != 1 || r.saved[0] != "TILL-261120-013.pdf" || !bytes.HasPrefix(r.files[0], []byte("%PDF")) {
		t.Errorf("saved %v", r.saved)
	}
	r.screen.page.copy.Tapped(nil)
	if !strings.Contains(r.copied, "PAY-7Q4M2K9C\t8F2K-71QD-0446\t12.500 LYD") || !strings.Contains(r.copied, "PAY-1\t—") || strings.Contains(r.copied, "4417") {
		t.Errorf("copied %q", r.copied)
	}
	if _, err := r.deps.Drawer.Paper(r.slips[0], receipt.PaperDots); err != nil {
		t.Error(err)
	}
}

// What cannot be read is not told, and nothing of it can be printed.
func TestAStoryThatCannotBeRead(t *testing.T) {
	r := newHarness(t, twoTries()).show()
	r.history.fail = errors.New("damaged")
	r.key(fyne.KeyDown, fyne.KeyF3, fyne.KeyReturn)
	if got := r.page(); strings.Contains(got, "aid once") || !strings.Contains(got, "cannot be read now") || len(r.slips) != 0 {
		t.Errorf("%d slips, the page says %s", len(r.slips), got)
	}
}

// TestTheStoryHearsOfItsSale: what it comes to is money, and is true while somebody looks.
func TestTheStoryHearsOfItsSale(t *testing.T) {
	h := friday20()
	r := newHarness(t, h)
	r.env.Practice = false
	r.show()
	r.key(fyne.KeyDown, fyne.KeyF3)
	before := r.page()
	if !strings.Contains(before, "It may still be paid.") {
		t.Fatal(before)
	}
	h.fail = errors.New("disk")
	r.screen.Refresh(h.sales[1].ID)
	if said := r.page(); strings.Contains(said, "It may still be paid.") || !strings.Contains(said, "cannot be read") {
		t.Errorf("what could not be read again stands as it was: %s", said)
	}
	h.fail = nil
	r.screen.Refresh(h.sales[1].ID)
	if r.page() != before {
		t.Errorf("it is told otherwise: %s", r.page())
	}
	s := &h.sales[1]
	s.Version, s.Session.State, s.SettledAt, s.ReceiptSeq = s.Version+1, core.StateSuccess, s.CreatedAt, 413
	r.screen.Refresh(s.ID)
	after := r.page()
	if !strings.Contains(after, "Paid once, at 14:29.") || !strings.Contains(after, "T-0413") {
		t.Errorf("it stands as it was: %s", after)
	}
	r.key(fyne.KeyEscape, fyne.KeyF3)
	if again := r.page(); again != after {
		t.Errorf("opened again it says %s", again)
	}
}

// An answer that comes after somebody went on is not shown for another sale.
func TestALateStoryIsDropped(t *testing.T) {
	r := newHarness(t, twoTries()).show()
	r.slow = true
	r.key(fyne.KeyDown, fyne.KeyF3, fyne.KeyEscape, fyne.KeyUp, fyne.KeyF3)
	first := r.waiting[0]
	for _, f := range r.waiting[1:] {
		f()
	}
	now := r.page()
	first()
	if r.page() != now || !strings.Contains(now, "TILL-261120-014") {
		t.Errorf("the page changed to %s", r.page())
	}
}

// TestEveryOutcomeHasItsSentence in every language, and each says another.
func TestEveryOutcomeHasItsSentence(t *testing.T) {
	for _, lang := range words.Languages() {
		env, d := build(t, friday20(), lang).env, build(t, friday20(), lang).deps
		env.Practice = false
		seen := map[string]journal.Outcome{}
		for _, o := range journal.Outcomes() {
			said := d.concluded(env, journal.Conclusion{Outcome: o, At: friday.Time(time.UTC).Add(13 * time.Hour), Other: number(3)})
			if strings.ContainsAny(said, "⟨{") || seen[said] != "" {
				t.Errorf("%s, %s: %q, as %s", lang, o, said, seen[said])
			}
			seen[said] = o
		}
		if clear, watched := d.concluded(env, journal.Conclusion{Outcome: journal.OutcomePaid}), d.concluded(env, journal.Conclusion{Outcome: journal.OutcomePaid, Watched: true}); len(clear) <= len(watched) {
			t.Errorf("%s: while it is asked about, it says %q", lang, watched)
		}
	}
}

func TestTheStoryFits(t *testing.T) {
	t.Cleanup(func() { theme.Use(theme.Look{}) })
	for _, lang := range words.Languages() {
		for _, size := range overflow.Some(fyne.NewSize(1134, 610), fyne.NewSize(928, 560)) {
			for _, text := range overflow.Some[float32](1, 1.5, 2) {
				theme.Use(theme.Look{Still: true, Small: size.Width < 1000, TextScale: text, RTL: lang == words.Arabic})
				r := build(t, twoTries(), lang).show()
				r.window.Resize(size)
				r.key(fyne.KeyDown, fyne.KeyF3)
				for _, f := range overflow.Faults(r.window.Canvas()) {
					t.Errorf("%s %v %.1f: %s", lang, size, text, f)
				}
			}
		}
	}
}
