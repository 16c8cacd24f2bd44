package exporting

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"

	"sanduq/core/journal"
	"sanduq/core/report"
	"sanduq/core/report/accounting"
	"sanduq/core/report/export"
)

// MostStatements is how many statements are looked through: years of them.
const MostStatements = 4000

// movesEach is how many movements of a drawer are read at once.
const movesEach = 100

// accounts is the accounting journal of some days. Errors: CodeEmpty when they have no
// Z and no signed statement, CodeSource, CodeFormat, and those of package accounting.
func (s Source) accounts(ctx context.Context, r Request, f Form, shop Shop, job export.Job) (export.Job, error) {
	if s.Accounts == nil || s.Books == nil || !f.Fits(r.Of) {
		return job, report.Refuse(report.CodeFormat, errors.New(string(f)+" of "+string(r.Of)))
	}
	setup, err := s.Accounts()
	if err != nil {
		return job, err
	}
	entries, err := s.entries(ctx, r, shop, setup.Accounts)
	switch {
	case err != nil:
		return job, unread(ctx, err)
	case len(entries) == 0:
		return job, errNothing
	}
	if shop.Practice {
		for i := range entries {
			entries[i].Text = "TEST " + entries[i].Text
		}
	}
	o := setup.Options(shop.Zone, shop.Now, entries[0].Date)
	job.Own = func(_ context.Context, w io.Writer) (int, error) {
		return len(entries), accounting.Write(w, f.kind().program, entries, o)
	}
	return job, nil
}

// entries are those of the Zs and the signed statements of some days, in the order of
// their days. What the drawer held before the first Z stands in no entry.
func (s Source) entries(ctx context.Context, r Request, shop Shop, names accounting.Accounts) (all []accounting.Entry, err error) {
	b := accounting.Book{Accounts: names, Zone: shop.Zone}
	zs := s.zs(r, shop.Zone)
	found, err := zs.locate(ctx)
	if err != nil {
		return nil, err
	}
	first := true
	for z, err := range zs.each(ctx, found) {
		if err == nil && first {
			err = s.before(ctx, &b, z)
		}
		if err != nil {
			return nil, err
		}
		first = false
		moves, err := s.movements(ctx, z.Shift)
		if err != nil {
			return nil, err
		}
		some, err := b.Z(z, moves...)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	settled, err := s.settlements(ctx, r)
	if err != nil {
		return nil, err
	}
	for _, one := range settled {
		e, ok, err := b.Settlement(one)
		if err != nil {
			return nil, err
		}
		if ok {
			all = append(all, e)
		}
	}
	slices.SortStableFunc(all, func(x, y accounting.Entry) int {
		return cmp.Compare(journal.DayOf(x.Date.In(shop.Zone)), journal.DayOf(y.Date.In(shop.Zone)))
	})
	return all, nil
}

// movements are those of a shift's drawer: what was taken off of cash that was recorded by
// mistake is among them.
func (s Source) movements(ctx context.Context, shift uint64) (all []journal.Movement, err error) {
	for before := uint64(0); ; before = all[len(all)-1].Seq {
		some, err := s.Books.Movements(ctx, shift, before, movesEach)
		if all = append(all, some...); err != nil || len(some) < movesEach {
			return all, err
		}
	}
}

// before tells the book of the Z in front of the first one, of whatever day it is.
func (s Source) before(ctx context.Context, b *accounting.Book, first journal.Z) error {
	some, err := s.Books.Zs(ctx, first.Seq, 1)
	if err == nil && len(some) > 0 {
		b.After(some[0])
	}
	return err
}

// settlements are the statements of some days that were signed and say what they settle,
// the oldest first.
func (s Source) settlements(ctx context.Context, r Request) (all []journal.BankStatement, err error) {
	if s.Statements == nil {
		return nil, nil
	}
	some, err := s.Statements(ctx, MostStatements)
	for _, one := range some {
		if one.Signed != nil && one.Settled != nil && (r.Query.From == "" || one.To >= r.Query.From) && (r.Query.To == "" || one.To <= r.Query.To) {
			all = append(all, one)
		}
	}
	slices.SortStableFunc(all, func(x, y journal.BankStatement) int { return cmp.Compare(x.To, y.To) })
	return all, err
}
