package till_test

import (
	"fmt"
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

// asksForNone are the methods that need no right, and why.
var asksForNone = map[string]string{
	"Acknowledge": "it takes note of an end and changes nothing of it", "ReadLateAlert": "the same", "SetAside": "the payment is still watched",
	"OpenToCount": "the count that follows asks", "AcceptDay": "the shift that is then taken, or closed, asks", "TakeCash": "a sale like others", "DueInCash": "it reckons",
	"NoteDebt":  "it takes note and closes nothing",
	"ToManager": "it hands on", "TakeOver": "it is by who signed in",
	"Attempts": "single sales are everybody's", "InFlight": "the same", "Receipt": "the same", "Sale": "the same", "Sales": "the same",
	"Check": "it asks the gateway and moves nothing", "WatchNow": "the same",
	"Institutions": "a step of a sale", "OfferQR": "the same", "PickRoute": "the same", "SendCodeAgain": "the same", "Validate": "the same",
	"SubmitOTP": "the same; where people sign in a repetition is RepeatOTP's",
	"Copy":      "a copy is numbered, and by who is at the till", "Print": "the same", "PrintCopy": "the same", "PrintUnknown": "it is no receipt, and by who is at the till",
	"Totals":  "nobody comes with it, and what the till writes by itself reads it too: screens ask May(RightSums)",
	"Figures": "the same", "Zs": "the same", "Movements": "the same", "Counts": "the same", "Audit": "the same", "Debts": "the same", "DebtRows": "the same", "OutsideShift": "the same",
	"Returned": "the same", "ReturnedDebts": "the same", "GivenBack": "the same", "OwedByBothLegs": "the same",
	"Day":        "who has no right to sums gets none, see TestDayWithoutSums",
	"Reversal":   "it reads one sale, and changes nothing",
	"PutBackAt":  "the same",
	"Reconciled": "of sums alone", "BankStatements": "the same",
	"CashReceipt": "single sales are everybody's",
	"Import":      "for practice alone",
	"SignIn":      "a PIN comes with it", "Delegate": "the same", "SignOut": "everybody may go",
	"May": "it is the question", "RightsOf": "the same", "RightsChosen": "the same", "Present": "the same", "Users": "the lock screen shows them",
	"Close": "of the program", "Fresh": "the same", "Subscribe": "the same", "StoreFault": "the same", "Link": "the same", "Quiet": "the same",
	"Recovery": "everybody may know why nothing is charged", "NoShift": "the same", "NextID": "of the clock", "Now": "the same", "Today": "the same", "Settings": "of every slip",
}

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

// actCalls prepare what an act needs and return how it is called in a name.
var actCalls = map[string]func(d *desk) (*desk, func(by string) error){
	"AddUser": func(d *desk) (*desk, func(string) error) {
		n := 0
		return d, func(string) error {
			n++
			_, err := d.Staff.AddUser(d.t.Context(), fmt.Sprint("Mariam ", n), journal.RoleCashier, pin("1111"))
			return err
		}
	},
	"ChangeUser": func(d *desk) (*desk, func(string) error) {
		yusuf := d.Staff.Users()[2].ID
		return d, func(string) error {
			return d.Staff.ChangeUser(d.t.Context(), yusuf, "Yusuf K.", journal.RoleCashier, core.Secret{})
		}
	},
	"SetUserPreferences": func(d *desk) (*desk, func(string) error) {
		yusuf, n := d.Staff.Users()[2].ID, 100
		return d, func(string) error {
			n++ // what is wished already is no change
			return d.Staff.SetUserPreferences(d.t.Context(), yusuf, journal.UserPreferences{TextPercent: n})
		}
	},
	"SetPIN": func(d *desk) (*desk, func(string) error) {
		yusuf := d.Staff.Users()[2].ID
		return d, func(string) error { return d.Staff.SetPIN(d.t.Context(), yusuf, pin("9999")) }
	},
	"RemoveUser": func(d *desk) (*desk, func(string) error) {
		yusuf := d.Staff.Users()[2].ID
		return d, func(string) error { return d.Staff.RemoveUser(d.t.Context(), yusuf) }
	},
	"SetRights": func(d *desk) (*desk, func(string) error) {
		return d, func(by string) error {
			return d.Staff.SetRights(d.t.Context(), journal.RoleSupervisor, append(d.Staff.RightsOf(journal.RoleSupervisor), journal.RightUsers), by)
		}
	},
	"SaveSettings": func(d *desk) (*desk, func(string) error) {
		return d, func(by string) error { return d.Staff.SaveSettings(d.t.Context(), defaults, by) }
	},
	"RecoveryCodeMade": func(d *desk) (*desk, func(string) error) {
		return d, func(by string) error { return d.Staff.RecoveryCodeMade(d.t.Context(), by) }
	},
	"GatewayChanging": func(d *desk) (*desk, func(string) error) {
		return d, func(by string) error { return d.Staff.GatewayChanging(d.t.Context(), by, "pay.example") }
	},
	"BackupsChanging": func(d *desk) (*desk, func(string) error) {
		return d, func(by string) error { return d.Staff.BackupsChanging(d.t.Context(), by, "a stick") }
	},
	"OfficeChanging": func(d *desk) (*desk, func(string) error) {
		return d, func(by string) error { return d.Staff.OfficeChanging(d.t.Context(), by, "office.example") }
	},
	"ConfirmRecovery": func(d *desk) (*desk, func(string) error) {
		d.Close()
		e := open(d.t, putBack(d.t, d.store, d.store.Commits(), journal.FreezeRestored, time.Now()), d.gate)
		d.must(e.Staff.SignIn(d.t.Context(), d.Staff.Users()[1].ID, pin("2580")))
		return e, func(by string) error { return e.ConfirmRecovery(e.t.Context(), by) }
	},
	"ReadLate": func(d *desk) (*desk, func(string) error) {
		v := d.waiting()
		d.must(d.SetAside(d.t.Context(), v.ID, "customerLeft"))
		d.gate.set(v.OrderID, "SUCCESS", "tx-late")
		d.must(d.Check(d.t.Context(), v.ID))
		synctest.Wait()
		return d, func(by string) error { return d.ReadLate(d.t.Context(), v.ID, by) }
	},
	"ResolveOutside": func(d *desk) (*desk, func(string) error) {
		v := d.waiting()
		d.must(d.ToManager(d.t.Context(), v.ID, "noAnswer"))
		return d, func(by string) error { return d.ResolveOutside(d.t.Context(), v.ID, "cash", by) }
	},
	"RepeatOTP": func(d *desk) (*desk, func(string) error) {
		v := d.code(core.RouteAccount)
		d.gate.hooks(func(op core.Operation, _ string) error {
			if op == core.OpSubmitOTP {
				return fmt.Errorf("connection reset: %w", core.ErrOutcomeUnknown)
			}
			return nil
		})
		d.do(d.SubmitOTP(d.t.Context(), v.ID, core.NewSecret(goodCode), false))
		d.pass(6 * time.Minute)
		return d, func(by string) error {
			err := d.RepeatOTP(d.t.Context(), v.ID, core.NewSecret(goodCode), by)
			synctest.Wait()
			return err
		}
	},
	"Charge: beside a payment that may still be paid": func(d *desk) (*desk, func(string) error) {
		v := d.waiting()
		return d, func(by string) error {
			draft := plainDraft()
			draft.Replaces, draft.Manager, draft.Reason = v.ID, by, "x"
			_, err := d.Charge(d.t.Context(), draft)
			synctest.Wait()
			return err
		}
	},
	"Charge: an amount that somebody allows": func(d *desk) (*desk, func(string) error) {
		return d, func(by string) error {
			draft := plainDraft()
			draft.AllowedBy = by
			_, err := d.Charge(d.t.Context(), draft)
			synctest.Wait()
			return err
		}
	},
	"LookAtSums": func(d *desk) (*desk, func(string) error) {
		return d, func(string) error { return d.Staff.LookAtSums(d.t.Context()) }
	},
	"X": func(d *desk) (*desk, func(string) error) {
		d.opened()
		return d, func(by string) error { _, err := d.Shifts.X(d.t.Context(), by); return err }
	},
	"CountDrawer": func(d *desk) (*desk, func(string) error) {
		d.opened()
		return d, func(by string) error {
			_, err := d.Shifts.CountDrawer(d.t.Context(), by, journal.DrawerCount{Currency: "LYD", Minor: 20_000})
			return err
		}
	},
	"HandOver": func(d *desk) (*desk, func(string) error) {
		d.opened()
		return d, func(by string) error { return d.Shifts.HandOver(d.t.Context(), by, "Yusuf") }
	},
	"CloseShift": func(d *desk) (*desk, func(string) error) {
		d.opened()
		d.managed(func() {
			_, err := d.Shifts.CountDrawer(d.t.Context(), "Huda", journal.DrawerCount{Currency: "LYD", Minor: 20_000})
			d.must(err)
		})
		return d, func(by string) error {
			_, err := d.Shifts.CloseShift(d.t.Context(), d.shift().Number, by, "")
			return err
		}
	},
	"OpenShift": func(d *desk) (*desk, func(string) error) {
		d.managed(func() {
			set := d.Staff.Settings()
			set.Shifts, set.Cash = true, true
			d.must(d.Staff.SaveSettings(d.t.Context(), set, "Huda"))
		})
		return d, func(by string) error { return d.Shifts.OpenShift(d.t.Context(), by, 20_000, "") }
	},
	"CorrectFloat": func(d *desk) (*desk, func(string) error) {
		d.opened()
		float := int64(30_000)
		return d, func(by string) error {
			float++ // each corrects the one before
			return d.Shifts.CorrectFloat(d.t.Context(), by, float, "typed wrong")
		}
	},
	"SetBookingBack": func(d *desk) (*desk, func(string) error) {
		d.opened()
		d.Close()
		ahead := d.shift().Shift // as a clock that was ten years ahead leaves it
		ahead.Version++
		ahead.BookFrom = journal.DayOf(time.Now().Add(10 * year))
		d.must(d.store.Commit(d.t.Context(), journal.Change{Shift: &ahead}))
		d = open(d.t, d.store, d.gate)
		d.must(d.Staff.SignIn(d.t.Context(), d.Staff.Users()[1].ID, pin("2580")))
		return d, func(by string) error { return d.Shifts.SetBookingBack(d.t.Context(), by, "the clock was wrong") }
	},
	"MoveCash: in": func(d *desk) (*desk, func(string) error) {
		d.opened()
		return d, func(by string) error {
			return d.Shifts.MoveCash(d.t.Context(), by, journal.MovementIn, 1000, "change", "")
		}
	},
	"MoveCash: out": func(d *desk) (*desk, func(string) error) {
		d.opened()
		return d, func(by string) error {
			return d.Shifts.MoveCash(d.t.Context(), by, journal.MovementOut, 1000, "bread", "")
		}
	},
	"MoveCashBeyond": func(d *desk) (*desk, func(string) error) {
		d.opened()
		return d, func(by string) error { return d.Shifts.MoveCashBeyond(d.t.Context(), by, 99_000, "to the bank", "") }
	},
	"OweLate": func(d *desk) (*desk, func(string) error) {
		var paid []journal.SaleID
		for range 4 {
			paid = append(paid, d.pays().ID)
		}
		return d, func(by string) error {
			err := d.Refunds.OweLate(d.t.Context(), paid[0], by, "left without the goods")
			if err == nil {
				paid = paid[1:]
			}
			return err
		}
	},
	"ReverseCash": func(d *desk) (*desk, func(string) error) {
		d.opened()
		var taken []journal.SaleID
		for range 4 {
			v, err := d.TakeCash(d.t.Context(), journal.Draft{Amount: lyd(1_000)}, 1_000)
			d.must(err)
			taken = append(taken, v.ID)
		}
		return d, func(by string) error {
			err := d.Refunds.ReverseCash(d.t.Context(), taken[0], by, 0, "typed wrong")
			if err == nil {
				taken = taken[1:]
			}
			return err
		}
	},
	"ReturnDebtToo": func(d *desk) (*desk, func(string) error) {
		d.twice()
		open := amount.Minor
		return d, func(by string) error {
			err := d.Refunds.ReturnDebtToo(d.t.Context(), 1, by, 500, open, fmt.Sprint("BANK-", open))
			if err == nil {
				open -= 500
			}
			return err
		}
	},
	"ReturnDebt": func(d *desk) (*desk, func(string) error) {
		d.twice()
		open := amount.Minor
		return d, func(by string) error {
			err := d.Refunds.ReturnDebt(d.t.Context(), 1, by, 500, open, fmt.Sprint("BANK-", open))
			if err == nil {
				open -= 500
			}
			return err
		}
	},
	"OweByStatement": func(d *desk) (*desk, func(string) error) {
		v := d.pays()
		n := 0
		return d, func(by string) error {
			err := d.Refunds.OweByStatement(d.t.Context(), v.ID, by, amount, fmt.Sprint("BANK-", n))
			if err == nil { // it is entered once: the next asks for another sale
				n++
				v = d.pays()
			}
			return err
		}
	},
	"KeepStatement": func(d *desk) (*desk, func(string) error) {
		return d, func(by string) error {
			_, err := d.Statements.KeepStatement(d.t.Context(), journal.BankStatement{ID: "s", From: "20261120", To: "20261120"}, nil, by, true)
			return err
		}
	},
	"KeepDebt": func(d *desk) (*desk, func(string) error) {
		d.twice()
		return d, func(by string) error {
			return d.Refunds.KeepDebt(d.t.Context(), 1, by, 500, amount.Minor, "they agreed")
		}
	},
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
	"NotEntered": true, "OwedEnd": true, "FollowSale": true, "TellAll": true, "TellOther": true, "ReturnedPage": true, "ReturnedTotals": true,
	"Wanted": true, "Queue": true, "Found": true,
}

// TestEveryActAsksForItsRight walks what the till can do: each asks for a right, or
// is known to need none. Each that asks is done by a cashier with every right but
// that one, on loan, and with that right alone.
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
		reflect.TypeFor[*till.Refunds](), reflect.TypeFor[*till.Slips]()} {
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
