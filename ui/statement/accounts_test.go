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
