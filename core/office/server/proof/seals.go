package proof

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"sanduq/core/journal"
	"sanduq/core/office"
	"sanduq/core/office/server/table"
)

// sealSoon is how long a till that is heard may take to seal a day again that has changed.
const sealSoon = 3 * 24 * time.Hour

// verifySigned follows the seals of every till: each signed by a key of that till, each
// behind the one before.
func verifySigned(ctx context.Context, tx pgx.Tx, r *Report) error {
	rows, err := tx.Query(ctx, `SELECT s.till_id, s.no, s.epoch, s.day, s.link, s.text, s.key, s.signature, EXISTS (SELECT FROM keys k WHERE k.till_id = s.till_id AND k.public = s.key)
		FROM seals s ORDER BY s.till_id, s.no`)
	if err != nil {
		return err
	}
	var till, no int64
	var epoch int
	var day time.Time
	var link []byte
	var signed office.Signed
	var known bool
	var of int64
	var prev office.SealsAnswer
	broken := false
	_, err = pgx.ForEachRow(rows, []any{&till, &no, &epoch, &day, &link, &signed.Text, &signed.Key, &signed.Signature, &known}, func() error {
		if r.Seals++; till != of {
			of, prev, broken = till, office.SealsAnswer{}, false
		}
		if broken {
			return nil
		}
		s, err := signed.Open()
		now := signed.Link()
		switch {
		case err != nil || !known || s.Till != till || s.Epoch != epoch || s.No != uint64(no) || journal.DayOf(day) != s.Day || string(link) != string(now[:]):
			broken = true
			r.fault("seal %d of till %d: it is not what a key of this till has signed", no, till)
		case s.No != prev.No+1 || s.Prev != prev.Link:
			broken = true
			r.fault("seals of till %d: %d does not follow %d", till, no, prev.No)
		}
		prev = office.SealsAnswer{No: uint64(no), Link: now}
		return nil
	})
	return err
}

// sealedEnds are where a chain of each history ended when its till signed last.
func sealedEnds(ctx context.Context, tx pgx.Tx, chain office.Chain) (map[historyKey]office.End, error) {
	rows, err := tx.Query(ctx, "SELECT DISTINCT ON (till_id, epoch) till_id, epoch, text, key, signature FROM seals ORDER BY till_id, epoch, no DESC")
	if err != nil {
		return nil, err
	}
	out := map[historyKey]office.End{}
	var k historyKey
	var signed office.Signed
	_, err = pgx.ForEachRow(rows, []any{&k.till, &k.epoch, &signed.Text, &signed.Key, &signed.Signature}, func() error {
		if s, err := signed.Open(); err == nil { // who signed it is asked elsewhere
			out[k] = s.Ends[chain]
		}
		return nil
	})
	return out, err
}

// verifySeals compares the sales of a day with what each till has signed of it.
func verifySeals(ctx context.Context, tx pgx.Tx, day time.Time, s Scope, r *Report) error {
	rows, err := tx.Query(ctx, `SELECT DISTINCT ON (s.till_id, s.epoch) s.till_id, s.epoch, s.text, s.key, s.signature, s.came_at
		FROM seals s WHERE s.day = $1 ORDER BY s.till_id, s.epoch, s.no DESC`, day)
	if err != nil {
		return err
	}
	type word struct {
		seal       office.Seal
		came       time.Time
		changed    time.Time
		is         office.DaySeal
		unreadable bool
	}
	words := map[historyKey]*word{}
	var k historyKey
	var signed office.Signed
	var came time.Time
	if _, err := pgx.ForEachRow(rows, []any{&k.till, &k.epoch, &signed.Text, &signed.Key, &signed.Signature, &came}, func() error {
		seal, err := signed.Open()
		if err != nil {
			r.fault("seal of till %d, epoch %d, of %s: it cannot be read", k.till, k.epoch, day.Format(time.DateOnly))
			return nil
		}
		words[k] = &word{seal: seal, came: came}
		return nil
	}); err != nil {
		return err
	}
	var sale office.Sale
	var number int
	into, refused := table.Exactly(&sale)
	rows, err = tx.Query(ctx, "SELECT till_id, epoch, number, "+strings.Join(table.Columns[office.Sale](""), ", ")+" FROM sales WHERE day = $1 ORDER BY till_id, epoch, number", day)
	if err != nil {
		return err
	}
	if _, err := pgx.ForEachRow(rows, append([]any{&k.till, &k.epoch, &number}, into...), func() error {
		r.Sales++
		bare := refused()
		w := words[k]
		if w == nil {
			return nil
		}
		if w.unreadable = w.unreadable || bare != nil; w.unreadable {
			return nil
		}
		sale.ID = journal.NewSaleID(journal.DayOf(day), number)
		if w.is.Add(&sale); sale.UpdatedAt.After(w.changed) {
			w.changed = sale.UpdatedAt
		}
		return nil
	}); err != nil {
		return err
	}
	for k, w := range words {
		var has office.Seal
		w.is.Fill(&has)
		if !w.unreadable && has.Root == w.seal.Root && has.State == w.seal.State && fmt.Sprint(has.Sums) == fmt.Sprint(w.seal.Sums) {
			continue
		}
		if !w.unreadable && has.State.Sales >= w.seal.State.Sales && w.changed.After(w.seal.At) && (s.Now.IsZero() || s.Now.Sub(w.came) < sealSoon) {
			r.Unsealed++ // the till seals it again when it compares its days
			continue
		}
		r.fault("sales of %s of till %d, epoch %d: not those that the till has signed; it signed %d, there are %d", day.Format(time.DateOnly), k.till, k.epoch, w.seal.State.Sales, has.State.Sales)
	}
	return nil
}

// digestOf stands for the newest seal of every till that had come by a moment.
func digestOf(ctx context.Context, tx pgx.Tx, by time.Time) (office.Link, error) {
	rows, err := tx.Query(ctx, "SELECT DISTINCT ON (till_id) till_id, no, link FROM seals WHERE came_at <= $1 ORDER BY till_id, no DESC", by)
	if err != nil {
		return office.Link{}, err
	}
	h := sha256.New()
	var till, no int64
	var link []byte
	_, err = pgx.ForEachRow(rows, []any{&till, &no, &link}, func() error {
		fmt.Fprintf(h, "%d %d %x\n", till, no, link)
		return nil
	})
	return office.Link(h.Sum(nil)), err
}
