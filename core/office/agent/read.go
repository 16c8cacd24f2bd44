package agent

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"sanduq/core/journal"
	"sanduq/core/office"
)

// page is how much is read in one transaction of the store.
const page = 200

// reader reads the till's store, in short transactions.
type reader struct {
	ctx     context.Context
	store   Store
	version int // of the wire
	zone    *time.Location
	office  map[office.Chain]office.Known
}

// reader reads the till's store for a version of the wire.
func (cfg *Config) reader(ctx context.Context, version int) reader {
	return reader{ctx: ctx, store: cfg.Store, version: version, zone: cfg.Now().Location()}
}

// sent is a row of a chain as it is sent, or was: an office, or a till, that was older
// then has it without what came later.
func sent[T any](r *reader, chain office.Chain, seq uint64, row T) T {
	if known := r.office[chain]; seq <= known.Seq {
		return office.As(row, known.Version(seq))
	}
	return office.As(row, r.version)
}

// receipts returns rows after one number, limit at most.
func (r *reader) receipts(after, newest uint64, limit int) ([]office.Receipt, error) {
	return numbered(after, newest, limit, func(seq uint64) (office.Receipt, error) {
		receipt, err := r.store.Receipt(r.ctx, seq)
		return sent(r, office.ChainReceipts, seq, office.ReceiptOf(receipt)), err
	}, office.LeftOut)
}

// audit returns rows after one number, limit at most.
func (r *reader) audit(after, newest uint64, limit int) (out []office.AuditRow, err error) {
	for after < newest && len(out) < limit {
		n := min(uint64(limit-len(out)), newest-after, page)
		rows, err := r.store.Audit(r.ctx, after+n+1, int(n))
		if err != nil {
			return nil, fmt.Errorf("read audit from %d: %w", after+1, err)
		}
		if uint64(len(rows)) != n {
			return nil, fmt.Errorf("read audit from %d: %w: %d rows of %d", after+1, journal.ErrCorrupt, len(rows), n)
		}
		for _, row := range slices.Backward(rows) {
			out = append(out, sent(r, office.ChainAudit, row.Seq, office.AuditRowOf(row)))
		}
		after += n
	}
	return out, nil
}

// ids returns the sales of a day after one of them, oldest first.
func (r *reader) ids(day journal.Day, after journal.SaleID) (out []journal.SaleID, err error) {
	err = r.walk(day, func(s journal.Sale) bool {
		if s.ID > after {
			out = append(out, s.ID)
		}
		return s.ID > after
	})
	slices.Reverse(out)
	return out, err
}

// walk visits the sales of a day, newest first, until visit returns false.
func (r *reader) walk(day journal.Day, visit func(journal.Sale) bool) error {
	q := journal.SaleQuery{From: day, To: day, Limit: page}
	for {
		found, err := r.store.Sales(r.ctx, q)
		if err != nil {
			return fmt.Errorf("read sales of %s: %w", day, err)
		}
		for _, s := range found.Sales {
			if !visit(s) {
				return nil
			}
			q.Before = s.ID
		}
		if !found.More || len(found.Sales) == 0 {
			return nil
		}
	}
}

// nextDay returns the sales after one, of the first day that has any.
func (r *reader) nextDay(after journal.SaleID) ([]journal.SaleID, error) {
	newest, err := r.store.Sales(r.ctx, journal.SaleQuery{Limit: 1})
	if err != nil {
		return nil, fmt.Errorf("read the newest sale: %w", err)
	}
	if len(newest.Sales) == 0 || newest.Sales[0].ID <= after {
		return nil, nil
	}
	day, last := after.Day(), newest.Sales[0].ID.Day()
	if day == "" {
		if day, err = r.firstDay(); err != nil {
			return nil, err
		}
	}
	for ; day <= last; day = journal.DayOf(day.Time(time.UTC).AddDate(0, 0, 1)) {
		ids, err := r.ids(day, after)
		if err != nil || len(ids) > 0 {
			return ids, err
		}
	}
	return nil, nil
}

// firstDay is the first day that has sales; blank while none has. Figures are of days
// of booking: before the first of them there may be sales whose money came later.
func (r *reader) firstDay() (day journal.Day, err error) {
	for f, err := range r.store.Figures(r.ctx, "", "") {
		if err != nil {
			return "", fmt.Errorf("read the first day: %w", err)
		}
		day = f.Day
		break
	}
	for !day.Time(time.UTC).IsZero() {
		before, err := r.store.Sales(r.ctx, journal.SaleQuery{To: journal.DayOf(day.Time(time.UTC).AddDate(0, 0, -1)), Limit: 1})
		if err != nil {
			return "", fmt.Errorf("read the first day: %w", err)
		}
		if len(before.Sales) == 0 {
			break
		}
		day = before.Sales[0].ID.Day()
	}
	return day, nil
}

// digest adds a day up.
func (r *reader) digest(day journal.Day) (office.DayState, error) {
	var all []journal.Sale
	if err := r.walk(day, func(s journal.Sale) bool { all = append(all, s); return true }); err != nil {
		return office.DayState{}, err
	}
	var sum office.DayDigest
	for _, s := range slices.Backward(all) {
		sum.Add(s.ID.Number(), s.Version, office.Moment(s.UpdatedAt), office.As(office.SaleOf(s), r.version).Booked)
	}
	return sum.Sum(), nil
}

// states are the sales of a batch.
type states struct {
	r        *reader
	of       map[journal.SaleID]office.Sale
	frontier journal.SaleID // up to which sales go out of turn
	room     int
	refused  map[journal.SaleID]uint64 // versions that do not go
}

func (s *states) full() bool { return len(s.of) >= s.room }

// add takes a sale in as it is now, unless the office has refused just that, and returns it.
func (s *states) add(id journal.SaleID) (journal.Sale, error) {
	sale, err := s.r.store.Sale(s.r.ctx, id)
	if errors.Is(err, journal.ErrNotFound) { // of another epoch, or of nobody
		return journal.Sale{}, nil
	}
	if err != nil {
		return journal.Sale{}, fmt.Errorf("read sale %s: %w", id, err)
	}
	if version, is := s.refused[id]; is && version == sale.Version {
		return sale, nil
	}
	s.of[id] = office.As(office.SaleOf(sale), s.r.version)
	return sale, nil
}

// resolve takes in the sales that lines of the audit name, and those linked with
// them. It returns the lines of which all go in.
func (s *states) resolve(lines []office.AuditRow) ([]office.AuditRow, error) {
	for i, line := range lines {
		if line.SaleID == "" || line.SaleID > s.frontier {
			continue
		}
		if s.full() && i > 0 {
			return lines[:i], nil
		}
		sale, err := s.add(line.SaleID)
		if err != nil {
			return nil, err
		}
		for _, id := range office.Linked(sale) {
			if id <= s.frontier {
				if _, err := s.add(id); err != nil {
					return nil, err
				}
			}
		}
	}
	return lines, nil
}
