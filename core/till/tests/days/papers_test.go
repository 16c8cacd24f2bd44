package days

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"sanduq/core/journal"
	"sanduq/core/report/export"
	"sanduq/core/till/tests/oracle"
)

// papers is all that X, Zs, ledger, list and exports say, a line each.
func (d *desk) papers() string {
	d.Helper()
	var out []string
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	x, err := d.till.Shifts.X(d.ctx, "Huda")
	if err == nil {
		say("X %s", summed(x))
	}
	b, err := oracle.ReadBook(d.ctx, d.store, journal.DayOf(d.now()))
	d.do(err)
	for _, z := range b.Zs {
		say("Z-%d after %d by %s: %s", z.Seq, z.Before, z.By, summed(z))
	}
	for _, e := range b.Debts {
		say("owed %d: %s %s, returned %d, kept %d, open %d", e.Number, e.Cause, e.Amount, e.Returned, e.Kept, e.Open())
	}
	slices.SortFunc(b.Sales, func(a, b journal.Sale) int { return strings.Compare(string(a.ID), string(b.ID)) })
	for _, s := range b.Sales {
		say("#%d %s %s by %s R%d C%d", s.ID.Number(), s.Status(), s.Amount, s.Cashier, s.ReceiptSeq, s.CashSeq)
	}
	totals, err := d.till.Totals(d.ctx, journal.SaleQuery{Status: journal.StatusPaid})
	d.do(err)
	for _, one := range totals {
		say("list paid %s %d x %d", one.Currency, one.Count, one.Minor)
	}
	zs := d.exported(export.Zs(all(b.Zs), 0, nil, nil))
	for _, row := range zs {
		say("file %s", columns(row, "z", "currency", "qr", "cash", "taken", "expected", "difference", "late", "owedOpen", "zBefore"))
	}
	lines, err := export.OwedLines(b.Rows)
	d.do(err)
	for _, row := range d.exported(export.Owed(all(lines), 0, nil)) {
		say("file %s", columns(row, "currency", "owed", "returned", "kept", "stillOwed", "reference"))
	}
	for _, row := range d.exported(export.PlainSales(all(b.Sales), 0, nil)) {
		say("file %s", columns(row, "receipt", "currency", "asked", "paid", "type"))
	}
	return strings.Join(out, "\n")
}

// summed is an X or a Z in one line.
func summed(z journal.Z) string {
	var b strings.Builder
	for _, t := range z.Taken {
		fmt.Fprintf(&b, "%s %s %s of %d: %d x %d%+d; ", t.Route, t.Cashier, t.Currency, t.Opened, t.Number, t.Minor, t.Rounding)
	}
	fmt.Fprintf(&b, "R%d-%d C%d-%d", z.Receipts.First, z.Receipts.Last, z.Cash.First, z.Cash.Last)
	if s := z.Drawer; s != nil {
		fmt.Fprintf(&b, "; drawer %s %d, sales %d%+d, in %d x %d, out %d x %d, expected %d", s.Currency, s.Float, s.Sales.Minor, s.Rounding, s.In.Number, s.In.Minor,
			s.Out.Number, s.Out.Minor, s.Expected)
		if s.Counted != nil {
			fmt.Fprintf(&b, ", counted %d, %+d", s.Counted.Minor, s.Difference)
		}
	}
	for _, o := range z.Owed {
		open, _ := o.Open()
		fmt.Fprintf(&b, "; owed %s %d + %d - %d - %d = %d", o.Currency, o.Before, o.Opened, o.Returned, o.Kept, open)
	}
	return b.String()
}

func all[T any](rows []T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for _, one := range rows {
			if !yield(one, nil) {
				return
			}
		}
	}
}

// exported is a table as a program reads it from its file: rows by their heads.
func (d *desk) exported(t export.Table) (rows []map[string]string) {
	d.Helper()
	var file bytes.Buffer
	_, err := export.Write(d.ctx, &file, export.Job{Format: export.Plain, Tables: []export.Table{t}, Zone: time.UTC})
	d.do(err)
	lines, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(file.Bytes(), []byte("\xef\xbb\xbf")))).ReadAll()
	d.do(err)
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, head := range lines[0] {
			row[head] = line[i]
		}
		rows = append(rows, row)
	}
	return rows
}

func columns(row map[string]string, names ...string) string {
	var all []string
	for _, name := range names {
		value, there := row[name]
		if !there {
			value = "no such column"
		}
		all = append(all, name+"="+value)
	}
	return strings.Join(all, " ")
}

// compare compares the papers with what was reckoned.
func (d *desk) compare(want string) {
	d.Helper()
	got := strings.Split(d.papers(), "\n")
	lines := strings.Split(strings.TrimSpace(want), "\n")
	for i := range max(len(got), len(lines)) {
		one, other := "", ""
		if i < len(got) {
			one = got[i]
		}
		if i < len(lines) {
			other = strings.TrimSpace(lines[i])
		}
		if one != other {
			d.Errorf("line %d\n says %s\n want %s", i+1, one, other)
		}
	}
}
