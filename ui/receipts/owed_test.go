package receipts

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/popover"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// paidTwice is a day on which #14 was paid although it replaced #13, which was
// paid too, as the till leaves it after a cashier took note.
func paidTwice() *fakeHistory {
	h := friday20()
	a := h.add(13, "14:40", journal.StatusPaid, core.RouteQR, 12500)
	at := a.CreatedAt.Add(2 * time.Minute)
	a.SetAside, a.ReplacedBy, a.Instead = &journal.Decision{At: at.Add(-1), By: "Yusuf", Reason: "wrongAmount"}, "20261120-000014", []journal.SaleID{"20261120-000014"}
	a.AlsoPaid, a.OwedSince = "20261120-000014", at
	a.History = append(a.History, journal.HistoryEvent{At: at, Code: journal.HistorySetAside, Word: "wrongAmount"},
		journal.HistoryEvent{At: at, Code: journal.HistoryReplaced, Word: "TILL-261120-014"}, journal.HistoryEvent{At: at, Code: journal.HistoryAlsoPaid, Word: "TILL-261120-014"})
	b := h.add(14, "14:41", journal.StatusPaid, core.RouteQR, 12500)
	b.Replaces, b.PaidTwiceWith, b.OwedSince, b.LateAlertRead = "20261120-000013", "20261120-000013", at, at
	b.History = append(b.History, journal.HistoryEvent{At: at, Code: journal.HistoryPaidTwice, Word: "TILL-261120-013"},
		journal.HistoryEvent{At: at, Code: journal.HistoryOwedRead, Word: "Samira"})
	return h
}

// TestRowsTimelinesAndAFilterSayWhatIsOwedBack of both sales, no matter who has taken
// note of it.
func TestRowsTimelinesAndAFilterSayWhatIsOwedBack(t *testing.T) {
	theme.Use(theme.Look{Still: true})
	for _, lang := range words.Languages() {
		r := build(t, paidTwice(), lang).show()
		w := r.env.Words
		says := func(what string, n int, sentence string) {
			t.Helper()
			got := 0
			for _, one := range uitest.All[*typeset.Text](r.window.Canvas().Content()) {
				if one.Text() == sentence {
					got++
				}
			}
			if got != n {
				t.Errorf("%s: %s: %q stands there %d times, want %d", lang, what, sentence, got, n)
			}
		}
		uitest.Picture(t, r.window, "owed-rows-"+lang)
		says("rows", 2, w.T("state.owed"))
		for _, c := range []struct {
			id    journal.SaleID
			other string
			who   string
		}{{"20261120-000013", "#14", w.T("receipt.step.aside", "name", "Yusuf")}, {"20261120-000014", "#13", w.T("receipt.step.owedRead", "name", "Samira")}} {
			for _, s := range r.history.sales {
				if s.ID == c.id {
					r.screen.Open(s)
				}
			}
			uitest.Picture(t, r.window, "owed-timeline-"+lang+"-"+c.other[1:])
			says("timeline", 1, w.T("receipt.step.twice", "number", c.other))
			says("timeline", 1, c.who)
			says("head", 1, w.T("state.owed"))
			r.screen.back()
		}
		r.screen.index.filters.chooseStatus()
		uitest.Picture(t, r.window, "owed-filter-"+lang)
		c := r.screen.index.popover.Body().(*popover.Choices)
		test.Tap(c.Buttons()[len(c.Buttons())-1])
		if page := r.screen.index.source.List; page.Len() != 2 || !r.memory.Filter.Owed {
			t.Errorf("%s: the filter finds %d", lang, page.Len())
		}
		if label := r.screen.index.filters.status.Label(); label != w.T("receipts.owed") {
			t.Errorf("%s: the filter says %q", lang, label)
		}
	}
}

