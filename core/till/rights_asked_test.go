package till_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/till"
)

// plainDraft is a draft without anything special.
func plainDraft() journal.Draft { return journal.Draft{Amount: amount, Route: core.RouteQR} }

// waiting is a sale that may be paid any moment.
func (d *desk) waiting() journal.View {
	v := d.charge()
	d.gate.set(v.OrderID, "PROCESSING", "")
	time.Sleep(4 * time.Second)
	synctest.Wait()
	return d.sale(v.ID)
}

// managed does something as Huda, who gives the till back to Samira.
func (d *desk) managed(do func()) {
	d.t.Helper()
	d.must(d.Staff.SignIn(d.t.Context(), d.Staff.Users()[0].ID, pin("12345")))
	do()
	d.must(d.Staff.SignIn(d.t.Context(), d.Staff.Users()[1].ID, pin("2580")))
}

// opened is a till with shifts, cash, and an open shift.
func (d *desk) opened() {
	d.t.Helper()
	d.managed(func() { d.shifts(20_000) })
}

// betweenParts are what the parts of a till ask each other: no screen calls them.
var betweenParts = map[string]bool{
	"Init": true, "Load": true, "Run": true, "Committed": true, "Forget": true, "Lock": true, "Unlock": true,
	"Authorize": true, "ClaimNamed": true, "ClaimAnyone": true, "Signed": true, "Whose": true, "Cashier": true, "SumsSeen": true,
	"MayTake": true, "SwitchShifts": true, "InUse": true,
	"NotEntered": true, "OwedEnd": true, "Takings": true, "FollowSale": true, "TellAll": true, "TellOther": true, "ReturnedPage": true, "ReturnedTotals": true,
	"Wanted": true, "Queue": true, "Found": true,
}

// TestEveryActAsksForItsRight walks what the till can do: each asks for a right, or
// is known to need none. Each that asks is done by a cashier with every right but
// that one, by a grant, and with that right alone.
func TestEveryActAsksForItsRight(t *testing.T) {
	acts := till.Acts()
	seen := map[string]bool{}
	for name := range acts {
		method, _, _ := strings.Cut(name, ":")
		seen[method] = true
		if actCalls[name] == nil {
			t.Errorf("%s asks for a right and nobody looks whether it does", name)
		}
	}
	for name := range actCalls {
		if acts[name] == "" {
			t.Errorf("%s: no such act", name)
		}
	}
	is := map[string]bool{}
	for _, part := range []reflect.Type{reflect.TypeFor[*till.Till](), reflect.TypeFor[*till.Staff](), reflect.TypeFor[*till.Shifts](),
		reflect.TypeFor[*till.Refunds](), reflect.TypeFor[*till.Slips](), reflect.TypeFor[*till.Entering]()} {
		for m := range part.Methods() {
			is[m.Name] = true
			if _, none := asksForNone[m.Name]; none == seen[m.Name] && !betweenParts[m.Name] {
				t.Errorf("%s: asks for a right %v, for none %v", m.Name, seen[m.Name], none)
			}
		}
	}
	for name := range asksForNone {
		if !is[name] {
			t.Errorf("%s is no method any more", name)
		}
	}
	for name := range betweenParts {
		if !is[name] {
			t.Errorf("%s is no method any more", name)
		}
	}
	for name, right := range acts {
		t.Run(name, func(t *testing.T) { asks(t, right, actCalls[name]) })
	}
}

func asks(t *testing.T, right journal.Right, prepare func(d *desk) (*desk, func(by string) error)) {
	but := slices.DeleteFunc(journal.Rights(), func(r journal.Right) bool { return r == right })
	for _, named := range []string{"Samira", "Huda"} {
		onDesk(t, but, prepare, func(d *desk, call func(string) error) {
			before := d.store.Commits()
			err := call(named)
			if code := journal.CodeOf(err); code != journal.CodeManager && code != journal.CodeRight {
				t.Errorf("without the right, in %s's name: %v", named, err)
			}
			synctest.Wait()
			if n := d.store.Commits() - before; n != 0 {
				t.Errorf("without the right, in %s's name: %d commits", named, n)
			}
			_, err = d.Staff.Delegate(t.Context(), d.Staff.Users()[0].ID, pin("12345"), right)
			d.must(err)
			d.must(call(named))
			if !d.lentRow() {
				t.Errorf("in %s's name: no row says that it was on Huda's right", named)
			}
			before = d.store.Commits()
			if err := call(named); journal.CodeOf(err) == "" || d.Staff.May(right) || d.store.Commits() != before {
				t.Errorf("a second time on one loan, in %s's name: %v, still lent %v, %d commits", named, err, d.Staff.May(right), d.store.Commits()-before)
			}
		})
	}
	onDesk(t, journal.RightSet{right}, prepare, func(d *desk, call func(string) error) {
		d.must(call("Samira"))
		if d.lentRow() {
			t.Error("a row says that the right was lent")
		}
	})
}

// lentRow reports whether something was done by Samira on Huda's right.
func (d *desk) lentRow() bool {
	d.t.Helper()
	rows, err := d.store.Audit(d.t.Context(), 0, 100)
	d.must(err)
	return slices.ContainsFunc(rows, func(r journal.AuditRow) bool {
		return r.DelegatedBy != "" && r.DelegatedBy == "Huda" && r.By == "Samira"
	})
}

// onDesk is a till at which Samira sits, a cashier with a set of rights.
func onDesk(t *testing.T, set journal.RightSet, prepare func(*desk) (*desk, func(string) error), do func(d *desk, call func(string) error)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		d := open(t, storetest.NewMemory(), newGateway())
		d.hire()
		d.managed(func() {
			_, err := d.Staff.AddUser(t.Context(), "Yusuf", journal.RoleCashier, pin("1111"))
			d.must(err)
			d.must(d.Staff.SetRights(t.Context(), journal.RoleCashier, set, ""))
		})
		d, call := prepare(d)
		defer d.Close()
		synctest.Wait()
		do(d, call)
	})
}
