package statement_test

import (
	"testing"

	"sanduq/core"
	"sanduq/core/money"
	"sanduq/core/report/statement"
)

// TestAReturnIsFoundByAReferenceAlone: the number that a person typed is found beside its sum in a field of
// its own, or as a name among other words. A few digits are no name: they stand in dates and accounts, too.
func TestAReturnIsFoundByAReferenceAlone(t *testing.T) {
	out := money.Amount{Minor: -9_000, Currency: "LYD"}
	for name, c := range map[string]struct {
		reference, id, text string
		sum                 int64
		found               bool
	}{
		"in its field":              {"FT-2026-11-77", "ft 2026/11-77", "", -9_000, true},
		"short, in its field":       {"R-771", "R771", "", -9_000, true},
		"too short":                 {"R-7", "R7", "", -9_000, false},
		"among words":               {"FT-2026-11-77", "OUT-1", "Transfer FT 2026/11-77 to a customer", -9_000, true},
		"a year":                    {"2026", "OUT-1", "Rent of November 2026", -9_000, false},
		"digits of a longer number": {"123456", "OUT-1", "Card 9912345678", -9_000, false},
		"a word":                    {"RENT", "OUT-1", "RENTAL", -9_000, false},
		"digits of an id":           {"4417", "FT20264417", "", -9_000, false},
		"another sum":               {"FT-2026-11-77", "FT-2026-11-77", "", -9_001, false},
		"no reference":              {"", "", "", -9_000, false},
	} {
		line := &statement.Line{IDs: []string{c.id}, Text: core.NewSecret(c.text), Amount: money.Amount{Minor: c.sum, Currency: "LYD"}}
		got := statement.Returns([]statement.Item{{Class: statement.Outgoing, Line: line}}, []statement.Entry{{TransactionID: c.reference, Amount: out}})
		if found := got[0].Class == statement.WentBack; found != c.found {
			t.Errorf("%s: found %t", name, found)
		}
	}
}
