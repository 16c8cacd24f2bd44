package statement

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

// TestAFileOfTwoAccountsAsksWhich: nothing is compared before the answer, each account is a
// statement of its own, and the rows of the other are said.
func TestAFileOfTwoAccountsAsksWhich(t *testing.T) {
	sales := sold(60)
	h := build(t, words.English, theme.Look{}, fyne.NewSize(1134, 560), sales)
	b := &book{sales: map[journal.SaleID]journal.Reconciled{}}
	h.deps.Book = b
	h.screen.opened.deps = h.deps
	lines := strings.Split(strings.TrimSpace(dayFile(sales)), "\n")
	for i := range lines {
		account := "Account No"
		if i > 0 {
			account = fmt.Sprint("20120400", 11+11*(i%2))
		}
		lines[i] = account + "," + lines[i]
	}
	h.files["both.csv"] = strings.Join(lines, "\n")
	for n, account := range []string{"2012040011", "2012040022"} {
		h.screen.open("both.csv")
		if h.screen.step != stepColumns {
			t.Fatalf("step %d", h.screen.step)
		}
		h.says("The file has rows of several accounts", "Account: choose")
		h.screen.Press(screen.KeyPress{Name: fyne.KeyReturn})
		if h.screen.step != stepColumns || len(b.statements) != n {
			t.Fatal("it is compared without an answer")
		}
		h.screen.opened.mapping.Account = account
		h.screen.columns.bank.SetText("Palm Bank")
		h.screen.columns.paint()
		h.says("Account: ••••" + account[6:])
		h.screen.Press(screen.KeyPress{Name: fyne.KeyReturn})
		if h.screen.step != stepResult || len(b.statements) != n+1 {
			t.Fatalf("step %d, %d statements, %v", h.screen.step, len(b.statements), h.errs)
		}
		h.says("rows are of other accounts and not counted")
	}
	if one, two := b.statements[0], b.statements[1]; one.ID == two.ID || one.Number == two.Number || one.Number == "" || one.Account == two.Account {
		t.Errorf("the two are one account: %+v, %+v", one, two)
	}
	if strings.Contains(h.env.Preferences.Get().Statement, "20120400") {
		t.Error("an account is kept as it is")
	}
}

// TestAnMT940OfTwoAccountsAsksWhich: its format names them for certain, so that nobody can
// say that both are one.
func TestAnMT940OfTwoAccountsAsksWhich(t *testing.T) {
	sales := sold(2)
	h := build(t, words.English, theme.Look{}, fyne.NewSize(1134, 560), sales)
	b := &book{sales: map[journal.SaleID]journal.Reconciled{}}
	h.deps.Book = b
	h.screen.opened.deps = h.deps
	text := ""
	for n, account := range []string{"111100001111", "222200002222"} {
		at := sales[n].SettledAt.In(h.env.Zone)
		text += fmt.Sprintf(":20:A\r\n:25:%s\r\n:28C:1\r\n:60F:C%sLYD0,\r\n:61:%sC%d,%03dNTRF%s\r\n-\r\n", account, at.Format("060102"), at.Format("060102"),
			sales[n].Amount.Minor/1000, sales[n].Amount.Minor%1000, sales[n].Session.TransactionID)
	}
	h.files["both.sta"] = text
	for n, account := range []string{"111100001111", "222200002222"} {
		h.screen.open("both.sta")
		if h.screen.step != stepColumns || len(b.statements) != n {
			t.Fatalf("step %d, %d statements", h.screen.step, len(b.statements))
		}
		h.says("The file has rows of several accounts", "Account: choose")
		h.screen.opened.mapping.Account = account
		h.screen.columns.paint()
		h.screen.Press(screen.KeyPress{Name: fyne.KeyReturn})
		if h.screen.step != stepResult || len(b.statements) != n+1 {
			t.Fatalf("step %d, %d statements, %v", h.screen.step, len(b.statements), h.errs)
		}
		h.says("row is of another account and not counted")
		if !h.screen.opened.asks() {
			t.Error("the account cannot be chosen anew")
		}
	}
	if one, two := b.statements[0], b.statements[1]; one.ID == two.ID || one.Number == two.Number || one.Number == "" {
		t.Errorf("the two are one account: %+v, %+v", one, two)
	}
}
