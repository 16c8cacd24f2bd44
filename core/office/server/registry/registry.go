package registry

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Errors, to be tested with errors.Is.
var (
	ErrNone    = errors.New("there is none like this")
	ErrThere   = errors.New("there is one by this name already")
	ErrHasSent = errors.New("it has sent something, and what a till has sent stays: revoke it")
	ErrName    = errors.New("a name is needed")
	ErrInUse   = errors.New("it is in use")
	ErrZone    = errors.New("there is no such time zone; they are named as in Africa/Tunis")
)

// Registry is that of one database.
type Registry struct {
	db  *pgxpool.Pool
	now func() time.Time
}

// New returns it.
func New(db *pgxpool.Pool, now func() time.Time) *Registry { return &Registry{db, now} }

// Till is one as it is listed.
type Till struct {
	Number     int64
	Shop, Name string
	Practice   bool
	State      string // "ready", "waits for its code", or "without a key"
	Heard      *time.Time
}

// Tills are all, by shop and name.
func (r *Registry) Tills(ctx context.Context) ([]Till, error) {
	rows, err := r.db.Query(ctx, `SELECT t.id, s.name, t.name, t.practice,
			CASE WHEN EXISTS (SELECT FROM keys k WHERE k.till_id = t.id AND k.revoked_at IS NULL) THEN 'ready'
				WHEN EXISTS (SELECT FROM codes x WHERE x.till_id = t.id AND x.used_at IS NULL AND x.expires_at > $1) THEN 'waits for its code' ELSE 'without a key' END,
			c.heard_at FROM tills t JOIN shops s ON s.id = t.shop_id LEFT JOIN heard c ON c.till_id = t.id ORDER BY s.name, t.name, t.practice`, r.now())
	if err != nil {
		return nil, fmt.Errorf("list tills: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[Till])
}

// Shop is one as it is listed.
type Shop struct {
	Number int64
	Name   string
	Tills  int64
	Zone   string // in which its days begin; blank is the page's
}

// Shops are all, by name.
func (r *Registry) Shops(ctx context.Context) ([]Shop, error) {
	rows, err := r.db.Query(ctx, "SELECT s.id, s.name, count(t.id), coalesce(s.zone, '') FROM shops s LEFT JOIN tills t ON t.shop_id = s.id GROUP BY 1, 2 ORDER BY 2")
	if err != nil {
		return nil, fmt.Errorf("list shops: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[Shop])
}

// Person is one as they are listed. Shops are blank where they see all.
type Person struct {
	Name, Shops string
	SignOn      bool // they sign in with the chain's identity provider
}

// People are all, by name.
func (r *Registry) People(ctx context.Context) ([]Person, error) {
	rows, err := r.db.Query(ctx, `SELECT p.name, coalesce((SELECT string_agg(s.name, ', ' ORDER BY s.name) FROM people_shops x JOIN shops s ON s.id = x.shop_id WHERE x.person_id = p.id), ''),
		p.password = '' FROM people p ORDER BY lower(p.name)`)
	if err != nil {
		return nil, fmt.Errorf("list people: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[Person])
}

// Free returns an error unless there is no till of the name. Error: ErrThere.
func (r *Registry) Free(ctx context.Context, shop, till string, practice bool) error {
	var is bool
	if err := r.db.QueryRow(ctx, "SELECT EXISTS (SELECT FROM tills t JOIN shops s ON s.id = t.shop_id WHERE s.name = $1 AND t.name = $2 AND t.practice = $3)",
		strings.TrimSpace(shop), strings.TrimSpace(till), practice).Scan(&is); err != nil {
		return fmt.Errorf("add till: %w", err)
	}
	if is {
		return fmt.Errorf("till %s of %s: %w; code makes a new code for it", till, shop, ErrThere)
	}
	return nil
}

// Exists returns an error unless there is a till of the number. Error: ErrNone.
func (r *Registry) Exists(ctx context.Context, till int64) error {
	return r.within(ctx, fmt.Sprintf("till %d", till), func(tx pgx.Tx) (pgconn.CommandTag, error) {
		return tx.Exec(ctx, "SELECT FROM tills WHERE id = $1", till)
	})
}

// within runs one statement that must meet something.
func (r *Registry) within(ctx context.Context, what string, do func(pgx.Tx) (pgconn.CommandTag, error)) error {
	err := pgx.BeginFunc(ctx, r.db, func(tx pgx.Tx) error {
		done, err := do(tx)
		if err == nil && done.RowsAffected() == 0 {
			err = ErrNone
		}
		return err
	})
	if said, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch said.Code {
		case "23505":
			err = ErrThere
		case "23503":
			err = ErrInUse
		}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// Rename gives a till another name. Errors: ErrNone, ErrThere, ErrName.
func (r *Registry) Rename(ctx context.Context, till int64, name string) error {
	if name = strings.TrimSpace(name); name == "" {
		return ErrName
	}
	return r.within(ctx, fmt.Sprintf("till %d", till), func(tx pgx.Tx) (pgconn.CommandTag, error) {
		return tx.Exec(ctx, "UPDATE tills SET name = $2 WHERE id = $1", till, name)
	})
}

// regions begin the names of zones that are those of places.
var regions = []string{"Africa/", "America/", "Antarctica/", "Arctic/", "Asia/", "Atlantic/", "Australia/", "Europe/", "Indian/", "Pacific/"}

// OfPlace returns an error unless a name is that of a place's time zone, or UTC: other names
// that programs know, such as posixrules, EST or Etc/GMT+5, are those of files and of fixed
// differences, which no place's clock keeps. Whether there is such a place it does not know.
// Error: ErrZone.
func OfPlace(zone string) error {
	if zone != "UTC" && !slices.ContainsFunc(regions, func(region string) bool { return strings.HasPrefix(zone, region) }) {
		return fmt.Errorf("%s: %w", zone, ErrZone)
	}
	return nil
}

// SetZone sets the time zone in which a shop's days begin; blank is the page's. Errors:
// ErrNone, ErrZone.
func (r *Registry) SetZone(ctx context.Context, shop, zone string) error {
	if zone != "" {
		if err := OfPlace(zone); err != nil {
			return err
		}
		var known bool
		if err := r.db.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_timezone_names WHERE name = $1)", zone).Scan(&known); err != nil {
			return fmt.Errorf("set zone: %w", err)
		}
		if !known {
			return fmt.Errorf("%s: %w", zone, ErrZone)
		}
	}
	return r.within(ctx, "shop "+shop, func(tx pgx.Tx) (pgconn.CommandTag, error) {
		return tx.Exec(ctx, "UPDATE shops SET zone = nullif($2, '') WHERE name = $1", strings.TrimSpace(shop), zone)
	})
}

// RenameShop gives a shop another name. Errors: ErrNone, ErrThere, ErrName.
func (r *Registry) RenameShop(ctx context.Context, from, to string) error {
	if to = strings.TrimSpace(to); to == "" {
		return ErrName
	}
	return r.within(ctx, "shop "+from, func(tx pgx.Tx) (pgconn.CommandTag, error) {
		return tx.Exec(ctx, "UPDATE shops SET name = $2 WHERE name = $1", from, to)
	})
}

// Move makes a till one of another shop, which is there. What it sold until now stays
// with the shop in which it was sold. Errors: ErrNone, ErrThere.
func (r *Registry) Move(ctx context.Context, till int64, shop string) error {
	return r.within(ctx, fmt.Sprintf("till %d or shop %s", till, shop), func(tx pgx.Tx) (pgconn.CommandTag, error) {
		return tx.Exec(ctx, "UPDATE tills t SET shop_id = s.id FROM shops s WHERE t.id = $1 AND s.name = $2", till, strings.TrimSpace(shop))
	})
}

// Revoke makes a till's key and its unused codes worthless at once. Error: ErrNone, also of
// a till that has neither.
func (r *Registry) Revoke(ctx context.Context, till int64) error {
	return r.within(ctx, fmt.Sprintf("till %d, with a key or a code", till), func(tx pgx.Tx) (pgconn.CommandTag, error) {
		codes, err := tx.Exec(ctx, "DELETE FROM codes WHERE till_id = $1 AND used_at IS NULL", till)
		if err != nil {
			return codes, err
		}
		keys, err := tx.Exec(ctx, "UPDATE keys SET revoked_at = $2 WHERE till_id = $1 AND revoked_at IS NULL", till, r.now())
		if keys.RowsAffected() == 0 {
			return codes, err
		}
		return keys, err
	})
}

// Remove takes a till away that has never sent anything; only the layout's owner may.
// Errors: ErrNone, ErrHasSent.
func (r *Registry) Remove(ctx context.Context, till int64) error {
	return r.within(ctx, fmt.Sprintf("till %d", till), func(tx pgx.Tx) (done pgconn.CommandTag, err error) {
		var sent bool
		if err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT FROM cursors WHERE till_id = $1 AND heard_at IS NOT NULL)", till).Scan(&sent); err != nil {
			return done, err
		}
		if sent {
			return done, ErrHasSent
		}
		for _, table := range []string{"codes", "keys", "cursors", "epochs", "deliveries", "alerts", "alarms"} {
			sql := "DELETE FROM " + table + " WHERE till_id = $1"
			if table == "deliveries" {
				sql = "DELETE FROM deliveries d USING alerts a WHERE a.id = d.alert_id AND a.till_id = $1"
			}
			if _, err := tx.Exec(ctx, sql, till); err != nil {
				return done, err
			}
		}
		return tx.Exec(ctx, "DELETE FROM tills WHERE id = $1", till)
	})
}

// RemovePerson lets somebody look no longer, at once. Error: ErrNone.
func (r *Registry) RemovePerson(ctx context.Context, name string) error {
	return r.within(ctx, "person "+name, func(tx pgx.Tx) (pgconn.CommandTag, error) {
		return tx.Exec(ctx, "DELETE FROM people WHERE lower(name) = lower($1)", strings.TrimSpace(name))
	})
}

// RemoveShop takes a shop away that has no till and that nobody is set for; only the
// layout's owner may. Errors: ErrNone, ErrInUse.
func (r *Registry) RemoveShop(ctx context.Context, name string) error {
	return r.within(ctx, "shop "+name, func(tx pgx.Tx) (pgconn.CommandTag, error) {
		return tx.Exec(ctx, "DELETE FROM shops WHERE name = $1", strings.TrimSpace(name))
	})
}
