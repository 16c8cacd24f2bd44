package days

import (
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// TestADayOfRightsByHand: what somebody may not do leaves no figure behind, and what
// they do on a right that was granted is counted once.
func TestADayOfRightsByHand(t *testing.T) {
	byHand(t, func(d *desk) {
		ctx, pin := d.ctx, core.NewSecret
		huda, err := d.till.Staff.AddUser(ctx, "Huda", journal.RoleManager, pin("12345"))
		d.do(err)
		samira, err := d.till.Staff.AddUser(ctx, "Samira", journal.RoleCashier, pin("2580"))
		d.do(err)
		signs := func(u journal.User, digits string) {
			d.till.Staff.SignOut(ctx)
			d.do(d.till.Staff.SignIn(ctx, u.ID, pin(digits)))
		}
		signs(samira, "2580")
		d.do(d.till.Shifts.OpenShift(ctx, "Samira", 50_000, "the safe"))
		d.cash(of(12_600, "LYD"), 20_000) // by coins of 0.250: 12.600 - 0.100 = 50 x 0.250 = 12.500 is due
		d.paid(d.charges(of(30_000, "LYD")))
		d.do(d.till.Shifts.MoveCash(ctx, "Samira", journal.MovementIn, 5_000, "change", ""))
		d.refused("cash out", d.till.Shifts.MoveCash(ctx, "Samira", journal.MovementOut, 8_000, "milk", ""), journal.CodeManager)
		_, err = d.till.Shifts.X(ctx, "Samira")
		d.refused("an X", err, journal.CodeManager)
		_, err = d.till.Staff.Delegate(ctx, huda.ID, pin("12345"), journal.RightCashOut)
		d.do(err)
		d.do(d.till.Shifts.MoveCash(ctx, "Samira", journal.MovementOut, 8_000, "milk", ""))
		d.refused("cash out once more", d.till.Shifts.MoveCash(ctx, "Samira", journal.MovementOut, 1_000, "tea", ""), journal.CodeManager)
		v := d.charges(of(7_000, "LYD"))
		d.do(d.till.SetAside(ctx, v.ID, journal.AsidePaidCash))
		d.paid(v) // after the word that it was paid in cash: owed back
		d.refused("returning", d.till.Refunds.ReturnDebt(ctx, 1, "Samira", 2_000, 7_000, "FT-1"), journal.CodeManager)
		_, err = d.till.Shifts.CountDrawer(ctx, "Samira", journal.DrawerCount{Currency: "LYD", Minor: 59_000})
		d.do(err)
		_, err = d.till.Shifts.CloseShift(ctx, 1, "Samira", "a note is missing")
		d.refused("closing", err, journal.CodeManager)
		signs(huda, "12345")
		d.do(d.till.Refunds.ReturnDebt(ctx, 1, "Huda", 2_000, 7_000, "FT-1"))
		_, err = d.till.Shifts.CloseShift(ctx, 1, "Huda", "a note is missing")
		d.do(err)
		// QR: 30.000 + 7.000 = 37.000. Taken: 37.000 + 12.600 = 49.600, of which 2.000 went back: 47.600.
		// The drawer: 50.000 + 12.600 - 0.100 + 5.000 - 8.000 = 59.500; counted 59.000, which is 0.500 less.
		// Owed: 7.000 - 2.000 = 5.000. Cash is never in the column of what is paid.
		d.compare(`
			X R0-0 C0-0; owed LYD 5000 + 0 - 0 - 0 = 5000
			Z-1 after 0 by Huda: cash Samira LYD of 1: 1 x 12600-100; qr Samira LYD of 1: 2 x 37000+0; R1-2 C1-1; drawer LYD 50000, sales 12600-100, in 1 x 5000, out 1 x 8000, expected 59500, counted 59000, -500; owed LYD 0 + 7000 - 2000 - 0 = 5000
			owed 1: afterCash 7.000 LYD, returned 2000, kept 0, open 5000
			#1 cash 12.600 LYD by Samira R0 C1
			#2 paid 30.000 LYD by Samira R1 C0
			#3 paid 7.000 LYD by Samira R2 C0
			list paid LYD 2 x 37000
			file z=Z-0001 currency=LYD qr=37.000 cash=12.600 taken=47.600 expected=59.500 difference=-0.500 late=0.000 owedOpen=5.000 zBefore=
			file currency=LYD owed=7.000 returned= kept= stillOwed=7.000 reference=
			file currency=LYD owed= returned=2.000 kept= stillOwed=5.000 reference=FT-1
			file receipt=C-0001 currency=LYD asked=12.600 paid= type=cash
			file receipt=T-0001 currency=LYD asked=30.000 paid=30.000 type=bank
			file receipt=T-0002 currency=LYD asked=7.000 paid=7.000 type=bank`)
	})
}

// TestTwoCurrenciesByHand: the shop counts in dinars of Libya, and from the second shift
// on in those of Tunisia. Money of the first comes in the second.
func TestTwoCurrenciesByHand(t *testing.T) {
	byHand(t, func(d *desk) {
		ctx := d.ctx
		closes := func(shift uint64, currency string, counted int64, reason string) {
			_, err := d.till.Shifts.CountDrawer(ctx, "Amal", journal.DrawerCount{Currency: currency, Minor: counted})
			d.do(err)
			_, err = d.till.Shifts.CloseShift(ctx, shift, "Huda", reason)
			d.do(err)
		}
		currency := func(code string) error {
			set := d.till.Settings()
			set.Currency, set.ShowExpected = code, true
			return d.till.Staff.SaveSettings(ctx, set, "Huda")
		}
		d.do(d.till.Shifts.OpenShift(ctx, "Amal", 20_000, "the safe"))
		d.cash(of(10_000, "LYD"), 10_000)
		late := d.charges(of(15_000, "LYD"))
		d.refused("another currency beside an open drawer", currency("TND"), journal.CodeShiftCurrency)
		closes(1, "LYD", 30_000, "")
		d.do(currency("TND"))
		d.do(d.till.Shifts.OpenShift(ctx, "Amal", 40_000, "the safe"))
		d.cash(of(3_333, "TND"), 5_000) // by coins of 0.050: 3.350, 0.017 more, is nearer than 3.300, 0.033 less
		d.paid(late)
		d.paid(d.charges(of(8_000, "TND")))
		d.do(d.till.Shifts.MoveCash(ctx, "Amal", journal.MovementOut, 1_000, "tea", ""))
		d.refused("back beside an open drawer", currency("LYD"), journal.CodeShiftCurrency)
		// The drawer: 40.000 + 3.333 + 0.017 - 1.000 = 42.350 TND. The 15.000 LYD are in the shift, and in no drawer.
		second := "cash Amal TND of 2: 1 x 3333+17; qr Amal TND of 2: 1 x 8000+0; R1-2 C2-2; drawer TND 40000, sales 3333+17, in 0 x 0, out 1 x 1000, expected 42350"
		first := "Z-1 after 0 by Huda: cash Amal LYD of 1: 1 x 10000+0; R0-0 C1-1; drawer LYD 20000, sales 10000+0, in 0 x 0, out 0 x 0, expected 30000, counted 30000, +0"
		sales := `
			#1 cash 10.000 LYD by Amal R0 C1
			#2 paid 15.000 LYD by Amal R1 C0
			#3 cash 3.333 TND by Amal R0 C2
			#4 paid 8.000 TND by Amal R2 C0
			list paid LYD 1 x 15000
			list paid TND 1 x 8000
			file z=Z-0001 currency=LYD qr=0.000 cash=10.000 taken=10.000 expected=30.000 difference=0.000 late=0.000 owedOpen=0.000 zBefore=`
		files := `
			file receipt=C-0001 currency=LYD asked=10.000 paid= type=cash
			file receipt=T-0001 currency=LYD asked=15.000 paid=15.000 type=bank
			file receipt=C-0002 currency=TND asked=3.333 paid= type=cash
			file receipt=T-0002 currency=TND asked=8.000 paid=8.000 type=bank`
		late1 := "qr Amal LYD of 1: 1 x 15000+0; "
		d.compare("X " + late1 + second + "\n" + first + sales + files)
		closes(2, "TND", 42_400, "a coin too many")
		// Counted 42.400 - 42.350 = 0.050 more. Taken in TND: 3.333 + 8.000 = 11.333; in LYD, late: 15.000.
		d.compare("X R0-0 C0-0\n" + first + "\nZ-2 after 1 by Huda: " + late1 + second + ", counted 42400, +50" + sales + `
			file z=Z-0002 currency=TND qr=8.000 cash=3.333 taken=11.333 expected=42.350 difference=0.050 late=0.000 owedOpen=0.000 zBefore=Z-0001
			file z=Z-0002 currency=LYD qr=15.000 cash=0.000 taken=15.000 expected= difference= late=15.000 owedOpen=0.000 zBefore=Z-0001` + files)
	})
}

// TestRestoredNumbersByHand: a backup is restored on a new machine three hours after it
// was made. Whatever the old machine has numbered since is given out by nobody else.
func TestRestoredNumbersByHand(t *testing.T) {
	byHand(t, func(d *desk) {
		ctx := d.ctx
		closes := func(shift uint64, counted int64) journal.Z {
			_, err := d.till.Shifts.CountDrawer(ctx, "Amal", journal.DrawerCount{Currency: "LYD", Minor: counted})
			d.do(err)
			z, err := d.till.Shifts.CloseShift(ctx, shift, "Huda", "")
			d.do(err)
			return z
		}
		d.do(d.till.Shifts.OpenShift(ctx, "Amal", 0, "the safe"))
		d.cash(of(1_000, "LYD"), 1_000)
		d.cash(of(2_000, "LYD"), 2_000)
		d.paid(d.charges(of(4_000, "LYD")))
		closes(1, 3_000)
		d.pass(time.Minute)
		d.do(d.store.Mark())
		backup, made := d.store.Commits(), d.now()

		d.do(d.till.Shifts.OpenShift(ctx, "Amal", 0, "the safe")) // the old machine goes on: C-3, R-2 and Z-2
		d.cash(of(5_000, "LYD"), 5_000)
		d.paid(d.charges(of(6_000, "LYD")))
		if z := closes(2, 5_000); z.Seq != 2 || z.Cash.Last != 3 || z.Receipts.Last != 2 {
			d.Fatalf("the old machine's Z: %s", summed(z))
		}
		d.pass(made.Add(3 * time.Hour).Sub(d.now()))

		disk, err := d.store.At(backup)
		d.do(err)
		d.till.Close()
		d.do(d.store.Close())
		d.store = disk
		d.do(disk.Commit(ctx, journal.Change{Freeze: &journal.Freeze{Cause: journal.FreezeRestored, Since: made, At: d.now()}}))
		d.forget(1)
		d.begins()
		d.do(d.till.Shifts.OpenShift(ctx, "Amal", 0, "the safe"))
		d.cash(of(7_000, "LYD"), 7_000)
		d.paid(d.charges(of(9_000, "LYD")))
		closes(2, 7_000)
		// 180 minutes at 6 sales a minute and one more are 1,081, in whole hundreds 1,100.
		// Sales: 3 + 1,100, so that the next is #1104. Receipts: 1 + 1,100, so R-1102.
		// Cash receipts: 2 + 1,100, so C-1103. Zs, one in ten minutes at the most:
		// 1 + 1,100 / 60 + 1 = 1 + 18 + 1 = 20, so Z-21, which follows Z-1.
		d.compare(`
			X R0-0 C0-0
			Z-1 after 0 by Huda: cash Amal LYD of 1: 2 x 3000+0; qr Amal LYD of 1: 1 x 4000+0; R1-1 C1-2; drawer LYD 0, sales 3000+0, in 0 x 0, out 0 x 0, expected 3000, counted 3000, +0
			Z-21 after 1 by Huda: cash Amal LYD of 2: 1 x 7000+0; qr Amal LYD of 2: 1 x 9000+0; R1102-1102 C1103-1103; drawer LYD 3000, sales 7000+0, in 0 x 0, out 1 x 3000, expected 7000, counted 7000, +0
			#1 cash 1.000 LYD by Amal R0 C1
			#2 cash 2.000 LYD by Amal R0 C2
			#3 paid 4.000 LYD by Amal R1 C0
			#1104 cash 7.000 LYD by Amal R0 C1103
			#1105 paid 9.000 LYD by Amal R1102 C0
			list paid LYD 2 x 13000
			file z=Z-0001 currency=LYD qr=4.000 cash=3.000 taken=7.000 expected=3.000 difference=0.000 late=0.000 owedOpen=0.000 zBefore=
			file z=Z-0021 currency=LYD qr=9.000 cash=7.000 taken=16.000 expected=7.000 difference=0.000 late=0.000 owedOpen=0.000 zBefore=Z-0001
			file receipt=C-0001 currency=LYD asked=1.000 paid= type=cash
			file receipt=C-0002 currency=LYD asked=2.000 paid= type=cash
			file receipt=T-0001 currency=LYD asked=4.000 paid=4.000 type=bank
			file receipt=C-1103 currency=LYD asked=7.000 paid= type=cash
			file receipt=T-1102 currency=LYD asked=9.000 paid=9.000 type=bank`)
	})
}
