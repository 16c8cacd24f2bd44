package receipts

import (
	"testing"
	"time"

	"sanduq/core/journal"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/uitest"
)

// TestDaysOfWhatWasReturnedGoWithIt: where words or the chip ask for another state, no
// figure is narrowed by days that no row is narrowed by, and no chip says that one is.
func TestDaysOfWhatWasReturnedGoWithIt(t *testing.T) {
	h := friday20()
	r := newHarness(t, h).show()
	f := r.screen.index.filters
	back := journal.BackDays{Zone: time.UTC, From: "20261114", To: friday}
	query := journal.SaleQuery{Returned: true, Back: back}
	without := func(what string) {
		t.Helper()
		if q := f.query(); q.Returned || q.Back != (journal.BackDays{}) || f.figure.Visible() {
			t.Errorf("%s: asks for %+v, chips %s", what, q, r.chips())
		}
	}
	r.screen.ShowQuery(query)
	r.answerQuestions()
	r.ask("paid")
	without("words")
	f.search.SetText("")
	r.screen.ShowQuery(query)
	r.answerQuestions()
	if !f.figure.Visible() {
		t.Fatal("no chip of the days")
	}
	f.now.Pick(journal.StatusPaid, false, false)
	f.apply()
	without("the chip")
}

// TestNothingIsSaidToStayOfSomeDays: of what was returned on some days alone, nobody knows
// here what was returned on others.
func TestNothingIsSaidToStayOfSomeDays(t *testing.T) {
	h := friday20()
	for i := range h.sales {
		if s := &h.sales[i]; s.Status() == journal.StatusPaid && h.given == nil {
			h.given = map[journal.SaleID]int64{s.ID: 500}
		}
	}
	r := newHarness(t, h).show()
	stays := func(q journal.SaleQuery) bool {
		r.screen.ShowQuery(q)
		r.answerQuestions()
		return r.screen.index.totals.groups[2].sums[0].Number() != "0.000"
	}
	if !stays(journal.SaleQuery{Returned: true}) {
		t.Error("nothing stays of what is known whole")
	}
	if stays(journal.SaleQuery{Returned: true, Back: journal.BackDays{Zone: time.UTC, From: friday, To: friday}}) {
		t.Error("a sum is said to stay, of which more may have been returned on another day")
	}
}

// TestBothPaymentsOfAnOrderThatWereReturnedSaySo: the sale of the first does not tell that its money
// went back too; the ledger does.
func TestBothPaymentsOfAnOrderThatWereReturnedSaySo(t *testing.T) {
	h := paidTwice()
	h.given = map[journal.SaleID]int64{}
	first := journal.SaleID("")
	for i := range h.sales {
		if s := &h.sales[i]; !s.OwedSince.IsZero() {
			s.OwedEnd = journal.DebtReturned
			if h.given[s.ID] = s.Amount.Minor; s.AlsoPaid != "" {
				first = s.ID
			}
		}
	}
	r := newHarness(t, h).show()
	returned := r.env.Words.T("state.returned")
	n := 0
	for _, w := range r.screen.index.list.inView() {
		if w.word.Text() == returned {
			n++
		}
	}
	if n != 2 || first == "" {
		t.Errorf("%d rows say that their money was given back, want 2", n)
	}
	r.screen.index.list.reset(first)
	r.screen.index.startOn(first)
	r.screen.index.openSelected()
	if got := r.screen.view.word.Text(); r.screen.view.sale.ID != first || got != returned {
		t.Errorf("the receipt of %s says %q, want %q of %s", r.screen.view.sale.ID, got, returned, first)
	}
	tries := func() (n int) {
		r.screen.ShowHistory(r.screen.view.sale, func() {})
		for _, one := range uitest.All[*typeset.Text](r.screen.page.story.Root) {
			if one.Text() == returned {
				n++
			}
		}
		return n
	}
	if n := tries(); n != 2 {
		t.Errorf("what happened says of %d tries that their money was given back, want 2", n)
	}
	h.given[first] -= 1_000
	if n := tries(); n != 1 {
		t.Errorf("of a part, what happened says of %d tries that their money was given back, want 1", n)
	}
}
