package statement

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"sanduq/core/journal"
	"sanduq/core/report"
	"sanduq/core/report/reconcile"
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

// match reads a file by a mapping and holds it against the till. It is slow, and
// is called off the UI goroutine.
func (d Deps) match(ctx context.Context, env screen.Env, f *bank.File, m bank.Mapping, w *words.Catalogue, file, called string) (out found, err error) {
	return d.matchSaid(ctx, env, f, m, w, file, called, nil)
}

// matchSaid is match with what a person answers of the rows; nil is what was kept.
func (d Deps) matchSaid(ctx context.Context, env screen.Env, f *bank.File, m bank.Mapping, w *words.Catalogue, file, called string, said []journal.BankAnswer) (out found, err error) {
	s, err := f.Read(ctx, m, env.Zone)
	if err != nil {
		return found{}, err
	}
	out = found{count: map[bank.Class]int{}, skipped: s.Skipped, gaps: s.Gaps, result: &reconcile.Result{}}
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
	late, err := d.paidLate(ctx, q)
	if err != nil {
		return found{}, report.Refuse(report.CodeSource, err)
	}
	take := func(sale journal.Sale) {
		if e, paid := bank.EntryOf(sale); paid {
			entries = append(entries, e)
			owed[sale.ID] = sale.PaidTwiceWith == sale.ID
		}
	}
	for _, sale := range slices.Backward(late) {
		take(sale)
	}
	for sale, err := range exporting.Sales(ctx, d.History, q, d.Today()) {
		if err != nil {
			return found{}, report.Refuse(report.CodeSource, err)
		}
		take(sale)
	}
	o := bank.Options{Zone: env.Zone, Days: bookedLater}
	if known, ok := remembered(env).Find(f); ok {
		o.Fee = known.Fee
	}
	if fee, ok := bank.LearnFee(s.Lines, entries, o); ok { // what this file proves goes before what another one did
		o.Fee = fee
	}
	out.fee = o.Fee
	if err := d.remember(ctx, &out, f, m.Account, s.Lines, from, to, late, said); err != nil {
		return found{}, err
	}
	out.again = func(ctx context.Context, said []journal.BankAnswer) (found, error) {
		return d.matchSaid(ctx, env, f, m, w, file, called, said)
	}
	out.statement.File, out.statement.Bank = file, called
	o.Known, o.Elsewhere = reconcile.Known(out.input)
	out.keys = reconcile.Keys(out.input)
	o.Keys = out.keys
	items := bank.Match(s.Lines, entries, o)
	defer func() { // of days that the statement speaks of
		if err == nil {
			out.input.Items = out.items
			err = out.begin(ctx, d.Book)
		}
	}()
	out.input.Items = items
	for _, item := range twiceOf(out.input) {
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
	if d.Returns != nil {
		recorded, err := d.Returns(ctx, shift(from, -lookBack), to)
		if err != nil {
			return found{}, report.Refuse(report.CodeSource, err)
		}
		items = bank.Returns(items, recorded)
	}
	for _, item := range items {
		if item.Class == bank.BackMissing {
			if day := journal.DayOf(item.Entry.At.In(env.Zone)); day < from || day > to {
				continue
			}
		}
		if item.Class == bank.OnlyTill { // of days that the statement does not speak of
			if day := journal.DayOf(item.Entry.At.In(env.Zone)); day < from || day > to {
				out.input.Beyond = append(out.input.Beyond, item.Entry)
				continue
			}
		}
		out.items = append(out.items, item)
		out.count[item.Class]++
	}
	return out, nil
}

// paidLate are the sales of earlier days than those of a query whose money came on these, newest
// first: a customer may pay days after the sale was opened, and the bank books days after that.
func (d Deps) paidLate(ctx context.Context, q journal.SaleQuery) (all []journal.Sale, err error) {
	for q.Booked, q.Before, q.Limit = true, journal.SaleID(q.From), 200; ; q.Before = all[len(all)-1].ID {
		page, err := d.History.Sales(ctx, q)
		if err != nil {
			return nil, err
		}
		all = append(all, page.Sales...)
		if !page.More || len(page.Sales) == 0 {
			return all, nil
		}
	}
}

// remember reads what is known of the file, and of the sales of its days, from before.
func (d Deps) remember(ctx context.Context, out *found, f *bank.File, chosen string, lines []bank.Line, from, to journal.Day, late []journal.Sale, said []journal.BankAnswer) error {
	id, account := f.ID(lines, chosen)
	out.statement = journal.BankStatement{ID: id, Account: account, Number: f.Number(chosen), From: from, To: to}
	out.input = reconcile.Input{Currency: d.Currency, Kept: map[journal.SaleID]journal.Reconciled{}, Lines: lines}
	if d.Book == nil {
		out.input.Statement = out.statement
		return nil
	}
	kept, err := d.Book.Reconciled(ctx, journal.SaleID(shift(from, -lookBack)), journal.SaleID(shift(to, 2)))
	if err != nil {
		return report.Refuse(report.CodeSource, err)
	}
	for _, sale := range late {
		one, err := d.Book.Reconciled(ctx, sale.ID, sale.ID)
		if err != nil {
			return report.Refuse(report.CodeSource, err)
		}
		kept = append(kept, one...)
	}
	for _, r := range kept {
		out.input.Kept[r.Sale] = r
	}
	if out.input.Statements, err = d.Book.BankStatements(ctx, exporting.MostStatements); err != nil {
		return report.Refuse(report.CodeSource, err)
	}
	id = reconcile.Named(out.statement, lines, out.input.Statements)
	out.statement.ID = id
	for _, s := range out.input.Statements {
		switch {
		case s.ID == id:
			out.statement = s
		case s.Signed != nil && s.Account == account && bank.SameAccount(s, out.statement) && s.From <= to && s.To >= from:
			out.signed = append(out.signed, s)
		}
	}
	if said != nil {
		out.statement.Answers = said
	}
	out.input.Statement = out.statement
	if out.statement.Signed == nil { // one that was signed by an older version says its days
		out.statement.Lines = reconcile.Listed(out.input)
		out.input.Statement = out.statement
	}
	return nil
}

// begin makes the rows and writes down what is new in them. What could not be written
// is said beside the rows, which are right all the same.
func (f *found) begin(ctx context.Context, b Book) error {
	f.result = reconcile.Build(f.input)
	if b == nil || f.statement.Signed != nil || f.statement.ID == "" {
		return nil
	}
	if !f.statement.At.IsZero() && len(f.result.Records()) == 0 && f.statement.Open == f.result.Sums.Open {
		return nil // it was read before
	}
	next := *f
	if f.unkept = next.save(ctx, b, false); f.unkept == nil {
		*f = next
	}
	return nil
}

// save is found with what is kept of it: the rows are made again, and what they say of
// each sale is written down. It is slow, and is called off the UI goroutine.
func (f *found) save(ctx context.Context, b Book, sign bool) (err error) {
	f.statement.Answers = slices.Clone(f.statement.Answers) // the till writes into it who and when
	f.input.Statement = f.statement
	if !slices.Equal(reconcile.Keys(f.input), f.keys) { // by an answer a line is another movement
		if *f, err = f.again(ctx, f.statement.Answers); err != nil {
			return err
		}
	}
	f.result = reconcile.Build(f.input)
	f.statement.Open = f.result.Sums.Open
	if sign {
		settled := f.result.Settled()
		f.statement.Settled = &settled
	}
	records := f.result.Records()
	if f.statement, err = b.KeepStatement(ctx, f.statement, records, sign); err != nil {
		return err
	}
	f.input.Kept = withRecords(f.input.Kept, records)
	f.input.Statement = f.statement
	f.result = reconcile.Build(f.input)
	return nil
}

// withRecords is what is kept after more was.
func withRecords(kept map[journal.SaleID]journal.Reconciled, records []journal.Reconciled) map[journal.SaleID]journal.Reconciled {
	all := maps.Clone(kept)
	for _, r := range records {
		if all[r.Sale] = r; len(r.Lines) == 0 {
			delete(all, r.Sale)
		}
	}
	return all
}

// twiceOf are the payments that the bank has twice by all that was read, and has not
// taken back.
func twiceOf(in reconcile.Input) (all []bank.Item) {
	owed := map[*bank.Line]bool{}
	for _, r := range reconcile.Build(in).Rows {
		if r.Kind == reconcile.Twice && r.Owed {
			owed[r.Items[0].Line] = true
		}
	}
	for _, item := range in.Items { // in the order in which they came
		if item.Line != nil && owed[item.Line] {
			all = append(all, item)
		}
	}
	return all
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
	return e != nil && l != nil && l.Amount == e.Amount && reference(l) != "" && !owed[e.Sale]
}

// reference is what the statement calls a row: its name there and its day.
func reference(l *bank.Line) string {
	if l.ID() == "" {
		return ""
	}
	return strings.TrimSpace(l.ID() + " " + l.At.Format("2006-01-02"))
}
