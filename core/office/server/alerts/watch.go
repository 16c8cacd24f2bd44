package alerts

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

const unknownAfter = time.Hour

// lately is how far back Watch looks: what is older was told, or nobody asked for
// alerts then.
const lately = 7 * 24 * time.Hour

// Of sales that nobody knows the end of: the ID of the alert, and which they are.
const (
	unknownID    = `format('unknown/%s/%s-%s', till_id, to_char(day, 'YYYYMMDD'), number)`
	unknownSales = `FROM sales WHERE status = 'unknown' AND status <> 'paid' AND counts AND created_at BETWEEN $1::timestamptz - $3::interval AND $1::timestamptz - $2::interval
			AND day BETWEEN ($1::timestamptz - $3::interval)::date - 3 AND $1::timestamptz::date + 3`
)

// unknownAgain lets an alert wait again that was left as over before it went, while the till asked once more.
const unknownAgain = `UPDATE deliveries SET done_at = NULL, said = '' WHERE said = 'over' AND done_at IS NOT NULL AND alert_id IN (SELECT ` + unknownID + " " + unknownSales + ")"

var (
	insertUnknown = fmt.Sprintf(insert, "SELECT "+unknownID+", 'unknown', till_id, $1::timestamptz, number, minor, currency "+unknownSales)
	insertSilent  = fmt.Sprintf(insert, `SELECT format('silent/%s/%s', c.till_id, extract(epoch FROM c.heard_at)::bigint), 'silent', c.till_id, c.heard_at, 0, 0, ''
		FROM heard c WHERE c.heard_at BETWEEN $1::timestamptz - $3::interval AND $1::timestamptz - $2::interval
			AND coalesce((SELECT min(began_at) FROM beats WHERE at > $1::timestamptz - $2::interval), '-infinity') < $1::timestamptz - $2::interval
			AND EXISTS (SELECT FROM keys k WHERE k.till_id = c.till_id AND k.revoked_at IS NULL)`)
)

// Watch writes the alerts that time alone causes. Any number of collectors may do so
// at once.
func Watch(ctx context.Context, db *pgxpool.Pool, now time.Time, silentAfter time.Duration) error {
	for _, sql := range []string{insertUnknown, unknownAgain} {
		if _, err := db.Exec(ctx, sql, now, unknownAfter, lately); err != nil {
			return fmt.Errorf("alerts: %w", err)
		}
	}
	if silentAfter > 0 {
		if _, err := db.Exec(ctx, insertSilent, now, silentAfter, lately); err != nil {
			return fmt.Errorf("alerts: %w", err)
		}
	}
	return nil
}
