package statement

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core/money"
	"sanduq/core/report/reconcile"
	bank "sanduq/core/report/statement"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

// A payment in another currency stands beside those of the till's, in its own; the column and the sums are of the rest.
func TestAnotherCurrencyIsSaidInItsOwn(t *testing.T) {
	sales := sold(6)
	csv, want := "Date,Reference,Amount,Currency\n", int64(0)
	paid := 0
	for i := range sales {
		e, ok := bank.EntryOf(sales[i])
		if !ok {
			continue
		}
		switch paid++; paid {
		case 1: // at both, in dollars
			sales[i].Amount = money.Amount{Minor: 1_250, Currency: "USD"}
			csv += fmt.Sprintf("%s,%s,+12.50,USD\n", e.At.Format("2006-01-02"), e.TransactionID)
		case 2: // at the till alone, in dollars
			sales[i].Amount = money.Amount{Minor: 975, Currency: "USD"}
		default:
			want += e.Amount.Minor
			csv += fmt.Sprintf("%s,%s,+%s,LYD\n", e.At.Format("2006-01-02"), e.TransactionID, e.Amount.Major())
		}
	}
	h := build(t, words.English, theme.Look{}, fyne.NewSize(1134, 520), sales)
	h.files["november.csv"] = csv
	h.screen.open("november.csv")
	if h.screen.step == stepColumns {
		h.screen.match()
	}
	if h.screen.step != stepResult || want == 0 {
		t.Fatalf("step %d, %v, %s", h.screen.step, h.errs, csv)
	}
	p := h.screen.result
	if s := p.opened.found.result.Sums; s.Till != want || s.Bank != want {
		t.Errorf("the sums are %+v, want %d", s, want)
	}
	said := ""
	for _, r := range p.opened.found.result.Rows {
		if s := p.spec(r); r.Foreign {
			said += fmt.Sprint(r.Kind, " ", s.till, " ", s.bank, " ", s.difference, "\n")
		}
	}
	if want := "onlyTill 9.75 USD – –\nmatched 12.50 USD 12.50 USD –\n"; said != want {
		t.Errorf("the rows say\n%swant\n%s", said, want)
	}
	for at, r := range p.rows {
		if r.Kind == reconcile.Matched && !r.Foreign {
			p.tapped(at)
			break
		}
	}
	listed := 0
	for _, r := range p.rows {
		if r.Kind == reconcile.Matched && r.Foreign {
			listed++
		}
	}
	if listed != 1 {
		t.Errorf("unfolded, the one in dollars is listed %d times", listed)
	}
}

// What the bank keeps of a deposit in another currency is in that one.
func TestAFeeIsSaidInItsOwnCurrency(t *testing.T) {
	h := build(t, words.English, theme.Look{}, fyne.NewSize(1134, 520), sold(3))
	dollars := func(minor int64) money.Amount { return money.Amount{Minor: minor, Currency: "USD"} }
	group := []*bank.Entry{{Amount: dollars(1_000)}, {Amount: dollars(2_000)}}
	p := h.screen.result
	for kind, item := range map[reconcile.Kind]bank.Item{
		reconcile.Deposit: {Class: bank.Grouped, Sure: true, Line: &bank.Line{Amount: dollars(2_950)}, Group: group, Fee: dollars(50)},
		reconcile.Guess:   {Class: bank.Grouped, Line: &bank.Line{Amount: dollars(2_950)}, Group: group, Fee: dollars(50)},
	} {
		if said := p.secondLine(reconcile.Row{Kind: kind, Key: "a", Foreign: true, Fee: 50, Sales: 2, Items: []bank.Item{item}}); !strings.Contains(said, "0.50 USD") {
			t.Errorf("%s: %q", kind, said)
		}
	}
	p.ask(&reconcile.Row{Kind: reconcile.Choose, Key: "a", Foreign: true, Items: []bank.Item{{Class: bank.Unclear, Line: &bank.Line{Amount: dollars(2_950)}, Choices: []bank.Choice{{Group: group, Fee: dollars(50)}}}}})
	if said := p.panel.note.Text(); !strings.Contains(said, "0.50 USD") {
		t.Errorf("choose: %q", said)
	}
}
