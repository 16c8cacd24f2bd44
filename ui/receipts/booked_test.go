package receipts

import (
	"strings"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/receipts/filter"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// TestARowSaysWhereItsMoneyIsBooked: a sale of the list's day whose money came on another.
func TestARowSaysWhereItsMoneyIsBooked(t *testing.T) {
	for _, lang := range words.Languages() {
		theme.Use(theme.Look{Still: true, RTL: lang == words.Arabic})
		h := friday20()
		s := h.add(13, "14:40", journal.StatusPaid, core.RouteQR, 12500)
		s.SettledAt, s.Booked = s.CreatedAt.Add(26*time.Hour), "20261121"
		r := build(t, h, lang).show()
		uitest.Picture(t, r.window, "booked-"+lang)
		said := r.env.Words.T("receipts.booked", "day", date(r.env, s.Booked))
		n := 0
		for _, one := range uitest.All[*typeset.Text](r.window.Canvas().Content()) {
			if strings.Contains(one.Text(), said) {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%s: %q stands there %d times, want once", lang, said, n)
		}
	}
	theme.Use(theme.Look{})
}

// TestTheListBehindAFigureKeepsItsDays: they are days of booking, and those of a list
// that nobody opened from a figure are not.
func TestTheListBehindAFigureKeepsItsDays(t *testing.T) {
	for _, q := range []journal.SaleQuery{{From: "20261119", To: "20261119", Booked: true}, {From: "20261101", To: "20261119", Booked: true}, {From: "20261119", To: "20261119"}} {
		if got := filter.FilterOf(q).Query("20261120"); got != q {
			t.Errorf("%+v is asked for as %+v", q, got)
		}
	}
	f := filter.FilterOf(journal.SaleQuery{From: "20261119", To: "20261119", Booked: true})
	f.Range = filter.Yesterday
	if q := f.Query("20261120"); q.Booked {
		t.Errorf("yesterday's list is of days of booking: %+v", q)
	}
}

// TestShowingAllKeepsTheDaysOfTheFigure: they are days of booking still.
func TestShowingAllKeepsTheDaysOfTheFigure(t *testing.T) {
	theme.Use(theme.Look{Still: true})
	r := build(t, friday20(), words.English).show()
	r.screen.ShowQuery(journal.SaleQuery{From: "20261120", To: "20261120", Booked: true})
	x := r.screen.index
	x.filters.setSearch("no such sale")
	x.showAll()
	if q := r.history.asked[len(r.history.asked)-1]; !q.Booked || q.Search != "" {
		t.Errorf("asked for %+v", q)
	}
}
