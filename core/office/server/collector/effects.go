package collector

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"sanduq/core/journal"
	"sanduq/core/office"
	"sanduq/core/office/server/alerts"
)

// effects are what one transaction writes.
type effects struct {
	now     time.Time
	rows    newRows
	debts   []debtLine
	outdone []outdone
	booked  []bookedSale
	past    []chainRow
	cursors []cursorRow
	shown   []int64 // tills that are told their cursor, and nothing of them is taken
	epochs  []epochRow
	alarms  []alarmRow
	causes  []alerts.Cause
	totals  map[totalKey]total
	heard   []int64 // tills of which there is news
}

// totalKey is what a total counts.
type totalKey struct {
	day                     time.Time
	shop                    int64
	practice                bool
	status, route, currency string
}

func (k totalKey) compare(o totalKey) int {
	practice := func(k totalKey) int {
		if k.practice {
			return 1
		}
		return 0
	}
	return cmp.Or(k.day.Compare(o.day), cmp.Compare(k.shop, o.shop), cmp.Compare(practice(k), practice(o)), cmp.Compare(k.status, o.status),
		cmp.Compare(k.route, o.route), cmp.Compare(k.currency, o.currency))
}

// total is a sum that no amount can overflow: what does not fit into minor is in more.
type total struct {
	sales, minor int64
	more         *big.Int
	kept         bool // even where it is nothing
}

func (t total) add(sales, minor int64) total {
	sum := t.minor + minor
	if (sum > t.minor) != (minor > 0) && minor != 0 {
		more := big.NewInt(t.minor)
		if t.more != nil {
			more.Add(more, t.more)
		}
		t.more, sum = more, minor
	}
	return total{t.sales + sales, sum, t.more, t.kept}
}

func (t total) stays() total { t.kept = true; return t }

// digits is the sum of money.
func (t total) digits() string {
	sum := big.NewInt(t.minor)
	if t.more != nil {
		sum.Add(sum, t.more)
	}
	return sum.String()
}

func (e *effects) add(k totalKey, sales, minor int64) { e.totals[k] = e.totals[k].add(sales, minor) }

// outdone is a sale's record that counts no longer, since one of a newer epoch
// does.
type outdone struct {
	till   int64
	day    time.Time
	number int
	epoch  int
}

// chainRow is where a chain of an epoch that is over has ended.
type chainRow struct {
	till  int64
	epoch int
	chain office.Chain
	office.End
}

// A cursor's row says again when its till was heard once heardHold has passed, and how far
// its clock is ahead once that has moved by clockMoves: what changes with each batch would
// make more of the row go into the log, and the beats say it too.
const (
	heardHold  = 30 * time.Minute
	clockMoves = 2 * time.Second
)

type cursorRow struct {
	till   int64
	read   string // the version that was read
	epoch  int
	newest journal.SaleID
	ahead  int64
	places []byte
	since  []byte
}

type epochRow struct {
	till  int64
	epoch int
	why   string
}

type alarmRow struct {
	till                int64
	epoch               int
	kind, about, detail string
}

// cursor writes what is held of a till; ahead is by how many seconds its clock is.
func (e *effects) cursor(h *held, ahead int64) {
	e.cursors = append(e.cursors, cursorRow{h.till, h.read, h.epoch, h.newest, ahead, h.chains.pack(), packSince(h.since)})
}

// maxDetail is how many characters of an alarm are kept: it quotes what a till sent, and
// the till's own row has all of that.
const maxDetail = 300

func (e *effects) alarm(h *held, kind, about, detail string) {
	if said := []rune(detail); len(said) > maxDetail {
		detail = string(said[:maxDetail-1]) + "…"
	}
	e.alarms = append(e.alarms, alarmRow{h.till, h.epoch, kind, about, detail})
	switch kind {
	case AlarmEpoch, AlarmHeld, AlarmChanged, AlarmUnpaid, AlarmOtherTill, AlarmRejected, AlarmAmount:
		e.causes = append(e.causes, alerts.Cause{Till: h.till, Kind: alerts.Kind(kind), About: fmt.Sprintf("%d/%s", h.epoch, about), At: e.now})
	}
}

