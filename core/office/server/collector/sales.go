package collector

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"sanduq/core/journal"
	"sanduq/core/office"
	"sanduq/core/office/server/proof"
	"sanduq/core/office/server/table"
)

// saleKey names a sale of a till, whatever the epoch.
type saleKey struct {
	till int64
	id   journal.SaleID
}

// oldSale is what the database has of a sale in one epoch.
type oldSale struct {
	epoch   int
	version uint64
	own     time.Time  // its own day; that of totalKey is the one on which it counts
	booked  *time.Time // nil where both are one
	shop    int64
	counts  bool
	updated time.Time
	order   string
	totalKey
	minor int64
}

// oldSales are by their names; none for what retention has let go, and is counted.
type oldSales map[saleKey][]oldSale

// heldSales reads what there is of the sales in the batches. Most are new, and
// are not asked for.
func heldSales(ctx context.Context, db querier, group []*job, tills map[keyHash]*held, now time.Time) (oldSales, error) {
	var of []int64
	var days []time.Time
	var numbers []int
	for _, j := range group {
		h := tills[j.key]
		for i := range j.batch.Sales {
			if id := j.batch.Sales[i].ID; h != nil && (h.epoch > 1 || id <= h.newest) {
				of, days, numbers = append(of, h.till), append(days, id.Day().Time(time.UTC)), append(numbers, id.Number())
			}
		}
	}
	if len(of) == 0 {
		return nil, nil
	}
	rows, err := db.Query(ctx, `SELECT s.till_id, s.day, s.booked, s.number, s.epoch, s.version, s.shop_id, s.counts, s.updated_at, s.order_id, s.practice,
			s.status, s.route, s.currency, s.minor
		FROM unnest($1::int[], $2::date[], $3::int[]) AS n(till_id, day, number)
		JOIN sales s ON s.day = n.day AND s.till_id = n.till_id AND s.number = n.number`, of, days, numbers)
	if err != nil {
		return nil, err
	}
	old := make(oldSales, len(of))
	var o oldSale
	var number int
	var whose int64
	var updated *time.Time
	_, err = pgx.ForEachRow(rows, []any{&whose, &o.own, &o.booked, &number, &o.epoch, &o.version, &o.shop, &o.counts, &updated, &o.order, &o.practice,
		&o.status, &o.route, &o.currency, &o.minor}, func() error {
		one := o
		one.totalKey.shop, one.day = o.shop, o.own
		if o.booked != nil {
			one.day = *o.booked
		}
		if updated != nil {
			one.updated = updated.UTC()
		}
		key := saleKey{whose, journal.NewSaleID(journal.DayOf(o.own), number)}
		old[key] = append(old[key], one)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return old, old.gone(ctx, db, group, tills, now)
}

// gone adds those that retention has let go, and that count in a month of which it has. Of another
// month is money that came since: that is news.
func (old oldSales) gone(ctx context.Context, db querier, group []*job, tills map[keyHash]*held, now time.Time) error {
	var of []int64
	var days, counted []time.Time
	var numbers []int
	for _, j := range group {
		h := tills[j.key]
		for i := range j.batch.Sales {
			s := &j.batch.Sales[i]
			if h == nil || old[saleKey{h.till, s.ID}] != nil || now.Before(s.ID.Day().Time(time.UTC).AddDate(0, proof.KeptLeast, 0)) {
				continue
			}
			of, days, counted, numbers = append(of, h.till), append(days, s.ID.Day().Time(time.UTC)), append(counted, countsOn(s)), append(numbers, s.ID.Number())
		}
	}
	if len(of) == 0 {
		return nil
	}
	rows, err := db.Query(ctx, `SELECT n.till_id, n.day, n.number FROM unnest($1::int[], $2::date[], $3::date[], $4::int[]) AS n(till_id, day, counted, number)
		JOIN gone_sales g ON g.till_id = n.till_id AND g.day = n.day AND g.last >= n.number
		JOIN gone_months m ON m.of = 'sales' AND m.month = date_trunc('month', n.counted)::date`, of, days, counted, numbers)
	if err != nil {
		return err
	}
	var till int64
	var day time.Time
	var number int
	_, err = pgx.ForEachRow(rows, []any{&till, &day, &number}, func() error {
		old[saleKey{till, journal.NewSaleID(journal.DayOf(day), number)}] = []oldSale{}
		return nil
	})
	return err
}

// countsOn is the day whose totals a sale counts in.
func countsOn(s *office.Sale) time.Time {
	return cmp.Or(s.Booked, s.ID.Day()).Time(time.UTC)
}

// bookedSale is a sale of which nothing is new but the day on which it counts.
type bookedSale struct {
	Day    time.Time `table:"day date"`
	Till   int64     `table:"till_id int"`
	Number int       `table:"number int"`
	Epoch  int       `table:"epoch int"`
	Booked time.Time `table:"booked date"`
}

func (e *effects) queueBooked(all *pgx.Batch) {
	if len(e.booked) == 0 {
		return
	}
	var rows table.Rows[bookedSale, struct{}]
	for _, b := range e.booked {
		rows.Add(b, &struct{}{})
	}
	sql, values := rows.Update("sales s", "booked = n.booked", "s.day = n.day AND s.till_id = n.till_id AND s.number = n.number AND s.epoch = n.epoch")
	all.Queue(sql, values...)
}

// moves counts a sale on another day, as it is.
func (e *effects) moves(o *oldSale, to time.Time) {
	if !o.counts {
		return
	}
	e.add(o.totalKey, -1, -o.minor)
	e.totals[o.totalKey] = e.totals[o.totalKey].stays() // by the totals a list knows which months have sales
	now := o.totalKey
	now.day = to
	e.add(now, 1, o.minor)
}

// bookedOff reports whether a till books a sale on a day on which no money of it can have come:
// before the sale's own, or after today, by more than zones and business days explain. Such a
// day may be of a month that people have closed.
func (e *effects) bookedOff(day, counted time.Time) bool {
	const slack = 48 * time.Hour
	return counted.Before(day.Add(-slack)) || counted.After(day) && counted.After(e.now.Add(slack))
}

// sale takes the newest state of a sale, unless the office has it or knows
// better.
func (e *effects) sale(h *held, s *office.Sale, old oldSales) {
	day, counted := s.ID.Day().Time(time.UTC), countsOn(s)
	now := totalKey{counted, h.shop, h.practice, string(s.Status), string(s.Route), s.Currency}
	counts := true
	known, there := old[saleKey{h.till, s.ID}], false
	if known != nil && len(known) == 0 { // it was let go: it is counted, and no list has it
		h.newest = max(h.newest, s.ID)
		return
	}
	if i := slices.IndexFunc(known, func(o oldSale) bool { return o.order == s.OrderID }); i >= 0 {
		now.shop = known[i].shop // it was sold there, wherever its till is now
	}
	for _, o := range known {
		if o.epoch != h.epoch {
			continue
		}
		switch {
		case o.order != s.OrderID || o.minor != s.Minor || o.currency != s.Currency:
			e.alarm(h, AlarmChanged, string(s.ID), fmt.Sprintf("sale %s is of another order or amount than it was", s.ID))
			return
		case s.Version <= o.version && !office.Moment(s.UpdatedAt).After(o.updated): // late, or again
			if s.Version == o.version && o.booked == nil && s.Booked != "" { // the till did not say before when it booked
				e.booked = append(e.booked, bookedSale{day, h.till, s.ID.Number(), h.epoch, counted})
				e.moves(&o, counted)
			}
			return
		case o.status == string(journal.StatusPaid) && s.Status != journal.StatusPaid:
			e.alarm(h, AlarmUnpaid, string(s.ID), fmt.Sprintf("sale %s was paid and is now %s at the till", s.ID, s.Status))
			return
		}
		there = true
		if o.counts {
			e.add(o.totalKey, -1, -o.minor)
		}
	}
	for _, o := range known {
		if o.epoch == h.epoch || o.order != s.OrderID || !o.counts {
			continue
		}
		another := o.minor != s.Minor || o.currency != s.Currency
		if another {
			e.alarm(h, AlarmChanged, string(s.ID), fmt.Sprintf("sale %s is of another amount than it was in epoch %d", s.ID, o.epoch))
		}
		switch {
		case o.status == string(journal.StatusPaid) && another: // what was paid first counts, until a person has looked
			counts = false
		case o.status == string(journal.StatusPaid) && s.Status != journal.StatusPaid: // it was, whatever the till knows of it now
			counts = false
		default:
			e.add(o.totalKey, -1, -o.minor)
			e.outdone = append(e.outdone, outdone{h.till, day, s.ID.Number(), o.epoch})
		}
	}
	if counts {
		e.add(now, 1, s.Minor)
		if e.bookedOff(day, counted) {
			e.alarm(h, AlarmClock, string(s.ID), fmt.Sprintf("sale %s counts on %s", s.ID, s.Booked))
		}
		if counted != day { // by the totals a list knows which months have sales
			own := now
			own.day = day
			e.totals[own] = e.totals[own].stays()
		}
	}
	h.newest = max(h.newest, s.ID)
	if there {
		e.rows.changed.Add(h.keptSale(s, day, now.shop, counts), s)
		return
	}
	e.rows.fresh.Add(h.keptSale(s, day, now.shop, counts), s)
}
