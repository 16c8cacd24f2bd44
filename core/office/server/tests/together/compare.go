//go:build linux

package together

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"sanduq/core/journal"
	"sanduq/core/office"
)

// differences are what the office has of a till's newest epoch and the till has
// not, or the other way round; none is what it should be.
func differences(ctx context.Context, db *pgxpool.Pool, number int64, s *shop) ([]string, error) {
	disk := s.disk()
	has, err := officeRows(ctx, db, number)
	if err != nil {
		return nil, err
	}
	var out []string
	differ := func(key, want string) {
		if got := has[key]; got != want {
			out = append(out, fmt.Sprintf("%s: the office has %q, the till %q", key, got, want))
		}
		delete(has, key)
	}
	h, err := disk.Head(ctx, "")
	if err != nil {
		return nil, err
	}
	for seq := uint64(1); seq <= h.Receipt; seq++ {
		r, err := disk.Receipt(ctx, seq)
		if err != nil {
			differ(fmt.Sprint("receipt ", seq), "left out")
			continue
		}
		differ(fmt.Sprint("receipt ", seq), fmt.Sprintf("%s %d %s", r.OrderID, r.Amount.Minor, moment(r.SettledAt)))
	}
	lines, err := disk.Audit(ctx, 0, 1<<20)
	if err != nil {
		return nil, err
	}
	for _, a := range lines {
		differ(fmt.Sprint("audit ", a.Seq), fmt.Sprintf("%s %s %s", a.Action, a.SaleID, moment(a.At)))
	}
	debts, err := disk.Debts(ctx, journal.DebtQuery{Limit: 1 << 20})
	if err != nil {
		return nil, err
	}
	for _, d := range debts {
		differ(fmt.Sprint("debt ", d.Number), fmt.Sprintf("%s %s %d %d %d %d", d.Cause, d.Sale, d.Amount.Minor, d.Returned, d.Kept, d.Open()))
	}
	page, err := disk.Sales(ctx, journal.SaleQuery{Limit: 1 << 20})
	if err != nil {
		return nil, err
	}
	for _, x := range page.Sales {
		o := office.SaleOf(x)
		differ(fmt.Sprint("sale ", x.ID), fmt.Sprintf("%s %d %s %d %t %s %t %s", o.OrderID, o.Minor, o.Status, o.ReceiptSeq, o.Open, moment(o.UpdatedAt), !o.OwedSince.IsZero(), x.BookingDay()))
	}
	for key := range has {
		out = append(out, fmt.Sprintf("%s: the till has it not", key))
	}
	return out, nil
}

func moment(t time.Time) string { return office.Moment(t).Format("2006-01-02 15:04:05.000000") }

func officeRows(ctx context.Context, db *pgxpool.Pool, number int64) (map[string]string, error) {
	const at = `to_char(%s AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`
	rows, err := db.Query(ctx, fmt.Sprintf(`
		SELECT 'receipt ' || seq, CASE WHEN left_out THEN 'left out' ELSE concat_ws(' ', order_id, minor, %s) END FROM receipts r JOIN cursors c USING (till_id, epoch) WHERE till_id = $1
		UNION ALL SELECT 'audit ' || seq, action || ' ' || sale || ' ' || %s FROM audit a JOIN cursors c USING (till_id, epoch) WHERE till_id = $1
		UNION ALL SELECT 'debt ' || debt, concat_ws(' ', cause, sale, owed, returned, kept, d.open) FROM debts d JOIN cursors c USING (till_id, epoch) WHERE till_id = $1
		UNION ALL SELECT 'sale ' || to_char(day, 'YYYYMMDD') || '-' || lpad(number::text, 6, '0'),
			concat_ws(' ', order_id, minor, status, receipt_seq, CASE WHEN open THEN 'true' ELSE 'false' END, %s, CASE WHEN owed_since IS NULL THEN 'false' ELSE 'true' END, to_char(coalesce(booked, day), 'YYYYMMDD'))
			FROM sales s JOIN cursors c USING (till_id, epoch) WHERE till_id = $1`,
		fmt.Sprintf(at, "settled_at"), fmt.Sprintf(at, "a.at"), fmt.Sprintf(at, "updated_at")), number)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := map[string]string{}
	for rows.Next() {
		var key, value string
		if err := rows.Scan(&key, &value); err != nil {
			return nil, err
		}
		if _, twice := out[key]; twice {
			return nil, fmt.Errorf("%s is there twice", key)
		}
		out[key] = value
	}
	return out, rows.Err()
}
