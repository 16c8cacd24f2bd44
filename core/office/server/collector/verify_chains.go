package collector

import (
	"context"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"sanduq/core/office"
	"sanduq/core/office/server/table"
)

// historyKey is one epoch of a till.
type historyKey struct {
	till  int64
	epoch int
}

// chainRows is how the rows of one chain are read.
type chainRows struct {
	chain   office.Chain
	table   string
	columns string // after till_id and epoch
	into    []any  // where the columns go

	follow func(office.End) (office.End, error) // one row on, with what into holds
	read   *int64
}

// verifyChains follows every chain from its rows.
func verifyChains(ctx context.Context, tx pgx.Tx, r *Report) error {
	for _, rows := range []chainRows{
		rowsOf(office.ChainReceipts, "receipts", &r.Receipts, office.End.Follow),
		rowsOf(office.ChainAudit, "audit", &r.Audit, office.End.FollowAudit),
		rowsOf(office.ChainZs, "zs", &r.Zs, office.End.FollowZs),
		rowsOf(office.ChainCash, "cash", &r.Cash, office.End.FollowCash),
		rowsOf(office.ChainOwed, "owed", &r.Owed, office.End.FollowOwed),
	} {
		if err := rows.verify(ctx, tx, r); err != nil {
			return err
		}
	}
	return nil
}

func (c chainRows) verify(ctx context.Context, tx pgx.Tx, r *Report) error {
	want, err := ends(ctx, tx, c.chain)
	if err != nil {
		return err
	}
	rows, err := tx.Query(ctx, "SELECT till_id, epoch, "+c.columns+" FROM "+c.table+" ORDER BY till_id, epoch, seq")
	if err != nil {
		return err
	}
	at, bad := map[historyKey]office.End{}, map[historyKey]bool{}
	var k historyKey
	_, err = pgx.ForEachRow(rows, append([]any{&k.till, &k.epoch}, c.into...), func() error {
		*c.read++
		e, err := c.follow(at[k]) // whatever was before: of each row it must be asked what was refused
		if bad[k] {
			return nil
		}
		if err != nil {
			bad[k] = true
			r.fault("%s of till %d, epoch %d: %v", c.chain, k.till, k.epoch, err)
			return nil
		}
		at[k] = e
		return nil
	})
	if err != nil {
		return err
	}
	for k, e := range want {
		if at[k] != e && !bad[k] {
			r.fault("%s of till %d, epoch %d: the rows end at %d, and the chain at %d or in another link", c.chain, k.till, k.epoch, at[k].Seq, e.Seq)
		}
		delete(at, k)
	}
	for k, e := range at {
		r.fault("%s of till %d, epoch %d: %d rows of no chain", c.chain, k.till, k.epoch, e.Seq)
	}
	return nil
}

// ends reads where the chains of a kind are said to end.
func ends(ctx context.Context, tx pgx.Tx, chain office.Chain) (map[historyKey]office.End, error) {
	rows, err := tx.Query(ctx, "SELECT till_id, epoch, seq, link FROM chains WHERE chain = $1", slices.Index(office.Chains(), chain)+1)
	if err != nil {
		return nil, err
	}
	out := map[historyKey]office.End{}
	var k historyKey
	var e office.End
	var link []byte
	_, err = pgx.ForEachRow(rows, []any{&k.till, &k.epoch, &e.Seq, &link}, func() error {
		e.Link = office.Link(link)
		out[k] = e
		return nil
	})
	return out, err
}

// rowsOf are those of a chain, by the descriptions of its records.
func rowsOf[T any](chain office.Chain, from string, read *int64, follow func(office.End, ...T) (office.End, error)) chainRows {
	row := new(T)
	into, refused := table.Exactly(row)
	return chainRows{chain, from, strings.Join(table.Columns[T](""), ", "), into, func(e office.End) (office.End, error) {
		if err := refused(); err != nil {
			return e, err
		}
		return follow(e, *row)
	}, read}
}
