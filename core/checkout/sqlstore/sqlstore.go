// Package sqlstore keeps the payments of package checkout in a database, for any
// number of processes: PostgreSQL, or SQLite 3.24 and later for those of one
// machine. It knows database/sql and the Store that it implements; the program
// brings the driver. It starts no goroutine and holds no lock.
package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"sanduq/core/checkout"
)

// Dialect is the database's way of speaking.
type Dialect string

// The dialects.
const (
	PostgreSQL Dialect = "postgresql"
	SQLite     Dialect = "sqlite"
)

// Store is a checkout.Store in the table sanduq_checkout. It is safe for
// concurrent use.
type Store struct{ db *sql.DB }

var (
	_ checkout.Store = (*Store)(nil)
	_ checkout.Ahead = (*Store)(nil)
)

// Schema returns the statements that make the table where it is not there yet,
// for a program that changes its database's tables by itself. due is the
// milliseconds of Unix time, zero for never.
func Schema(dialect Dialect) []string {
	bytes := "bytea"
	if dialect == SQLite {
		bytes = "blob"
	}
	return []string{
		"CREATE TABLE IF NOT EXISTS sanduq_checkout (ref text PRIMARY KEY, version bigint NOT NULL, due bigint NOT NULL, sealed " + bytes + " NOT NULL)",
		"CREATE INDEX IF NOT EXISTS sanduq_checkout_due ON sanduq_checkout (due) WHERE due > 0",
	}
}

// Open makes the table if need be and returns the Store. db stays the program's
// to close. On SQLite, connections are to wait for each other: busy_timeout, and
// the journal mode WAL with synchronous FULL.
func Open(ctx context.Context, db *sql.DB, dialect Dialect) (*Store, error) {
	if dialect != PostgreSQL && dialect != SQLite {
		return nil, fmt.Errorf("sqlstore: no dialect %q", dialect)
	}
	var there int
	if db.QueryRowContext(ctx, "SELECT count(*) FROM sanduq_checkout WHERE ref = ''").Scan(&there) == nil {
		return &Store{db}, nil // a program without the right to make tables can use one that is there
	}
	for _, statement := range Schema(dialect) {
		// Two processes that begin at once may both try: the second's error counts only
		// if there is no table afterwards.
		if _, err := db.ExecContext(ctx, statement); err != nil && db.QueryRowContext(ctx, "SELECT count(*) FROM sanduq_checkout WHERE ref = ''").Scan(&there) != nil {
			return nil, fmt.Errorf("sqlstore: make the table: %w", err)
		}
	}
	return &Store{db}, nil
}

// Load implements checkout.Store.
func (s *Store) Load(ctx context.Context, ref string) (checkout.Record, error) {
	r, err := read(s.db.QueryRowContext(ctx, "SELECT ref, version, due, sealed FROM sanduq_checkout WHERE ref = $1", ref))
	if errors.Is(err, sql.ErrNoRows) {
		return checkout.Record{}, checkout.ErrNotStored
	}
	return r, wrap("load", err)
}

// Save implements checkout.Store. Its one statement is its own transaction.
func (s *Store) Save(ctx context.Context, r checkout.Record) (uint64, error) {
	due, sealed := int64(0), r.Sealed
	if !r.Due.IsZero() {
		due = max(r.Due.UnixMilli(), 1)
	}
	if sealed == nil {
		sealed = []byte{} // nil would be NULL
	}
	var done sql.Result
	var err error
	if r.Version == 0 {
		done, err = s.db.ExecContext(ctx, "INSERT INTO sanduq_checkout (ref, version, due, sealed) VALUES ($1, 1, $2, $3) ON CONFLICT (ref) DO NOTHING",
			r.Ref, due, sealed)
	} else {
		done, err = s.db.ExecContext(ctx, "UPDATE sanduq_checkout SET version = version + 1, due = $1, sealed = $2 WHERE ref = $3 AND version = $4",
			due, sealed, r.Ref, int64(r.Version))
	}
	if collided(err) {
		return 0, checkout.ErrReplaced
	}
	if err != nil {
		return 0, wrap("save", err)
	}
	switch n, err := done.RowsAffected(); {
	case err != nil:
		return 0, wrap("save", err)
	case n != 1:
		return 0, checkout.ErrReplaced
	}
	return r.Version + 1, nil
}

// List implements checkout.Store.
func (s *Store) List(ctx context.Context, due time.Time, limit int) ([]checkout.Record, error) {
	return s.list(ctx, "due > 0 AND due <= $1 ORDER BY due, ref", due, limit)
}

// ListAhead implements checkout.Ahead.
func (s *Store) ListAhead(ctx context.Context, after time.Time, limit int) ([]checkout.Record, error) {
	return s.list(ctx, "due > 0 AND due > $1", after, limit)
}

func (s *Store) list(ctx context.Context, those string, at time.Time, limit int) (list []checkout.Record, err error) {
	rows, err := s.db.QueryContext(ctx, "SELECT ref, version, due, sealed FROM sanduq_checkout WHERE "+those+" LIMIT $2", at.UnixMilli(), limit)
	if err != nil {
		return nil, wrap("list", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		r, err := read(rows)
		if err != nil {
			return nil, wrap("list", err)
		}
		list = append(list, r)
	}
	return list, wrap("list", rows.Err())
}

// row is what a line of an answer can do.
type row interface{ Scan(into ...any) error }

func read(from row) (r checkout.Record, err error) {
	var version, due int64
	if err := from.Scan(&r.Ref, &version, &due, &r.Sealed); err != nil {
		return checkout.Record{}, err
	}
	r.Version = uint64(version)
	if due > 0 {
		r.Due = time.UnixMilli(due)
	}
	return r, nil
}

// collided reports whether PostgreSQL undid the statement because of another one at the same moment, as it does where
// the database's transactions are repeatable read or serializable.
func collided(err error) bool {
	told, ok := errors.AsType[interface {
		error
		SQLState() string
	}](err)
	return ok && (told.SQLState() == "40001" || told.SQLState() == "40P01")
}

func wrap(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("sqlstore: %s: %w", what, err)
}
