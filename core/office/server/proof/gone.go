package proof

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"sanduq/core/office"
)

// KeptLeast is how many whole months after its own a month is kept at least. One that is
// said to have been let go sooner is a fault: so nobody calls a deletion retention.
const KeptLeast = 12

// span are rows of a chain that were let go.
type span struct {
	last         uint64
	before, link office.Link
}

// spans are those of one chain, by their first row.
type spans map[historyKey]map[uint64]span

// over goes on behind the rows that were let go there. With another link before them than
// they had nothing follows.
func (s spans) over(k historyKey, e office.End) (office.End, error) {
	for {
		gone, is := s[k][e.Seq+1]
		switch {
		case !is:
			return e, nil
		case gone.before != e.Link || gone.last <= e.Seq:
			return e, fmt.Errorf("rows from %d on were let go, and they followed others than those before", e.Seq+1)
		}
		e = office.End{Seq: gone.last, Link: gone.link}
	}
}

func goneOf(ctx context.Context, tx pgx.Tx, chain office.Chain) (spans, error) {
	rows, err := tx.Query(ctx, "SELECT till_id, epoch, first, last, before, link FROM gone_rows WHERE chain = $1", number(chain))
	if err != nil {
		return nil, err
	}
	out := spans{}
	var k historyKey
	var first uint64
	var s span
	var before, link []byte
	_, err = pgx.ForEachRow(rows, []any{&k.till, &k.epoch, &first, &s.last, &before, &link}, func() error {
		if out[k] == nil {
			out[k] = map[uint64]span{}
		}
		s.before, s.link = office.Link(before), office.Link(link)
		out[k][first] = s
		return nil
	})
	return out, err
}

func number(chain office.Chain) int { return slices.Index(office.Chains(), chain) + 1 }

// verifyGone looks at the months that were let go: none before its time.
func verifyGone(ctx context.Context, tx pgx.Tx, now time.Time, r *Report) error {
	rows, err := tx.Query(ctx, `SELECT of, month, at, at < month + make_interval(months => $1) OR at > $2 FROM gone_months ORDER BY 2, 1`, KeptLeast+1, now)
	if err != nil {
		return err
	}
	var of string
	var month, at time.Time
	var soon bool
	_, err = pgx.ForEachRow(rows, []any{&of, &month, &at, &soon}, func() error {
		if r.Gone++; soon {
			r.fault("%s of %s were let go on %s: before their time", of, month.Format("2006-01"), at.Format(time.DateOnly))
		}
		return nil
	})
	return err
}

// goneDigest stands for all that was let go by a moment; zero where nothing was.
func goneDigest(ctx context.Context, tx pgx.Tx, by time.Time) (office.Link, error) {
	rows, err := tx.Query(ctx, `SELECT format('%s %s %s', of, month, rows) FROM gone_months WHERE at <= $1
		UNION ALL SELECT format('%s %s %s %s %s %s %s', till_id, epoch, chain, first, last, before, link) FROM gone_rows WHERE at <= $1 ORDER BY 1`, by)
	if err != nil {
		return office.Link{}, err
	}
	h, n, line := sha256.New(), 0, ""
	if _, err = pgx.ForEachRow(rows, []any{&line}, func() error {
		n++
		_, err := fmt.Fprintln(h, line)
		return err
	}); err != nil || n == 0 {
		return office.Link{}, err
	}
	return office.Link(h.Sum(nil)), nil
}

