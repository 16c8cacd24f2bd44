package alerts

import (
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// Kind is what an alert is about. Alarms of the collector are kinds too, by their own
// names.
type Kind string

// The kinds.
const (
	Late      Kind = "late"      // money came after the sale had another end
	PaidTwice Kind = "paidTwice" // money is owed back
	Unknown   Kind = "unknown"   // nobody knows for an hour whether it was paid
	Silent    Kind = "silent"    // nothing was heard of a till
	Short     Kind = "short"     // a drawer held less than it should
	Backup    Kind = "backup"    // a till's copies fail

	// MaybeTwice is PaidTwice where nobody knows yet whether the money is owed back. It is
	// told as that, with Alert.Uncertain, so that whoever waits for that kind hears of it.
	MaybeTwice Kind = "maybeTwice"
)

// public is the kind as others know it.
func (k Kind) public() Kind {
	if k == MaybeTwice {
		return PaidTwice
	}
	return k
}

// Alert is one thing to tell.
type Alert struct {
	ID       string    `json:"id"` // of what it is about: the same thing has the same
	Kind     Kind      `json:"kind"`
	At       time.Time `json:"at"`
	Shop     string    `json:"shop"`
	Till     string    `json:"till"`
	Practice bool      `json:"practice"`           // no money moved
	Number   int       `json:"number,omitempty"`   // of the sale on its day, or of the Z
	Minor    int64     `json:"minor,omitempty"`    // in minor units
	Currency string    `json:"currency,omitempty"` // blank without an amount
	// Uncertain: the money may be owed back, and the bank knows. Of PaidTwice alone.
	Uncertain bool `json:"uncertain,omitempty"`
}

// Cause is an alert as it is written down: of which till, and what tells it from
// others of its kind.
type Cause struct {
	Till     int64
	Kind     Kind
	About    string
	At       time.Time
	Number   int
	Minor    int64
	Currency string
}

// insert writes alerts that are not there yet, and what is to be done about each: for the
// ways that somebody sends by, and no other.
const insert = `WITH made AS (
		INSERT INTO alerts (id, kind, till_id, made_at, number, minor, currency) %s ON CONFLICT (id) DO NOTHING RETURNING id
	) INSERT INTO deliveries (alert_id, way) SELECT made.id, w.way FROM made, ways w WHERE w.seen_at > now() - interval '1 hour'`

var insertCauses = fmt.Sprintf(insert, "SELECT * FROM unnest($1::text[], $2::text[], $3::int[], $4::timestamptz[], $5::bigint[], $6::bigint[], $7::text[])")

// Queue writes alerts in the transaction that the batch belongs to, but for those that are
// there already: one statement, however many a till causes.
func Queue(all *pgx.Batch, causes []Cause) {
	if len(causes) == 0 {
		return
	}
	n := len(causes)
	ids, kinds, tills, at, numbers, minors, currencies := make([]string, n), make([]string, n), make([]int64, n), make([]time.Time, n), make([]int, n), make([]int64, n), make([]string, n)
	for i, c := range causes {
		ids[i], kinds[i], tills[i], at[i] = fmt.Sprintf("%s/%d/%s", c.Kind.public(), c.Till, c.About), string(c.Kind), c.Till, c.At
		numbers[i], minors[i], currencies[i] = c.Number, c.Minor, c.Currency
	}
	all.Queue(insertCauses, ids, kinds, tills, at, numbers, minors, currencies)
}
