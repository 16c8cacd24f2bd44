package statement

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	bank "sanduq/core/report/statement"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/laws"
	"sanduq/ui/words"
)

// deposits is a file of one sum a day, less 0.050 for each sale.
func deposits(sales records) (csv string, days int) {
	type day struct {
		minor int64
		n     int
	}
	all := map[journal.Day]*day{}
	var order []journal.Day
	for _, s := range sales {
		if e, ok := bank.EntryOf(s); ok {
			d := all[s.ID.Day()]
			if d == nil {
				d = &day{}
				all[s.ID.Day()] = d
				order = append(order, s.ID.Day())
			}
			d.minor, d.n = d.minor+e.Amount.Minor-50, d.n+1
		}
	}
	var b strings.Builder
	b.WriteString("Date,Details,Amount (LYD),D/C\n")
	for _, d := range order {
		fmt.Fprintf(&b, "%s-%s-%s,QR SETTLEMENT,%d.%03d,C\n", d[:4], d[4:6], d[6:], all[d].minor/1000, all[d].minor%1000)
	}
	b.WriteString("2026-11-20,RENT,1250.000,D\n")
	return b.String(), len(order)
}

// TestADepositIsItsSales: the sum of a day is its sales less a fee, which is learnt, shown
// and kept for the bank; nothing of it is certain.
func TestADepositIsItsSales(t *testing.T) {
	sales := sold(2000)
	csv, days := deposits(sales)
	if days < 3 {
		t.Fatalf("%d days", days)
	}
	for _, lang := range []string{words.English, words.Arabic, words.French} {
		h := build(t, lang, theme.Look{}, fyne.NewSize(1134, 520), sales)
		h.files["november.csv"] = csv
		h.screen.open("november.csv")
		if h.screen.step == stepColumns {
			h.screen.match()
		}
		if h.screen.step != stepResult {
			t.Fatalf("%s: step %d, %v", lang, h.screen.step, h.errs)
		}
		f := h.screen.opened.found
		if f.count[bank.Grouped] != days || f.count[bank.OnlyTill] != 0 || f.fee != (bank.Fee{Each: 50}) {
			t.Errorf("%s: %v of %d days, fee %+v", lang, f.count, days, f.fee)
		}
		for _, i := range f.items {
			if i.Class == bank.Grouped && i.Sure {
				t.Error("a deposit is called certain")
			}
		}
		if got, want := columnOfBank(h), f.result.Sums.Bank; got != want {
			t.Errorf("%s: the column of the bank adds up to %d, and %d is said", lang, got, want)
		}
		if lang == words.English {
			h.says("379 sales, one sum?", "The bank keeps 0.050 per sale of a deposit.", "−18.950")
		}
		if kept, ok := remembered(h.env).Find(h.screen.opened.file); !ok || kept.Fee != f.fee {
			t.Errorf("%s: %+v is kept", lang, kept.Fee)
		}
		uitest.Picture(t, h.window, "statement-groups-"+lang)
		for _, f := range laws.Faults(h.window.Canvas()) {
			t.Errorf("%s: %s", lang, f)
		}
	}
}

// columnOfBank is what the amounts add up to that stand in the column of the bank.
func columnOfBank(h *harness) (minor int64) {
	p := h.screen.result
	for _, r := range p.opened.found.result.Rows {
		digits := strings.Map(func(c rune) rune {
			if c >= '0' && c <= '9' {
				return c
			}
			return -1
		}, p.spec(r).bank)
		n, _ := strconv.ParseInt(digits, 10, 64) // a dash is nothing
		if strings.ContainsAny(p.spec(r).bank, "−-") {
			n = -n
		}
		minor += n
	}
	return minor
}
