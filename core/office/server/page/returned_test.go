//go:build linux && !race

package page

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/money"
	"sanduq/core/report"
)

// zonedTill is a till's disk, and a clock where the till is.
type zonedTill struct {
	*testing.T
	*storetest.Memory
	zone *time.Location
}

func (s *zonedTill) commit(c journal.Change) {
	s.Helper()
	if err := s.Commit(s.Context(), c); err != nil {
		s.Fatal(err)
	}
}

// sells takes an amount in cash at a moment, or by a payment.
func (s *zonedTill) sells(at time.Time, minor int64, cash bool) journal.SaleID {
	s.Helper()
	day := journal.DayOf(at.In(s.zone))
	h, err := s.Head(s.Context(), day)
	if err != nil {
		s.Fatal(err)
	}
	id := journal.NewSaleID(day, h.Number+1)
	x := journal.Sale{ID: id, Version: 1, OrderID: "T-" + string(id), Amount: money.Amount{Minor: minor, Currency: "LYD"}, Environment: core.Live, Route: core.RouteQR,
		Step: journal.StepSession, CreatedAt: at, UpdatedAt: at, SettledAt: at, AcknowledgedAt: at}
	c := journal.Change{Sale: &x, Audit: []journal.AuditRow{{Seq: h.Audit + 1, At: at, Action: journal.AuditSettled, SaleID: id}}}
	if cash {
		x.Route, x.Step, x.CashSeq = journal.RouteCash, journal.StepCash, h.Cash+1
		c.Cash = &journal.CashReceipt{Seq: x.CashSeq, SaleID: id, Amount: x.Amount, Given: minor, Environment: core.Live, TakenAt: at}
	} else {
		x.ReceiptSeq = h.Receipt + 1
		x.Session = core.PaymentSession{PaymentID: "P" + x.OrderID, OrderID: x.OrderID, Amount: x.Amount, State: core.StateSuccess, TransactionID: x.OrderID}
		c.Receipt = &journal.Receipt{Seq: x.ReceiptSeq, SaleID: id, OrderID: x.OrderID, PaymentID: x.Session.PaymentID, TransactionID: x.OrderID, Amount: x.Amount,
			Route: x.Route, SettledAt: at, Environment: core.Live}
	}
	s.commit(c)
	return id
}

// owes opens an entry of what is owed back.
func (s *zonedTill) owes(id journal.SaleID, cause journal.DebtCause, at time.Time) uint64 {
	s.Helper()
	x, err := s.Sale(s.Context(), id)
	if err != nil {
		s.Fatal(err)
	}
	h, err := s.Head(s.Context(), "")
	if err != nil {
		s.Fatal(err)
	}
	s.commit(journal.Change{Debts: []journal.DebtRow{{Seq: h.DebtRow + 1, Debt: h.Debt + 1, Kind: journal.DebtOpened, At: at, Cause: cause, Sale: id, With: id, Amount: x.Amount}}})
	return h.Debt + 1
}

// returns gives a part of an entry back; booked is zero, or the moment at which that counts.
func (s *zonedTill) returns(debt uint64, at, booked time.Time, minor int64) {
	s.Helper()
	all, err := s.Debts(s.Context(), journal.DebtQuery{Before: debt + 1, Limit: 1})
	if err != nil || len(all) != 1 {
		s.Fatal(all, err)
	}
	h, err := s.Head(s.Context(), "")
	if err != nil {
		s.Fatal(err)
	}
	s.commit(journal.Change{Debts: []journal.DebtRow{{Seq: h.DebtRow + 1, Debt: debt, Kind: journal.DebtReturned, At: at, BookedAt: booked, Minor: minor, Open: all[0].Open(),
		Reference: fmt.Sprint("R", h.DebtRow)}}})
}

// took is what the till's own report says that it took on a day, less what it gave back.
func (s *zonedTill) took(day journal.Day) int64 {
	s.Helper()
	built, err := report.Build(s.Context(), report.Kept(s.Memory, s.zone), report.Query{Filter: report.Filter{Period: report.OneDay(day)}})
	if err != nil {
		s.Fatal(err)
	}
	if len(built.Reports) == 0 {
		return 0
	}
	r, err := built.Reports[0].WithCash()
	if err != nil || r.Currency != "LYD" {
		s.Fatal(r.Currency, err)
	}
	return r.Taken.Now.Minor - r.Returned.Minor
}

// lives fills three days around a day on which clocks may be changed: a sale in cash of every
// other hour, and something given back in each quarter, of all causes and by a clock that was
// set back too.
func (s *zonedTill) lives(day journal.Day) {
	noon := day.Time(time.UTC).Add(12 * time.Hour)
	first := noon.Add(-60 * time.Hour)
	late := s.owes(s.sells(first, 500_000, false), journal.DebtLate, first)
	twice := s.owes(s.sells(first, 600_000, false), journal.DebtBothLegs, first)
	n := int64(0)
	for at := noon.Add(-40 * time.Hour); at.Before(noon.Add(40 * time.Hour)); at = at.Add(15 * time.Minute) {
		n++
		switch n % 8 {
		case 0:
			s.sells(at, 1_000+n, true)
		case 3:
			s.returns(twice, at, time.Time{}, 7)
		case 5:
			id := s.sells(at, 2_000+n, true)
			s.returns(s.owes(id, journal.DebtReversed, at), at, time.Time{}, 2_000+n)
		case 6:
			s.returns(late, at.AddDate(0, -1, 0), at, n)
		default:
			s.returns(late, at, time.Time{}, n)
		}
	}
}

