package proof

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"sanduq/core/office"
)

// Verdict is one line of what was found.
type Verdict struct {
	No     int64       `json:"no"`
	At     time.Time   `json:"at"`
	All    bool        `json:"all,omitempty"` // everything was recounted
	Days   int64       `json:"days"`
	Sales  int64       `json:"sales"`
	Rows   int64       `json:"rows"`  // of chains
	Seals  office.Link `json:"seals"` // stands for the newest seal of every till, as of Sealed
	Sealed time.Time   `json:"sealed"`
	Gone   int64       `json:"gone,omitempty"`   // months of tables that retention has let go
	Went   office.Link `json:"went,omitzero"`    // stands for them, as of Sealed
	Faults []string    `json:"faults,omitempty"` // the first of them
	Prev   office.Link `json:"prev"`
}

// Line is the verdict as it is published: its text, and what stands for it and all before.
func (v Verdict) Line() (string, error) {
	text, err := json.Marshal(v)
	link := linkOf(text)
	return fmt.Sprintf("%s %x", text, link[:]), err
}

func linkOf(text []byte) office.Link {
	return sha256.Sum256(append([]byte("sanduq office verdict v1\n"), text...))
}

// tail are the days that every verdict recounts, and slice how many verdicts it takes to
// have recounted each older day once.
const (
	tail    = 8
	slice   = 30
	settled = 10 * time.Minute // a seal's transaction ends before
)

// Recount verifies what is new since the verdict before, or all, writes a verdict down
// and returns it. published, where there is something that was published, is read to its
// end: its last line must be a verdict of this database.
func Recount(ctx context.Context, db *pgxpool.Pool, all bool, now time.Time, published io.Reader) (v Verdict, r Report, err error) {
	v = Verdict{No: 1, At: now.UTC().Truncate(time.Second), All: all, Sealed: now.Add(-settled).UTC().Truncate(time.Second)}
	last, err := newest(ctx, db)
	if err != nil {
		return v, r, fmt.Errorf("proof: %w", err)
	}
	scope := Scope{Now: now}
	if last != nil {
		v.No, v.Prev = last.No+1, last.link
		if !all {
			y, m, d := last.At.AddDate(0, 0, -tail).Date()
			scope.Since = time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
			scope.Besides = func(day time.Time) bool {
				h := fnv.New32a()
				_, _ = h.Write([]byte(day.Format(time.DateOnly)))
				return int64(h.Sum32()%slice) == v.No%slice
			}
		}
	}
	if r, err = Verify(ctx, db, scope); err != nil {
		return v, r, err
	}
	err = pgx.BeginTxFunc(ctx, db, pgx.TxOptions{}, func(tx pgx.Tx) error {
		if err := before(ctx, tx, &r); err != nil {
			return err
		}
		if err := compare(ctx, tx, published, &r); err != nil {
			return err
		}
		if v.Seals, err = digestOf(ctx, tx, v.Sealed); err != nil {
			return err
		}
		if v.Went, err = goneDigest(ctx, tx, v.Sealed); err != nil {
			return err
		}
		v.Gone = r.Gone
		v.Days, v.Sales, v.Rows, v.Faults = r.Days, r.Sales, r.Receipts+r.Audit+r.Zs+r.Cash+r.Owed, r.Faults[:min(len(r.Faults), 5)]
		text, err := json.Marshal(v)
		if err != nil {
			return err
		}
		link := linkOf(text)
		if _, err := tx.Exec(ctx, "INSERT INTO verdicts (no, at, text, link) VALUES ($1, $2, $3, $4)", v.No, v.At, string(text), link[:]); err != nil {
			return err
		}
		for _, p := range r.proved {
			if _, err := tx.Exec(ctx, `INSERT INTO proved (till_id, epoch, chain, seq, link) VALUES ($1, $2, $3, $4, $5)
				ON CONFLICT (till_id, epoch, chain) DO UPDATE SET seq = excluded.seq, link = excluded.link`, p.till, p.epoch, p.chain, p.Seq, p.Link[:]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return v, r, fmt.Errorf("proof: %w", err)
	}
	return v, r, nil
}

// RecountIn verifies within a transaction, of what that one sees, and against the verdicts
// and what was published. It writes nothing.
func RecountIn(ctx context.Context, tx pgx.Tx, s Scope, published io.Reader) (Report, error) {
	r, err := VerifyIn(ctx, tx, s)
	if err == nil {
		err = before(ctx, tx, &r)
	}
	if err == nil {
		err = compare(ctx, tx, published, &r)
	}
	return r, err
}

// asks is a connection, or a transaction.
type asks interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// read is a verdict as it was written down.
type read struct {
	Verdict
	link office.Link
}

// newest is nil where there is none.
func newest(ctx context.Context, db asks) (*read, error) {
	var text string
	err := db.QueryRow(ctx, "SELECT text FROM verdicts ORDER BY no DESC LIMIT 1").Scan(&text)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	out := &read{link: linkOf([]byte(text))}
	return out, json.Unmarshal([]byte(text), &out.Verdict)
}

// before follows the verdicts that there are, and looks whether the seals that the newest
// without a fault has seen are still the same: a fault stays one until a person looks.
func before(ctx context.Context, tx pgx.Tx, r *Report) error {
	rows, err := tx.Query(ctx, "SELECT no, text, link FROM verdicts ORDER BY no")
	if err != nil {
		return err
	}
	var no int64
	var text string
	var link []byte
	var last, sound Verdict // sound is the newest without a fault
	var prev office.Link
	n := int64(0)
	if _, err := pgx.ForEachRow(rows, []any{&no, &text, &link}, func() error {
		n++
		is := linkOf([]byte(text))
		last = Verdict{}
		if err := json.Unmarshal([]byte(text), &last); err != nil || no != n || last.No != no || last.Prev != prev || string(link) != string(is[:]) {
			r.fault("verdict %d does not follow the one before", no)
		}
		if prev = is; len(last.Faults) == 0 {
			sound = last
		}
		return nil
	}); err != nil || n == 0 {
		return err
	}
	if sound.No == 0 {
		return nil
	}
	is, err := digestOf(ctx, tx, sound.Sealed)
	if err == nil && is != sound.Seals {
		r.fault("seals that verdict %d has seen are others now, or gone", sound.No)
	}
	if err != nil {
		return err
	}
	went, err := goneDigest(ctx, tx, sound.Sealed)
	if err == nil && went != sound.Went {
		r.fault("other months were let go than verdict %d has seen", sound.No)
	}
	return err
}

// compare looks for the last line that was published among the verdicts.
func compare(ctx context.Context, tx pgx.Tx, published io.Reader, r *Report) error {
	if published == nil {
		return nil
	}
	lines, last := bufio.NewScanner(published), ""
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if text := strings.TrimSpace(lines.Text()); text != "" {
			last = text
		}
	}
	if err := lines.Err(); err != nil || last == "" {
		return err
	}
	at := strings.LastIndexByte(last, ' ')
	var v Verdict
	if at < 0 || json.Unmarshal([]byte(last[:at]), &v) != nil {
		r.fault("the last line that was published is no verdict")
		return nil
	}
	var text string
	err := tx.QueryRow(ctx, "SELECT text FROM verdicts WHERE no = $1", v.No).Scan(&text)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && text != last[:at] {
		r.fault("verdict %d was published, and is another here or missing", v.No)
		return nil
	}
	return err
}
