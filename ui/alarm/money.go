package alarm

import (
	"sanduq/core/journal"
	"sanduq/ui/present"
)

// money is what must be said of single sales: paid twice, or after cash, whatever
// is shown; late money and conflicts only of those that are not on the screen.
func (l lister) money() (all []Alarm) {
	pairs := map[journal.SaleID]bool{} // either sale of a pair may name the other
	for _, v := range l.Sales {
		if v.PaidTwice() && !pairs[v.ID] {
			pairs[v.PaidTwiceWith] = true
			all = append(all, l.twice(v))
		}
	}
	for _, v := range l.Sales {
		switch {
		case !v.LateMoney() || v.PaidTwice():
		case v.AfterCash():
			all = append(all, l.afterCash(v))
		case v.ID != l.Shown:
			all = append(all, l.late(v))
		}
	}
	for _, v := range l.Sales {
		if v.Session.Conflict != "" && v.ID != l.Shown {
			all = append(all, Alarm{Fact: l.env.Words.T("banner.conflict", "number", present.Number(v.ID)), Then: l.env.Words.T("banner.conflict.do"),
				Button: l.open(v.ID), Action: OpenSale, Sale: v.ID})
		}
	}
	return all
}

// twice tells of two sales for one order that were both paid, or of one that
// was paid in two ways: money is owed back.
func (l lister) twice(v journal.View) Alarm {
	first, second := min(v.ID, v.PaidTwiceWith), max(v.ID, v.PaidTwiceWith)
	a := Alarm{Fact: l.env.Words.T("banner.twice", "first", present.Number(first), "second", present.Number(second)), Then: l.env.Words.T("banner.twice.then"),
		Button: l.open(v.ID), Action: OpenSale, Sale: v.ID}
	switch {
	case v.MaybeTwice():
		a.Fact, a.Then = l.env.Words.T("banner.maybeTwice", "number", present.Number(v.ID)), l.env.Words.T("banner.maybeTwice.then")
	case first == second:
		a.Fact = l.env.Words.T("banner.twiceHere", "number", present.Number(v.ID))
	}
	return l.owed(a)
}

// afterCash tells of the bank's money that came for an order that somebody said was
// paid in cash: it is owed back.
func (l lister) afterCash(v journal.View) Alarm {
	return l.owed(Alarm{Fact: l.env.Words.T("banner.afterCash", "number", present.Number(v.ID), "amount", l.env.Sum(v.Amount)),
		Then: l.env.Words.T("banner.twice.then"), Button: l.open(v.ID), Action: OpenSale, Sale: v.ID})
}

// owed leads an alarm of owed money to where somebody takes note of it.
func (l lister) owed(a Alarm) Alarm {
	switch {
	case a.Sale == l.Shown:
		a.Button, a.Action = l.env.Words.T("banner.read"), Read
	case l.Owed:
		a.Button, a.Action = l.env.Words.T("owed.tab"), OpenOwed
	}
	return a
}

// late tells of money that came after the cashier was told not to expect it.
func (l lister) late(v journal.View) Alarm {
	key := "banner.late.ended"
	if v.SetAside != nil {
		key = "banner.late.aside"
	}
	return Alarm{Fact: l.env.Words.T("banner.late", "number", present.Number(v.ID)),
		Then:   l.env.Words.T(key, "amount", l.env.Sum(v.Amount), "time", present.Clock(v.SettledAt, l.env.Zone)),
		Button: l.open(v.ID), Action: OpenSale, Sale: v.ID}
}

func (l lister) open(id journal.SaleID) string {
	return l.env.Words.T("banner.open", "number", present.Number(id))
}
