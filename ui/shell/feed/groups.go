package feed

import (
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/settle"
)

// Groups are the sales as they are listed: those that go on, the paid ones that
// somebody has seen, as one, and the others that have ended.
type Groups struct {
	Open, Quiet, Finished []journal.View
	Settle                Settling
}

// Settling is how much somebody must still settle, by kind.
type Settling struct{ Unknown, Late, Owed int }

// Groups parts the sales, each part with the most urgent first. What must be
// settled never folds; neither does an end that nobody has seen.
func (f *Feed) Groups() Groups {
	var t Groups
	for _, v := range f.InOrder() {
		kind := settling(v)
		t.Settle.Unknown, t.Settle.Late, t.Settle.Owed = t.Settle.Unknown+kind.Unknown, t.Settle.Late+kind.Late, t.Settle.Owed+kind.Owed
		switch {
		case !v.Status().Ended():
			t.Open = append(t.Open, v)
		case v.Status() == journal.StatusPaid && kind == Settling{} && f.seen[v.ID] && v.ID != f.shown:
			t.Quiet = append(t.Quiet, v)
		default:
			t.Finished = append(t.Finished, v)
		}
	}
	return t
}

// settling is which kind a sale is of; nothing for most.
func settling(v journal.View) Settling {
	switch settle.Why(v) {
	case settle.Owed:
		return Settling{Owed: 1}
	case settle.Late:
		return Settling{Late: 1}
	case settle.Unknown:
		return Settling{Unknown: 1}
	}
	return Settling{}
}

// Shown is every sale that has a tile of its own, in the order of the tiles.
func (t Groups) Shown() []journal.View {
	return append(append([]journal.View(nil), t.Open...), t.Finished...)
}

// Sum is what the folded sales come to; false when they are of several
// currencies.
func (t Groups) Sum() (money.Amount, bool) {
	sum := money.Amount{Currency: t.Quiet[0].Amount.Currency}
	for _, v := range t.Quiet {
		if v.Amount.Currency != sum.Currency {
			return money.Amount{}, false
		}
		sum.Minor += v.Amount.Minor
	}
	return sum, true
}
