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
		"typed in Arabic digits":    {"FT-٢٠٢٦-١١-٧٧", "FT-2026-11-77", "", -9_000, true},
		"typed in Persian digits":   {"FT-۲۰۲۶-۱۱-۷۷", "OUT-1", "Transfer FT 2026/11-77 to a customer", -9_000, true},
		"the bank writes them":      {"FT-2026-11-77", "OUT-1", "تحويل FT ٢٠٢٦/١١-٧٧", -9_000, true},
		"digits of a longer one":    {"FT-2026-11-7", "OUT-1", "FT ٢٠٢٦/١١-٧٧", -9_000, false},
	} {
		line := &statement.Line{IDs: []string{c.id}, Text: core.NewSecret(c.text), Amount: money.Amount{Minor: c.sum, Currency: "LYD"}}
		got := statement.Returns([]statement.Item{{Class: statement.Outgoing, Line: line}}, []statement.Entry{{TransactionID: c.reference, Amount: out}})
		if found := got[0].Class == statement.WentBack; found != c.found {
			t.Errorf("%s: found %t", name, found)
		}
	}
}

// TestAReferenceIsNotTheBeginningOfALongerOne: returns of one sum are numbered one after the other, and are in any
// order in the statement.
func TestAReferenceIsNotTheBeginningOfALongerOne(t *testing.T) {
	out := money.Amount{Minor: -9_000, Currency: "LYD"}
	line := func(id, text string) statement.Item {
		return statement.Item{Class: statement.Outgoing, Line: &statement.Line{IDs: []string{id}, Text: core.NewSecret(text), Amount: out}}
	}
	for name, c := range map[string]struct {
		lines    []statement.Item
		recorded []string
		found    int
	}{
		"another's id":           {[]statement.Item{line("RETURN-26-1001", "")}, []string{"RETURN-26-100"}, 0},
		"another's in the text":  {[]statement.Item{line("OUT-1", "Transfer RETURN261001 to a customer")}, []string{"RETURN-26-100"}, 0},
		"the end of another":     {[]statement.Item{line("OUT-1", "Transfer 2100RETURN26 to a customer")}, []string{"100RETURN26"}, 0},
		"both, the longer first": {[]statement.Item{line("RETURN-26-1001", ""), line("RETURN-26-100", "")}, []string{"RETURN-26-100", "RETURN-26-1001"}, 2},
		"with a day after it":    {[]statement.Item{line("OUT-1", "RETURN-26-100 20261126")}, []string{"RETURN-26-100"}, 1},
		"with a word before it":  {[]statement.Item{line("OUT-1", "SENTRETURN-26-100,5 days")}, []string{"RETURN-26-100"}, 1},
		"twice, the second time": {[]statement.Item{line("OUT-1", "RETURN-26-1001 RETURN-26-100")}, []string{"RETURN-26-100"}, 1},
	} {
		var recorded []statement.Entry
		for _, r := range c.recorded {
			recorded = append(recorded, statement.Entry{TransactionID: r, Amount: out})
		}
		found := 0
		for _, item := range statement.Returns(c.lines, recorded) {
			if item.Class == statement.WentBack {
				found++
			}
		}
		if found != c.found {
			t.Errorf("%s: %d found, want %d", name, found, c.found)
		}
	}
}

// TestTheDigitsOfAFileStayInItsKeys: a key that is kept has them as the bank wrote them.
func TestTheDigitsOfAFileStayInItsKeys(t *testing.T) {
	key := func(id string) string {
		return statement.Keys([]statement.Line{{IDs: []string{id}, Amount: money.Amount{Minor: 7_000, Currency: "LYD"}}})[0]
	}
	if key("FT-٢٠٢٦") == key("FT-2026") || key("FT-2026") != key("ft 2026") {
		t.Error("the keys of older versions are not found")
	}
}
