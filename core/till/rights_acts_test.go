package till_test

import (
	"fmt"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// asksForNone are the methods that need no right, and why.
var asksForNone = map[string]string{
	"Acknowledge": "it takes note of an end and changes nothing of it", "ReadLateAlert": "the same", "SetAside": "the payment is still watched",
	"OpenToCount": "the count that follows asks", "AcceptDay": "the shift that is then taken, or closed, asks", "TakeCash": "a sale like others", "DueInCash": "it reckons",
	"NoteDebt":  "it takes note and closes nothing",
	"Reversed":  "it prints what was done with a right",
	"ToManager": "it hands on", "TakeOver": "it is by who signed in",
	"Attempts": "single sales are everybody's", "InFlight": "the same", "Receipt": "the same", "Sale": "the same", "Sales": "the same",
	"Check": "it asks the gateway and moves nothing", "WatchNow": "the same",
	"Institutions": "a step of a sale", "OfferQR": "the same", "PickRoute": "the same", "SendCodeAgain": "the same", "Validate": "the same",
	"SubmitOTP": "the same; where people sign in a repetition is RepeatOTP's",
	"Copy":      "a copy is numbered, and by who is at the till", "Print": "the same", "PrintUnknown": "it is no receipt, and by who is at the till",
	"Totals":  "nobody comes with it, and what the till writes by itself reads it too: screens ask May(RightSums)",
	"Figures": "the same", "Zs": "the same", "Movements": "the same", "Counts": "the same", "Audit": "the same", "Debts": "the same", "DebtRows": "the same", "OutsideShift": "the same", "LeftOut": "the same", "LeftOutRuns": "the same",
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
	"Enter": func(d *desk) (*desk, func(string) error) {
		e := d.putBackAndConfirmed()
		n := uint64(1)
		return e, func(by string) error {
			n++
			return e.Entering.Enter(e.t.Context(), by, e.onPaper(n))
		}
	},
	"Withdraw": func(d *desk) (*desk, func(string) error) {
		e := d.putBackAndConfirmed()
		e.managed(func() { e.must(e.Entering.Enter(e.t.Context(), "Huda", e.onPaper(2))) })
		return e, func(by string) error { return e.Entering.Withdraw(e.t.Context(), by, e.onPaper(2), "typed wrongly") }
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

// putBackAndConfirmed is a till whose journal was put back, as a manager has confirmed.
func (d *desk) putBackAndConfirmed() *desk {
	d.Close()
	e := open(d.t, putBack(d.t, d.store, d.store.Commits(), journal.FreezeRestored, time.Now()), d.gate)
	e.managed(func() { e.must(e.ConfirmRecovery(e.t.Context(), "Huda")) })
	return e
}
