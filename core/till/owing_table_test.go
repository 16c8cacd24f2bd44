package till_test

import (
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/till/internal/refunds"
)

// TestTheTableOfWhatIsOwedBack goes through the rows of refunds.Owes that need a clock that
// was set back, or money that was kept.
func TestTheTableOfWhatIsOwedBack(t *testing.T) {
	at := func(hour int) time.Time { return time.Date(2026, 3, 2, hour, 0, 0, 0, time.UTC) }
	sale := func(number int) journal.Sale { return journal.Sale{ID: journal.NewSaleID("20260302", number)} }
	paid := func(s journal.Sale, m refunds.Money) refunds.Taking {
		s.Session.State, s.ReceiptSeq = core.StateSuccess, 1
		return refunds.Taking{Sale: s, Money: m}
	}
	said := func(s journal.Sale, hour int, byHand bool) journal.Sale {
		s.SetAside = &journal.Decision{At: at(hour), Reason: journal.AsidePaidCash}
		if byHand {
			s.Record(at(hour), journal.HistorySetAside, journal.AsidePaidCash)
		}
		return s
	}
	off := func(s journal.Sale, hour int) refunds.Taking {
		s.CashSeq, s.Reversed = 1, &journal.Decision{At: at(hour)}
		return refunds.Taking{Sale: s}
	}
	instead := func(s, other journal.Sale) journal.Sale { s.Instead = append(s.Instead, other.ID); return s }
	one, two, three := sale(1), sale(2), sale(3)
	afterCash := refunds.Owing{Cause: journal.DebtAfterCash}
	for name, c := range map[string]struct {
		of     journal.Sale
		others []refunds.Taking
		want   refunds.Owing
	}{
		"cash said it itself, by a clock that was ahead": {instead(said(one, 9, false), two), []refunds.Taking{off(two, 3)}, refunds.Owing{}},
		"said by hand after the cash was off":            {instead(said(one, 9, true), two), []refunds.Taking{off(two, 3)}, afterCash},
		"said by hand before it":                         {said(one, 2, true), []refunds.Taking{off(two, 3)}, refunds.Owing{}},
		"said of the next one in the same moment":        {said(three, 3, true), []refunds.Taking{off(two, 3)}, afterCash},
		"beside what was kept":                           {one, []refunds.Taking{paid(two, refunds.MoneyKept)}, refunds.Owing{With: two.ID, Cause: journal.DebtPaidTwice}},
		"beside what is owed, and nothing else":          {one, []refunds.Taking{paid(two, refunds.MoneyOwed)}, refunds.Owing{}},
		"beside what is owed, and cash":                  {said(one, 1, true), []refunds.Taking{paid(two, refunds.MoneyOwed)}, refunds.Owing{With: two.ID, Cause: journal.DebtPaidTwice}},
		"beside what went back, and cash":                {said(one, 1, true), []refunds.Taking{paid(two, refunds.MoneyGone)}, afterCash},
	} {
		if got := refunds.Owes(c.of, c.others); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
	kept, whole := paid(one, refunds.MoneyKept), paid(two, refunds.MoneyWhole)
	if s, there := refunds.OwedByWord([]refunds.Taking{kept, whole}); !there || s.ID != two.ID {
		t.Errorf("a word beside two payments makes %s owed, %v", s.ID, there)
	}
	if s, there := refunds.OwedByWord([]refunds.Taking{kept, {Sale: said(three, 1, true)}}); there {
		t.Errorf("a second word makes %s owed", s.ID)
	}
}

// TestWhatIsReleased: of money that is owed back, what is the only taking of its order
// once cash was taken off. Beside another payment, other cash or a word of it, it is still
// owed back.
func TestWhatIsReleased(t *testing.T) {
	sale := func(number int) journal.Sale { return journal.Sale{ID: journal.NewSaleID("20260302", number)} }
	paid := func(number int, m refunds.Money) refunds.Taking {
		s := sale(number)
		s.Session.State, s.ReceiptSeq = core.StateSuccess, uint64(number)
		return refunds.Taking{Sale: s, Money: m}
	}
	cash, off, word := sale(7), sale(8), sale(9)
	cash.CashSeq = 1
	off.CashSeq, off.Reversed = 2, &journal.Decision{}
	word.SetAside = &journal.Decision{At: time.Now(), Reason: journal.AsidePaidCash}
	for name, c := range map[string]struct {
		order []refunds.Taking
		want  journal.SaleID
	}{
		"alone":                 {[]refunds.Taking{paid(1, refunds.MoneyOwed), {Sale: off}}, sale(1).ID},
		"two of them":           {[]refunds.Taking{paid(2, refunds.MoneyOwed), paid(1, refunds.MoneyOwed), {Sale: off}}, sale(1).ID},
		"beside a payment":      {[]refunds.Taking{paid(1, refunds.MoneyOwed), paid(2, refunds.MoneyWhole), {Sale: off}}, ""},
		"beside one that kept":  {[]refunds.Taking{paid(1, refunds.MoneyOwed), paid(2, refunds.MoneyKept), {Sale: off}}, ""},
		"beside other cash":     {[]refunds.Taking{paid(1, refunds.MoneyOwed), {Sale: off}, {Sale: cash}}, ""},
		"beside a later word":   {[]refunds.Taking{paid(1, refunds.MoneyOwed), {Sale: off}, {Sale: word}}, ""},
		"beside what went back": {[]refunds.Taking{paid(1, refunds.MoneyGone), {Sale: off}}, ""},
		"never owed back":       {[]refunds.Taking{paid(1, refunds.MoneyWhole), {Sale: off}}, ""},
	} {
		got, there := refunds.Released(c.order)
		if got.ID != c.want || there != (c.want != "") {
			t.Errorf("%s: %q, %v, want %q", name, got.ID, there, c.want)
		}
	}
}
