package othergateway_test

import (
	"context"
	"strings"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
)

// quiet is the end of the day: customers who still have a QR may pay, and then
// nobody does anything while the bank settles what it still has.
func (d *day) quiet() {
	d.network.now.Store(calm)
	d.write("network: calm")
	for _, s := range d.newest() {
		if s.Session.QRPayload != "" && d.r.IntN(2) == 0 {
			d.rest(between(d.r, 0, 5*time.Minute))
			if err := d.gate.ScanAndConfirm(s.Session.QRPayload); err == nil {
				d.write("customer: comes back and confirms %s", s.ID)
				d.count("came back")
			}
		}
	}
	if last, any := d.gate.NextDecision(); any {
		time.Sleep(time.Until(last) + time.Second)
	}
	switch d.r.IntN(6) {
	case 0:
		d.restart("at the end of the day")
	case 1:
		d.till.WatchNow()
		d.write("people: the network is back")
	}
	began := time.Now()
	time.Sleep(2*time.Hour + time.Minute)
	d.live2h(began)
	d.till.Wait()
	if r := d.till.Recovery(); r != nil {
		if err := d.till.ConfirmRecovery(context.Background(), "Huda"); err != nil {
			d.problem("FROZEN: after two hours of calm a manager cannot go on: %v; waiting for %d", err, len(r.Waiting))
		}
	}
}

// sane reports whether a till that has been through all this still sells.
func (d *day) sane() {
	v, err := d.till.Charge(context.Background(), journal.Draft{Amount: money.Amount{Minor: 1500, Currency: "LYD"}, Route: core.RouteQR})
	if err != nil {
		d.problem("FROZEN: the till does not charge: %v", err)
		return
	}
	time.Sleep(5 * time.Second)
	now, _ := d.till.Sale(v.ID)
	if err := d.gate.ScanAndConfirm(now.Session.QRPayload); err != nil {
		d.problem("FROZEN: a new sale is %s, %s: %v", now.Status(), strings.TrimSpace(string(now.Step)), err)
		return
	}
	last, any := d.gate.NextDecision()
	if any {
		time.Sleep(time.Until(last))
	}
	time.Sleep(2*time.Hour + time.Minute)
	if end, ok := d.till.Sale(v.ID); !ok || end.Status() != journal.StatusPaid {
		d.problem("FROZEN: a new sale was paid and is %s", end.Status())
	}
}