// Channel is where PostgreSQL notifies of news; the payload is a Notice as JSON.
const Channel = "sanduq_office"

// Notice says of which tills there is news; of any when there are none.
type Notice struct {
	Tills []int64 `json:"tills,omitempty"`
}

// maxNotice is how many tills fit into what PostgreSQL takes for a payload.
const maxNotice = 600

// commit writes all of it and ends the transaction, in one round trip. Rows that transactions of other
// collectors may want too are written in an order that all of them keep.
func (e *effects) commit(ctx context.Context, db *pgx.Conn) error {
	var all pgx.Batch
	e.queueCursors(&all)  // first: it says whether all that follows is of what was read
	if len(e.shown) > 0 { // a lock waits for the synchronous replica, as doc.go says of reading the cursor
		all.Queue("SELECT FROM cursors WHERE till_id = ANY($1) ORDER BY till_id FOR UPDATE", e.shown)
	}
	e.rows.queue(&all)
	queueDebts(&all, e.debts)
	e.queueOutdone(&all)
	e.queueBooked(&all)
	for _, x := range e.past {
		all.Queue("INSERT INTO past_chains (till_id, epoch, chain, seq, link) VALUES ($1, $2, $3, $4, $5)", x.till, x.epoch, slices.Index(office.Chains(), x.chain)+1, x.Seq, x.Link[:])
	}
	for _, x := range e.epochs {
		all.Queue("INSERT INTO epochs (till_id, epoch, began_at, why) VALUES ($1, $2, $3, $4)", x.till, x.epoch, e.now, x.why)
	}
	e.queueAlarms(&all)
	alerts.Queue(&all, e.causes)
	e.queueTotals(&all)
	if len(e.heard)+len(e.alarms) > 0 {
		notice := Notice{Tills: e.heard}
		if len(notice.Tills) > maxNotice {
			notice.Tills = nil
		}
		payload, err := json.Marshal(notice)
		if err != nil {
			return err
		}
		all.Queue("SELECT pg_notify($1, $2)", Channel, string(payload))
	}
	all.Queue("commit").Exec(func(said pgconn.CommandTag) error {
		if said.String() != "COMMIT" { // what a transaction in which something failed answers
			return fmt.Errorf("the transaction ended with %s", said)
		}
		return nil
	})
	return db.SendBatch(ctx, &all).Close()
}

// queueAlarms writes them as one statement: a till that has much to tell keeps nobody
// waiting. The same thing twice is one row.
func (e *effects) queueAlarms(all *pgx.Batch) {
	if len(e.alarms) == 0 {
		return
	}
	at := map[alarmRow]int{} // without their detail
	var tills []int64
	var epochs, times []int
	var kinds, abouts, details []string
	for _, a := range e.alarms {
		of := alarmRow{a.till, a.epoch, a.kind, a.about, ""}
		i, again := at[of]
		if !again {
			i = len(tills)
			at[of] = i
			tills, epochs, times = append(tills, a.till), append(epochs, a.epoch), append(times, 0)
			kinds, abouts, details = append(kinds, a.kind), append(abouts, a.about), append(details, "")
		}
		times[i]++
		details[i] = a.detail
	}
	all.Queue(`INSERT INTO alarms AS a (till_id, epoch, kind, about, detail, times, first_at, last_at)
		SELECT *, $7::timestamptz, $7 FROM unnest($1::int[], $2::int[], $3::text[], $4::text[], $5::text[], $6::int[])
		ON CONFLICT (till_id, epoch, kind, about) DO UPDATE SET times = a.times + excluded.times, last_at = excluded.last_at, detail = excluded.detail`,
		tills, epochs, kinds, abouts, details, times, e.now)
}

func (e *effects) queueOutdone(all *pgx.Batch) {
	for _, o := range e.outdone {
		all.Queue("UPDATE sales SET counts = false WHERE day = $1 AND till_id = $2 AND number = $3 AND epoch = $4", o.day, o.till, o.number, o.epoch)
	}
}

