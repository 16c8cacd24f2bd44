package proof

import (
	"cmp"
	"context"
	"fmt"
	"maps"
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

// verifyChains follows every chain from its rows, each kind of one moment.
func verifyChains(ctx context.Context, db reads, s Scope, r *Report) error {
	for _, rows := range chained(r) {
		if err := db(ctx, func(tx pgx.Tx) error { return rows.verify(ctx, tx, s, r) }); err != nil {
			return err
		}
	}
	return nil
}

// chained are the rows of all chains.
func chained(r *Report) []chainRows {
	return []chainRows{
		rowsOf(office.ChainReceipts, "receipts", &r.Receipts, office.End.Follow),
		rowsOf(office.ChainAudit, "audit", &r.Audit, office.End.FollowAudit),
		rowsOf(office.ChainZs, "zs", &r.Zs, office.End.FollowZs),
		rowsOf(office.ChainCash, "cash", &r.Cash, office.End.FollowCash),
		rowsOf(office.ChainOwed, "owed", &r.Owed, office.End.FollowOwed),
	}
}

// newer are the rows after those that were proved, by the index of each till.
const newer = ` FROM (SELECT c.till_id, c.epoch, coalesce(p.seq, 0) AS seq FROM chains c LEFT JOIN proved p USING (till_id, epoch, chain)
		WHERE c.chain = $1 AND c.seq > coalesce(p.seq, 0)) w
	CROSS JOIN LATERAL (SELECT * FROM %s x WHERE x.till_id = w.till_id AND x.epoch = w.epoch AND x.seq > w.seq) x ORDER BY x.till_id, x.epoch, x.seq`

func (c chainRows) verify(ctx context.Context, tx pgx.Tx, s Scope, r *Report) error {
	want, err := ends(ctx, tx, "chains", c.chain)
	if err != nil {
		return err
	}
	sealed, err := sealedEnds(ctx, tx, c.chain)
	if err != nil {
		return err
	}
	gone, err := goneOf(ctx, tx, c.chain)
	if err != nil {
		return err
	}
	at, bad := map[historyKey]office.End{}, map[historyKey]bool{}
	from, args := " FROM "+c.table+" x ORDER BY till_id, epoch, seq", []any(nil)
	if !s.Since.IsZero() {
		if at, err = ends(ctx, tx, "proved", c.chain); err != nil {
			return err
		}
		from, args = fmt.Sprintf(newer, c.table), []any{number(c.chain)}
	}
	began := maps.Clone(at)
	rows, err := tx.Query(ctx, "SELECT x.till_id, x.epoch, "+c.columns+from, args...)
	if err != nil {
		return err
	}
	var k historyKey
	_, err = pgx.ForEachRow(rows, append([]any{&k.till, &k.epoch}, c.into...), func() error {
		*c.read++
		was, skipped := gone.over(k, at[k])
		e, err := c.follow(was) // whatever was before: of each row it must be asked what was refused
		err = cmp.Or(skipped, err)
		if bad[k] {
			return nil
		}
		if err != nil {
			bad[k] = true
			r.fault("%s of till %d, epoch %d: %v", c.chain, k.till, k.epoch, err)
			return nil
		}
		at[k] = e
		if signed, is := sealed[k]; is && signed.Seq == e.Seq && signed.Link != e.Link {
			bad[k] = true
			r.fault("%s of till %d, epoch %d: up to %d there are other rows than the till has signed", c.chain, k.till, k.epoch, e.Seq)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for k := range gone { // after the last row that is left
		if bad[k] {
			continue
		}
		if at[k], err = gone.over(k, at[k]); err != nil {
			bad[k] = true
			r.fault("%s of till %d, epoch %d: %v", c.chain, k.till, k.epoch, err)
		}
	}
	for k, e := range sealed {
		if has := at[k]; has.Seq < e.Seq && !bad[k] {
			bad[k] = true
			r.fault("%s of till %d, epoch %d: there are %d rows, and the till has signed %d", c.chain, k.till, k.epoch, has.Seq, e.Seq)
		} else if began[k].Seq == e.Seq && e.Seq > 0 && began[k].Link != e.Link {
			r.fault("%s of till %d, epoch %d: up to %d other rows were proved than the till has signed", c.chain, k.till, k.epoch, e.Seq)
		}
	}
	r.proved = append(r.proved, provedOf(c.chain, want, at, bad)...)
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
func ends(ctx context.Context, tx pgx.Tx, from string, chain office.Chain) (map[historyKey]office.End, error) {
	rows, err := tx.Query(ctx, "SELECT till_id, epoch, seq, link FROM "+from+" WHERE chain = $1", number(chain))
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
	return chainRows{chain, from, strings.Join(table.Columns[T]("x."), ", "), into, func(e office.End) (office.End, error) {
		if err := refused(); err != nil {
			return e, err
		}
		return follow(e, *row)
	}, read}
}

// provedRow is how far a chain was followed without a fault.
type provedRow struct {
	historyKey
	chain int
	office.End
}

func provedOf(chain office.Chain, want, at map[historyKey]office.End, bad map[historyKey]bool) (out []provedRow) {
	for k, e := range want {
		if !bad[k] && at[k] == e {
			out = append(out, provedRow{k, number(chain), e})
		}
	}
	return out
}
