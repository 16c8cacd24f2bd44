package statement

import (
	"context"
	"strings"
	"time"

	"sanduq/core/journal"
	"sanduq/core/report"
	bank "sanduq/core/report/statement"
	"sanduq/ui/exporting"
	"sanduq/ui/screen"
	"sanduq/ui/words"
)

// bookedLater is how many working days a bank may take to book what the till took,
// and lookBack how many days that are at most, with a long weekend between.
const (
	bookedLater = 3
	lookBack    = 7
)

// hold reads a file by a mapping and holds it against the till. It is slow, and
// is called off the UI goroutine.
func (d Deps) hold(ctx context.Context, env screen.Env, f *bank.File, m bank.Mapping, w *words.Catalogue) (found, error) {
	s, err := f.Read(ctx, m, env.Zone)
	if err != nil {
		return found{}, err
	}
	out := found{count: map[bank.Class]int{}, skipped: s.Skipped, gaps: s.Gaps}
	for _, b := range s.Broken {
		out.broken = append(out.broken, w.T("statement.row", "row", b.Row, "why", w.T("report.error."+string(b.Code))))
	}
	first, last, ok := s.Span()
	if !ok {
		return out, nil
	}
	from, to := journal.DayOf(first.In(env.Zone)), journal.DayOf(last.In(env.Zone))
	var entries []bank.Entry
	owed := map[journal.SaleID]bool{}
	q := journal.SaleQuery{From: shift(from, -lookBack), To: shift(to, 1), Status: journal.StatusPaid}
	for sale, err := range exporting.Sales(ctx, d.History, q, d.Today()) {
		if err != nil {
			return found{}, report.Refuse(report.CodeSource, err)
		}
		if e, paid := bank.EntryOf(sale); paid {
			entries = append(entries, e)
			owed[sale.ID] = sale.PaidTwiceWith == sale.ID
		}
	}
	o := bank.Options{Zone: env.Zone, Days: bookedLater}
	if known, ok := remembered(env).Find(f); ok {
		o.Fee = known.Fee
	}
	if fee, ok := bank.LearnFee(s.Lines, entries, o); ok { // what this file proves goes before what another one did
		o.Fee = fee
	}
	out.fee = o.Fee
	items := bank.Match(s.Lines, entries, o)
	for _, item := range bank.Again(items) {
		if enterable(item, owed) {
			known, err := d.entered(ctx, item.Entry.Sale)
			if err != nil {
				return found{}, report.Refuse(report.CodeSource, err)
			}
			owed[item.Entry.Sale] = true // it has one entry at most
			if !known {
				out.twice = append(out.twice, item)
			}
		}
	}
	for _, item := range items {
		if item.Class == bank.OnlyTill { // of days that the statement does not speak of
			if day := journal.DayOf(item.Entry.At.In(env.Zone)); day < from || day > to {
				continue
			}
		}
		out.items = append(out.items, item)
		out.count[item.Class]++
	}
	return out, nil
}

// entered asks the ledger. What a sale says of itself is not enough: one whose order
// was paid by another one too has that one's name.
func (d Deps) entered(ctx context.Context, sale journal.SaleID) (bool, error) {
	if d.Entered == nil {
		return false, nil
	}
	return d.Entered(ctx, sale)
}

func shift(day journal.Day, by int) journal.Day {
	return journal.DayOf(day.Time(time.UTC).AddDate(0, 0, by))
}

// remembered are the banks whose files were read before.
func remembered(env screen.Env) bank.Banks { return bank.ParseBanks(env.Preferences.Get().Statement) }

// enterable reports whether an item is money that is owed back, and not yet
// entered: owed are the sales of which a second debit is known.
func enterable(item bank.Item, owed map[journal.SaleID]bool) bool {
	e, l := item.Entry, item.Line
	return item.Class == bank.Twice && e != nil && l != nil && l.Amount == e.Amount && reference(l) != "" && !owed[e.Sale]
}

// reference is what the statement calls a row: its name there and its day.
func reference(l *bank.Line) string {
	if l.ID() == "" {
		return ""
	}
	return strings.TrimSpace(l.ID() + " " + l.At.Format("2006-01-02"))
}
