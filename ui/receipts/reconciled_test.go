package receipts

import (
	"context"
	"errors"
	"testing"

	"sanduq/core/journal"
)

// reconciledHistory is a history of which one sale is in a statement.
type reconciledHistory struct {
	History
	kept []journal.Reconciled
	err  error
}

func (h reconciledHistory) Reconciled(context.Context, journal.SaleID, journal.SaleID) ([]journal.Reconciled, error) {
	return h.kept, h.err
}

func (h reconciledHistory) BankStatements(context.Context, int) ([]journal.BankStatement, error) {
	return []journal.BankStatement{{ID: "other", To: "20261001"}, {ID: "s", To: "20261130"}}, nil
}

// TestASaleNamesTheStatementThatHasIt: one that took the payment back, or that cannot be
// read, is named by no sale.
func TestASaleNamesTheStatementThatHasIt(t *testing.T) {
	line := journal.BankLine{Statement: "s", Line: "a", Day: "20261129"}
	back := line
	back.Back = true
	for name, c := range map[string]struct {
		h    History
		want journal.Day
	}{
		"it has it":       {reconciledHistory{kept: []journal.Reconciled{{Lines: []journal.BankLine{line}}}}, "20261130"},
		"it took it back": {reconciledHistory{kept: []journal.Reconciled{{Lines: []journal.BankLine{line, back}}}}, ""},
		"none has it":     {reconciledHistory{}, ""},
		"damaged":         {reconciledHistory{kept: []journal.Reconciled{{Lines: []journal.BankLine{line}}}, err: errors.New("damaged")}, ""},
		"head office":     {nil, ""},
	} {
		if got := (Deps{History: c.h}).reconciled(t.Context(), "20261129-000001"); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
