package script

import (
	"testing"

	"sanduq/core/journal"
)

// TestEveryChangeIsAPosition: a store tells how far it has come by what it holds.
func TestEveryChangeIsAPosition(t *testing.T) {
	for name, changes := range map[string][]journal.Change{"plain": Script(5), "trading": Trading(9, journal.Head{})} {
		books, err := Books(changes)
		if err != nil {
			t.Fatal(name, err)
		}
		for n, b := range books {
			if b.Position() != n {
				t.Fatalf("%s: a book of %d changes says %d", name, n, b.Position())
			}
		}
		if last := books[len(books)-1]; name == "trading" && (len(last.Zs) != 3 || len(last.Shifts) != 4 || len(last.Cash) != 2 || len(last.Debts) != 4) {
			t.Errorf("%d Zs, %d shifts, %d in cash, %d debts", len(last.Zs), len(last.Shifts), len(last.Cash), len(last.Debts))
		}
	}
}
