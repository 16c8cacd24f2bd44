package reconcile_test

import (
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/report/reconcile"
	"sanduq/core/report/statement"
)

// TestRecordedReturnsAreHeldAgainstTheStatement: a return through the bank is found by the
// reference that its person typed, beside its sum, or where the bank took the very payment
// back. One that is not there waits for an answer. None is in a sum of the rows; what is found
// leaves the bank's account, and brings back what its Z took from the clearing account.
func TestRecordedReturnsAreHeldAgainstTheStatement(t *testing.T) {
	var s shop
	paid, sent, reversed := s.sale(1, 20, 12_500), s.sale(2, 20, 9_000), s.sale(3, 20, 700)
	out := func(id, text string, minor int64) statement.Line {
		return statement.Line{IDs: []string{id}, Text: core.NewSecret(text), Amount: dinars(minor), At: day(21, 0), Dated: true}
	}
	lines := []statement.Line{line(paid, 20, 12_500), line(sent, 20, 9_000), line(reversed, 20, 700), line(reversed, 21, -700),
		out("OUT-1", "Transfer FT 2026/11-77 to a customer", -9_000), out("FT-2026-11-78", "", -12_499), out("RENT", "", -12_500)}
	back := func(e statement.Entry, reference string) statement.Entry {
		e.TransactionID, e.At, e.Amount.Minor = reference, day(21, 10), -e.Amount.Minor
		return e
	}
	recorded := []statement.Entry{back(sent, "ft-2026-11-77"), back(paid, "FT-2026-11-78"), back(reversed, "R-1"), back(paid, "RENTED")}
	build := func(st journal.BankStatement) *reconcile.Result {
		items := statement.Returns(statement.Match(lines, s.entries, statement.Options{Zone: time.UTC}), recorded)
		return reconcile.Build(reconcile.Input{Statement: st, Lines: lines, Items: items, Currency: "LYD"})
	}
	st := journal.BankStatement{ID: "a", Account: "x", From: "20261120", To: "20261121"}
	r := build(st)
	missing := map[string]string{}
	for _, row := range r.Rows {
		switch row.Kind {
		case reconcile.BackMissing:
			missing[row.Items[0].Entry.TransactionID] = row.Key
			if !row.Open() || len(row.Answers()) == 0 || row.Till != -12_500 || row.HasBank {
				t.Errorf("a return that is not found: %+v", row)
			}
		case reconcile.WentBack:
			if len(row.Items) != 1 || row.Items[0].Entry.Sale != sent.Sale || row.Items[0].Line.ID() != "OUT-1" || !row.Folded() && row.Open() == false {
				t.Errorf("found: %+v", row)
			}
		case reconcile.Outgoing:
			if row.Lines != 2 {
				t.Errorf("%d other movements went out, want 2", row.Lines)
			}
		}
	}
	if len(missing) != 2 || missing["FT-2026-11-78"] == "" || missing["RENTED"] == "" || missing["RENTED"] == missing["FT-2026-11-78"] {
		t.Errorf("not found: %v", missing)
	}
	if r.Sums.Open != 3 { // with the payment that the bank took back
		t.Errorf("%d answers are missing", r.Sums.Open)
	}
	if sums := r.Settled(); sums.Bank != 12_500 || sums.Clearing != 12_500 || !balanced(sums) {
		t.Errorf("the accounts: %+v", sums)
	}
	st.Answers = []journal.BankAnswer{{Row: missing["RENTED"], Answer: reconcile.AskBank}}
	if again := build(st); again.Sums.Open != 2 {
		t.Errorf("after an answer %d are missing", again.Sums.Open)
	}
}
