package storetest

import (
	"slices"
	"testing"

	"sanduq/core/journal"
)

// Harness is one store under test and what the suite may do to it.
type Harness struct {
	Store journal.Store
	// Fail makes the next commit that no rule refuses end with the outcome.
	Fail func(Outcome)
	// Full makes the next commit find no room on the disk; nil when the store
	// cannot be told so.
	Full func()
	// Crash ends the store as kill -9 does and returns what a new process
	// opens from the same place.
	Crash func(t *testing.T) journal.Store
	// Damage changes something inside the stored record of a sale; nil when
	// the store has no bytes to damage.
	Damage func(t *testing.T, id journal.SaleID)
	// Exchange swaps the stored records of two sales; nil as above.
	Exchange func(t *testing.T, a, b journal.SaleID)
}

// Run holds a store against the contract of journal.Store. open is called once or
// more for each part and returns an empty store each time; it registers its
// own cleaning up. The parts that are named in without are left out.
func Run(t *testing.T, open func(t testing.TB) Harness, without ...string) {
	left := 0
	for _, part := range []struct {
		name string
		run  func(*testing.T, func(testing.TB) Harness)
	}{
		{"commit stores what it was given", commitStores},
		{"commit is all or nothing", commitWhole},
		{"versions", versions},
		{"receipt rules", receiptRules},
		{"audit rules", auditRules},
		{"refused changes leave no trace", refusedLeaveNothing},
		{"poison and reopen", poison},
		{"full disk", fullDisk},
		{"crash", crash},
		{"cancelled contexts", cancelled},
		{"closing", closing},
		{"secrets", secrets},
		{"settings", settings},
		{"staff", staff},
		{"freeze", freezes},
		{"nothing found", nothingFound},
		{"head", heads},
		{"open sales", openSales},
		{"pages", pages},
		{"filters", filters},
		{"search", search},
		{"search pages", searchPages},
		{"names of the gateway", gatewayNames},
		{"search receipts", searchReceipts},
		{"owed back", owedBack},
		{"narrowed lists", narrowedLists},
		{"figures", figures},
		{"figures follow their sales", figuresFollow},
		{"audit pages", auditPages},
		{"totals", totals},
		{"copies", copies},
		{"concurrent use", concurrent},
		{"damage", damage},
		{"a whole day", wholeDay},
		{"shift rules", shiftRules},
		{"Z rules", zRules},
		{"cash rules", cashRules},
		{"the shift of money", shiftOfMoney},
		{"movement rules", movementRules},
		{"numbers left out", numbersLeftOut},
		{"debts", debts},
		{"debt rules", debtRules},
		{"statements of banks", bankStatements},
		{"model", model},
		{"model of the day", dayModel},
	} {
		if slices.Contains(without, part.name) {
			left++
			continue
		}
		t.Run(part.name, func(t *testing.T) { part.run(t, open) })
	}
	if left != len(without) {
		t.Errorf("of %q only %d are parts", without, left)
	}
}