// TestTheOfficesTakenIsTheTills, on each of three days of which the middle one has 23 or 25 hours,
// and a week later. A shop that has its tills' time zone has its own days; one that has none
// stands on the page's day with what its tills call that day.
func TestTheOfficesTakenIsTheTills(t *testing.T) {
	t.Parallel()
	for _, c := range changes[1:5] { // Paris, Cairo, Beirut
		p := newPlace(t)
		zone := zoned(t, c.zone)
		p.later(c.day.Time(time.UTC).Add(60 * time.Hour).Sub(p.clock()))
		own, other := &zonedTill{t, storetest.NewMemory(), zone}, &zonedTill{t, storetest.NewMemory(), zone}
		for name, s := range map[string]*zonedTill{"Own zone": own, "No zone": other} {
			s.lives(c.day)
			number, client := p.enrolled(name, "1", p.tills.URL)
			p.sendFrom(number, client, s, func() time.Time { return p.clock().In(zone) })
		}
		if _, err := p.cfg.DB.Exec(t.Context(), "UPDATE shops SET zone = $1 WHERE name = 'Own zone'", c.zone); err != nil {
			t.Fatal(err)
		}
		compare := func(untold bool) {
			t.Helper()
			for later := -1; later <= 1; later++ {
				at := begin(c.day.Time(zone), later+1).Add(-30 * time.Second)
				today, _, day := p.taken("Own zone", at)
				if want := own.took(day); today != want || day != journal.DayOf(at.In(zone)) || want == 0 {
					t.Errorf("%s, untold %t: at %v the page says that %d was taken on %s, the till %d", c.zone, untold, at.In(zone), today, day, want)
				}
				if _, before, _ := p.taken("Own zone", begin(at.In(zone), 7).Add(5*time.Hour)); before != own.took(day) {
					t.Errorf("%s, untold %t: a week after %s the page says %d, the till %d", c.zone, untold, day, before, own.took(day))
				}
				utc := begin(c.day.Time(time.UTC), later+1).Add(-30 * time.Second)
				today, _, day = p.taken("No zone", utc)
				_, before, _ := p.taken("No zone", begin(utc, 7).Add(5*time.Hour))
				if want := other.took(day); (today != want || before != want) != untold || want == 0 {
					t.Errorf("%s, untold %t: the page says that %d was taken on %s, a week later %d, the till %d", c.zone, untold, today, day, before, want)
				}
			}
		}
		compare(false)
		if _, err := p.cfg.DB.Exec(t.Context(), "UPDATE owed SET booked = NULL"); err != nil { // as tills of older programs
			t.Fatal(err)
		}
		compare(true)
		r, err := p.Verify(t.Context())
		if err != nil || slices.ContainsFunc(r.Faults, func(f string) bool { return strings.Contains(f, "owed") || strings.Contains(f, "debt") }) {
			t.Errorf("verify: %v, %v", r.Faults, err)
		}
		for what, sql := range map[string]string{"is booked on": "UPDATE owed SET booked = (at AT TIME ZONE 'UTC')::date + 2 WHERE seq = 3", "by its lines": "UPDATE debts SET cause = 'bothLegs' WHERE debt = 1"} {
			if _, err := p.cfg.DB.Exec(t.Context(), sql); err != nil {
				t.Fatal(err)
			}
			if r, err := p.Verify(t.Context()); err != nil || !slices.ContainsFunc(r.Faults, func(f string) bool { return strings.Contains(f, what) }) {
				t.Errorf("verify does not say %q after %s: %v, %v", what, sql, r.Faults, err)
			}
		}
	}
}

// TestThePagesDayIsItsOwn, also where clocks skip the midnight with which it begins.
func TestThePagesDayIsItsOwn(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	for _, c := range []struct{ zone, at, began string }{
		{"America/Santiago", "2026-09-06T12:00:00", "2026-09-06T01:00:00"}, {"Africa/Cairo", "2026-04-24T08:00:00", "2026-04-24T01:00:00"},
		{"Asia/Beirut", "2026-10-24T23:59:00", "2026-10-24T00:00:00"}, {"Asia/Beirut", "2026-03-30T00:30:00", "2026-03-30T00:00:00"},
	} {
		zone := zoned(t, c.zone)
		moment := func(text string) time.Time {
			at, err := time.ParseInLocation("2006-01-02T15:04:05", text, zone)
			if err != nil {
				t.Fatal(err)
			}
			return at
		}
		p.cfg.Zone = zone
		p.later(moment(c.at).Sub(p.clock()))
		o, err := p.look(t.Context(), Person{All: true})
		if err != nil {
			t.Fatal(err)
		}
		if got := journal.DayOf(o.Day); got != journal.Day(strings.ReplaceAll(c.at[:10], "-", "")) || !begin(o.Now, 0).Equal(moment(c.began)) {
			t.Errorf("%s, %s: the page's day is %s and began at %v", c.zone, c.at, got, begin(o.Now, 0))
		}
	}
}

// TestOnlyWhatWasTakenIsTakenBack: the page leaves the same causes out as a till does.
func TestOnlyWhatWasTakenIsTakenBack(t *testing.T) {
	for _, cause := range []journal.DebtCause{journal.DebtPaidTwice, journal.DebtBothLegs, journal.DebtAfterCash, journal.DebtLate, journal.DebtReversed, journal.DebtMaybeTwice} {
		if left := strings.Contains(takenBack, "'"+string(cause)+"'"); left != cause.Apart() {
			t.Errorf("%s: left out %t, apart %t", cause, left, cause.Apart())
		}
	}
}
