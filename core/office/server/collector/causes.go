package collector

import (
	"fmt"

	"sanduq/core/journal"
	"sanduq/core/office"
	"sanduq/core/office/server/alerts"
)

// recordAlerts writes down what people must hear of a batch. What comes again, in another
// epoch too, is about the same thing and is told once.
func (e *effects) recordAlerts(h *held, b *office.Batch) {
	add := func(kind alerts.Kind, about string, c alerts.Cause) {
		c.Till, c.Kind, c.About, c.At = h.till, kind, about, e.now
		e.causes = append(e.causes, c)
	}
	for i := range b.Receipts { // before the audit, which has no amount
		if r := &b.Receipts[i]; r.Late {
			add(alerts.Late, string(r.SaleID), alerts.Cause{Number: r.SaleID.Number(), Minor: r.Minor, Currency: r.Currency})
		}
	}
	for i := range b.Audit {
		if r := &b.Audit[i]; r.Action == journal.AuditSettledLate {
			add(alerts.Late, string(r.SaleID), alerts.Cause{Number: r.SaleID.Number()})
		}
	}
	for i := range b.Owed {
		r := &b.Owed[i]
		if r.Kind != journal.DebtOpened || r.Cause == journal.DebtReversed { // what was reversed is returned in the commit that opens it
			continue
		}
		about := string(r.SaleID) + "/" + string(r.With)
		kind := alerts.PaidTwice
		if r.Cause == journal.DebtMaybeTwice {
			kind = alerts.MaybeTwice
		}
		if r.Cause.Apart() { // beside another debt of the same sale; of both a till has one each
			about += "/" + string(r.Cause)
		}
		add(kind, about, alerts.Cause{Number: r.SaleID.Number(), Minor: r.Owed, Currency: r.Currency})
	}
	for i := range b.Zs {
		if z := &b.Zs[i]; z.WasCounted && z.Difference < 0 {
			add(alerts.Short, fmt.Sprintf("%d/%d", z.Seq, z.At.Unix()), alerts.Cause{Number: int(min(z.Seq, 1<<31)), Minor: -z.Difference, Currency: z.Currency})
		}
	}
	if !b.BackupFailing.IsZero() {
		add(alerts.Backup, fmt.Sprint(b.BackupFailing.Unix()), alerts.Cause{})
	}
}
