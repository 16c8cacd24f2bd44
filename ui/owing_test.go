package ui

import (
	"context"
	"errors"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/uitest/laws"
	"sanduq/ui/words"
)

// owingTill is a till whose ledger is told.
type owingTill struct {
	*fakeTill
	open []journal.Debt
	err  error
}

func (f *owingTill) Debts(_ context.Context, q journal.DebtQuery) ([]journal.Debt, error) {
	if !q.Open {
		return nil, errors.New("all of it")
	}
	return f.open, f.err
}

// TestWhatIsOwedBackStandsBesideNothingToSettle, once somebody has read so: a nought alone
// would say that all is well. What must be settled is not counted twice.
func TestWhatIsOwedBackStandsBesideNothingToSettle(t *testing.T) {
	for _, lang := range words.Languages() {
		for name, text := range map[string]float32{"": 1, "-largest": 2} {
			for size, at := range map[string]fyne.Size{"": {}, "-1024": {Width: 1024, Height: 640}} {
				from := &owingTill{}
				r := newHarness(t, unsettled, func(h *harness, o *Options) {
					h.env.Words = words.MustLoad(lang)
					from.fakeTill = h.till
					o.Till = from
				})
				r.wear(dress{size: at, text: text})
				w := r.shell.env.Words
				debt := func(id journal.SaleID, open int64) journal.Debt {
					return journal.Debt{Number: 1, Cause: journal.DebtPaidTwice, Sale: id, With: "20261120-000037", Amount: money.Amount{Minor: open + 4_000, Currency: "LYD"}, Kept: 4_000}
				}
				from.open = []journal.Debt{debt("20261120-000038", 125_000)}
				r.shell.feed.Notice(journal.Notice{Kind: journal.NoticeDay})
				r.pass(0)
				if n := len(r.shell.feed.Beside()); n != 0 {
					t.Errorf("%s: what must be settled is counted beside it too: %d", lang, n)
				}
				from.open = append(from.open, debt("20261120-000002", 21_000))
				r.shell.feed.Notice(journal.Notice{Kind: journal.NoticeDay})
				r.pass(0)
				r.shell.openSettle()
				if lang == words.English && name+size == "" {
					r.says("Still owed back, 1", "21.000", "To settle, 4")
				}
				r.picture("owing-settle" + name + size + "-" + lang)
				for _, b := range laws.Faults(r.win.Canvas()) {
					t.Errorf("%s%s%s: %s", lang, name, size, b)
				}
				for _, v := range r.till.sales {
					v.LateAlertRead, v.AcknowledgedAt, v.Version = noon, noon, v.Version+9
					v.Session.State, v.ReceiptSeq, v.Capped = "success", 9, false
					r.notice(v)
				}
				from.err = errors.New("torn") // what was known stands
				r.shell.feed.Notice(journal.Notice{Kind: journal.NoticeDay})
				from.err = nil
				from.open = from.open[1:]
				r.shell.feed.Notice(journal.Notice{Kind: journal.NoticeDay})
				r.pass(0)
				if n := r.settling().Total(); n != 0 {
					t.Fatalf("%d are to be settled", n)
				}
				if all := r.shell.feed.Beside(); len(all) != 1 {
					t.Errorf("%s: %d are owed beside it", lang, len(all))
				}
				if lang == words.English {
					r.says("Still owed back, 1: 21.000")
				}
				r.picture("owing-nothing" + name + size + "-" + lang)
				for _, b := range laws.Faults(r.win.Canvas()) {
					t.Errorf("%s%s%s: %s", lang, name, size, b)
				}
				from.open = nil
				r.shell.feed.Notice(journal.Notice{Kind: journal.NoticeDay})
				r.pass(0)
				r.saysNot(w.T("settle.owing", "n", 1))
			}
		}
	}
}