func (e *effects) queueCursors(all *pgx.Batch) {
	if len(e.cursors) == 0 {
		return
	}
	n := len(e.cursors)
	tills, epochs, newest, ahead, places, since := make([]int64, n), make([]int, n), make([]string, n), make([]int64, n), make([][]byte, n), make([][]byte, n)
	read := make([]string, n)
	for i, c := range e.cursors {
		tills[i], epochs[i], newest[i], ahead[i], places[i], since[i] = c.till, c.epoch, string(c.newest), c.ahead, c.places, c.since
		read[i] = c.read
	}
	all.Queue(`WITH written AS (UPDATE cursors c SET epoch = n.epoch, newest = n.newest, places = n.places, since = n.since,
				clock_ahead = CASE WHEN abs(c.clock_ahead - n.ahead) < $11 THEN c.clock_ahead ELSE n.ahead END,
				heard_at = CASE WHEN c.heard_at BETWEEN $10 AND $7 THEN c.heard_at ELSE $7 END
			FROM unnest($1::int[], $2::int[], $3::text[], $4::bigint[], $5::bytea[], $6::bytea[], $8::text[]) AS n(till_id, epoch, newest, ahead, places, since, read)
			WHERE c.till_id = n.till_id AND c.xmin::text = n.read RETURNING 1)
		SELECT as_read(count(*), $9) FROM written`, tills, epochs, newest, ahead, places, since, e.now, read, n, e.now.Add(-heardHold), int64(clockMoves/time.Second))
}

func (e *effects) queueTotals(all *pgx.Batch) {
	maps.DeleteFunc(e.totals, func(_ totalKey, t total) bool { return !t.kept && t.sales == 0 && t.digits() == "0" })
	if len(e.totals) == 0 {
		return
	}
	var days []time.Time
	var shops, sales []int64
	var practice []bool
	var status, route, currency, minors []string
	for _, k := range slices.SortedFunc(maps.Keys(e.totals), totalKey.compare) {
		t := e.totals[k]
		days, shops, practice = append(days, k.day), append(shops, k.shop), append(practice, k.practice)
		status, route, currency = append(status, k.status), append(route, k.route), append(currency, k.currency)
		sales, minors = append(sales, t.sales), append(minors, t.digits())
	}
	const from = ` FROM unnest($1::date[], $2::int[], $3::boolean[], $4::text[], $5::text[], $6::text[]) AS n(day, shop, practice, status, route, currency)`
	all.Queue(`INSERT INTO totals (day, shop_id, practice, status, route, currency, sales, minor) SELECT n.*, 0, 0`+from+
		` WHERE NOT EXISTS (SELECT FROM totals t WHERE `+ofTotal+`) ON CONFLICT DO NOTHING`, days, shops, practice, status, route, currency)
	if len(days) > fewTotals {
		all.Queue(`INSERT INTO totals AS t (day, shop_id, practice, status, route, currency, sales, minor)
			SELECT n.day, n.shop, n.practice, n.status, n.route, n.currency, n.sales, n.minor::numeric
			FROM unnest($1::date[], $2::int[], $3::boolean[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::text[]) AS n(day, shop, practice, status, route, currency, sales, minor)
			ON CONFLICT (day, shop_id, practice, status, route, currency) DO UPDATE SET sales = t.sales + excluded.sales, minor = t.minor + excluded.minor`,
			days, shops, practice, status, route, currency, sales, minors)
		return
	}
	for i := range days {
		all.Queue(addTotal, days[i], shops[i], practice[i], status[i], route[i], currency[i], sales[i], minors[i])
	}
}

// Totals that are not there yet are made first, of nothing; then what changed is added, one
// after the other in an order that all collectors keep: each by a statement of its own, which
// writes less to the log than ON CONFLICT, where they are few; by one where a till brings the
// sales of many days.
const (
	fewTotals = 16

	ofTotal  = "t.day = n.day AND t.shop_id = n.shop AND t.practice = n.practice AND t.status = n.status AND t.route = n.route AND t.currency = n.currency"
	addTotal = `UPDATE totals SET sales = sales + $7, minor = minor + $8::text::numeric
		WHERE day = $1 AND shop_id = $2 AND practice = $3 AND status = $4 AND route = $5 AND currency = $6`
)