// LetGo notes, in the transaction in which a partition goes, what proofs go on from
// without it. It reports false, and notes nothing, where verify has found a fault, or has
// not proved the partition's rows yet. The caller owns the layout.
func LetGo(ctx context.Context, tx pgx.Tx, from, partition string, now time.Time) (bool, error) {
	month, err := time.Parse("200601", partition[max(0, len(partition)-6):])
	if err != nil {
		return false, fmt.Errorf("proof: %s is no month: %w", partition, err)
	}
	if now.Before(month.AddDate(0, KeptLeast+1, 0)) {
		return false, nil
	}
	last, err := newest(ctx, tx)
	if err != nil || last == nil || len(last.Faults) > 0 {
		return false, err
	}
	for _, c := range chained(&Report{}) {
		if c.table != from {
			continue
		}
		if proved, err := c.letGo(ctx, tx, partition, now); err != nil || !proved {
			return false, err
		}
	}
	name := pgx.Identifier{partition}.Sanitize()
	if from == "sales" { // the totals have counted them, should they come again
		if _, err := tx.Exec(ctx, "INSERT INTO gone_sales AS g (till_id, day, last) SELECT till_id, day, max(number) FROM "+name+
			" GROUP BY 1, 2 ON CONFLICT (till_id, day) DO UPDATE SET last = greatest(g.last, excluded.last)"); err != nil {
			return false, fmt.Errorf("proof: %w", err)
		}
	}
	// A month that a till has brought again went before: of what verify has said of it nothing changes.
	if _, err := tx.Exec(ctx, "INSERT INTO gone_months (of, month, at, rows) SELECT $1, $2, $3, count(*) FROM "+name+" ON CONFLICT DO NOTHING", from, month, now); err != nil {
		return false, fmt.Errorf("proof: %w", err)
	}
	return true, nil
}

// errUnproved ends the reading of rows that do not follow each other.
var errUnproved = errors.New("not proved")

// letGo follows the chain through the partition's rows and notes each run of them.
func (c chainRows) letGo(ctx context.Context, tx pgx.Tx, partition string, now time.Time) (bool, error) {
	name := pgx.Identifier{partition}.Sanitize()
	var newer bool
	if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM (SELECT till_id, epoch, max(seq) AS seq FROM `+name+` GROUP BY 1, 2) w
		WHERE NOT EXISTS (SELECT FROM proved p WHERE p.till_id = w.till_id AND p.epoch = w.epoch AND p.chain = $1 AND p.seq >= w.seq))`, number(c.chain)).Scan(&newer); err != nil || newer {
		return false, err
	}
	gone, err := goneOf(ctx, tx, c.chain)
	if err != nil {
		return false, err
	}
	rows, err := tx.Query(ctx, `SELECT x.till_id, x.epoch, x.tableoid = $1::regclass, `+c.columns+` FROM (SELECT till_id, epoch, max(seq) AS seq FROM `+name+` GROUP BY 1, 2) w
		CROSS JOIN LATERAL (SELECT x.*, x.tableoid FROM `+c.table+` x WHERE x.till_id = w.till_id AND x.epoch = w.epoch AND x.seq <= w.seq) x ORDER BY x.till_id, x.epoch, x.seq`, partition)
	if err != nil {
		return false, err
	}
	type run struct {
		historyKey
		first uint64
		span
	}
	var runs []run
	var k historyKey
	var goes bool
	at := map[historyKey]office.End{}
	_, err = pgx.ForEachRow(rows, append([]any{&k.till, &k.epoch, &goes}, c.into...), func() error {
		was, err := gone.over(k, at[k])
		if err != nil {
			return errUnproved
		}
		is, err := c.follow(was)
		if err != nil {
			return errUnproved
		}
		at[k] = is
		if !goes {
			return nil
		}
		if n := len(runs) - 1; n >= 0 && runs[n].historyKey == k && runs[n].last == was.Seq {
			runs[n].last, runs[n].link = is.Seq, is.Link
		} else {
			runs = append(runs, run{k, is.Seq, span{is.Seq, was.Link, is.Link}})
		}
		return nil
	})
	if errors.Is(err, errUnproved) {
		return false, nil
	}
	for _, x := range runs {
		if err == nil {
			_, err = tx.Exec(ctx, "INSERT INTO gone_rows (till_id, epoch, chain, first, last, at, before, link) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
				x.till, x.epoch, number(c.chain), x.first, x.last, now, x.before[:], x.link[:])
		}
	}
	return err == nil, err
}