// TestWhatWasReturnedIsNotShownAsOwed in any row, nor on the sheet of its order.
func TestWhatWasReturnedIsNotShownAsOwed(t *testing.T) {
	for _, lang := range words.Languages() {
		h := paidTwice()
		for i := range h.sales {
			if s := &h.sales[i]; !s.OwedSince.IsZero() {
				s.OwedEnd = journal.DebtReturned
			}
		}
		r, returned := build(t, h, lang).show(), 0
		w := r.env.Words
		for _, one := range uitest.All[*typeset.Text](r.window.Canvas().Content()) {
			if one.Text() == w.T("state.owed") {
				t.Errorf("%s: a row says %q", lang, one.Text())
			}
			if one.Text() == w.T("state.returned") {
				returned++
			}
		}
		if returned != 1 { // the other sale of the order stays paid
			t.Errorf("%s: %d rows say that their money was given back", lang, returned)
		}
		uitest.Picture(t, r.window, "returned-rows-"+lang)
		all := r.screen.index.totals.groups
		paid, back, rest := all[0].sums[0].Number(), all[1].sums[0].Number(), all[2].sums[0].Number()
		if back != "12.500" || all[1].title.Text() != w.T("receipts.returned", "n", 1) || all[2].title.Text() != w.T("report.column.stays") || minor(paid)-minor(back) != minor(rest) || !r.screen.index.totals.shows(all[2]) {
			t.Errorf("%s: %s paid, %q %s, %q %s", lang, paid, all[1].title.Text(), back, all[2].title.Text(), rest)
		}
		r.screen.index.filters.chooseStatus()
		c := r.screen.index.popover.Body().(*popover.Choices)
		test.Tap(c.Buttons()[len(c.Buttons())-2])
		if page := r.screen.index.source.List; page.Len() != 1 || !r.memory.Filter.Returned || r.screen.index.filters.status.Label() != w.T("state.returned") {
			t.Errorf("%s: the filter %q finds %d", lang, r.screen.index.filters.status.Label(), page.Len())
		}
		if got := all[0].sums[0].Number(); got != "12.500" || all[2].sums[0].Number() != "0.000" {
			t.Errorf("%s: %s of what was returned was paid, %s stays", lang, got, all[2].sums[0].Number())
		}
		uitest.Picture(t, r.window, "returned-filter-"+lang)
		tries, err := h.Attempts(t.Context(), "20261120-000013")
		if err != nil || len(tries) != 2 {
			t.Fatal(len(tries), err)
		}
		if c := journal.Conclude(tries); c.Outcome != journal.OutcomeReturned || c.Sale != tries[0].ID || c.Other != tries[1].ID {
			t.Errorf("%s: the sheet says %q of %+v", lang, r.deps.concluded(r.env, c), c)
		}
	}
}

// minor is an amount of three digits without its point.
func minor(major string) int {
	n, err := strconv.Atoi(strings.NewReplacer(".", "", "\u00a0", "").Replace(major))
	if err != nil {
		panic(err)
	}
	return n
}

// TestShowingAllAlsoEndsTheSearchForWhatWasReturned: where nothing was, the button of the
// empty list leads to the sales of the day.
func TestShowingAllAlsoEndsTheSearchForWhatWasReturned(t *testing.T) {
	r := build(t, paidTwice(), words.English).show()
	r.memory.Filter.Returned = true
	r.screen.index.filters.apply()
	if !r.screen.index.empty.Root.Visible() {
		t.Fatal("sales of which nothing was returned are found")
	}
	test.Tap(r.screen.index.empty.Action)
	if n := r.screen.index.source.List.Len(); n != 14 || r.memory.Filter.Narrow() {
		t.Errorf("%d sales, %+v", n, r.memory.Filter)
	}
}

// TestRowsOfWhatWasReturnedAddUpToIt: those of a part of which show the part, and the days
// that a report asked for stand on a chip.
func TestRowsOfWhatWasReturnedAddUpToIt(t *testing.T) {
	for _, lang := range words.Languages() {
		h := paidTwice()
		h.given = map[journal.SaleID]int64{}
		for i := range h.sales {
			if s := &h.sales[i]; !s.OwedSince.IsZero() {
				s.OwedEnd = journal.DebtReturned
			}
		}
		part := h.sales[0].ID
		for _, s := range h.sales {
			if s.OwedSince.IsZero() && s.Status() == journal.StatusPaid {
				part = s.ID
			}
		}
		h.given[part] = 4_000
		r := build(t, h, lang).show()
		back := journal.BackDays{Zone: time.UTC, From: "20261114", To: friday}
		r.screen.ShowQuery(journal.SaleQuery{Returned: true, Amounts: journal.Amounts{Currency: "LYD"}, Back: back})
		r.answerQuestions()
		q := h.asked[len(h.asked)-1]
		if !q.Returned || q.Back != back || q.From != "" || q.To != "" {
			t.Errorf("%s: asked for %+v", lang, q)
		}
		var rows []string
		for _, w := range r.screen.index.list.inView() {
			rows = append(rows, w.amount.Number())
			if w.word.Text() != r.env.Words.T("state.returned") {
				t.Errorf("%s: a row says %q", lang, w.word.Text())
			}
		}
		slices.Sort(rows)
		if !slices.Equal(rows, []string{"12.500", "4.000"}) || r.screen.index.totals.groups[1].sums[0].Number() != "16.500" {
			t.Errorf("%s: the rows show %v, returned was %s", lang, rows, r.screen.index.totals.groups[1].sums[0].Number())
		}
		f := r.screen.index.filters
		if !f.figure.Visible() || !strings.Contains(words.Plain(f.figure.Label()), words.Plain(date(r.env, back.From))) {
			t.Errorf("%s: the chip says %q", lang, f.figure.Label())
		}
		uitest.Picture(t, r.window, "returned-behind-"+lang)
	}
}
