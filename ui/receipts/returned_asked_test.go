package receipts

import (
	"testing"
	"time"

	"sanduq/core/journal"
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
