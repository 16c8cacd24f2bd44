package statement

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core/journal"
	bank "sanduq/core/report/statement"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/laws"
	"sanduq/ui/words"
)

// book keeps what a till would.
type book struct {
	sales      map[journal.SaleID]journal.Reconciled
	statements []journal.BankStatement
	written    int // records
	fail       error
}

func (b *book) Reconciled(_ context.Context, from, to journal.SaleID) (all []journal.Reconciled, err error) {
	for id, r := range b.sales {
		if id >= from && id <= to {
			all = append(all, r)
		}
	}
	return all, nil
}

func (b *book) BankStatements(context.Context, int) ([]journal.BankStatement, error) {
	return slices.Clone(b.statements), nil
}

func (b *book) KeepStatement(_ context.Context, s journal.BankStatement, records []journal.Reconciled, sign bool) (journal.BankStatement, error) {
	if b.fail != nil {
		return s, b.fail
	}
	at := time.Date(2026, 11, 22, 16, 12, 0, 0, time.UTC)
	if s.At.IsZero() {
		s.At = at
	}
	for i := range s.Answers {
		if s.Answers[i].At.IsZero() {
			s.Answers[i].At, s.Answers[i].By = at, "Huda"
		}
	}
	if sign {
		s.Signed = &journal.Decision{At: at, By: "Huda"}
	}
	b.written += len(records)
	for _, r := range records {
		b.sales[r.Sale] = r
	}
	b.statements = append(slices.DeleteFunc(b.statements, func(o journal.BankStatement) bool { return o.ID == s.ID }), s)
	return s, nil
}

// dayFile is a day at the bank: most payments by their number, one of another sum, one
// missing, one nameless at its minute, one that is no sale, one twice, and a rent.
func dayFile(sales records) string {
	var b strings.Builder
	b.WriteString("Date,Time,Amount (LYD),D/C,Transaction ID,Details\n")
	n := 0
	for _, s := range slices.Backward(sales) {
		e, ok := bank.EntryOf(s)
		if !ok || s.ID.Day() != friday {
			continue
		}
		row := func(minor int64, id string, late time.Duration) {
			fmt.Fprintf(&b, "%s,%s,%d.%03d,C,%s,Transfer\n", e.At.Format("02/01/2006"), e.At.Add(late).Format("15:04:05"), minor/1000, minor%1000, id)
		}
		switch n++; n {
		case 2:
			row(e.Amount.Minor-4_500, e.TransactionID, 0)
		case 3:
		case 4:
			row(e.Amount.Minor, "", 90*time.Second)
		case 5:
			row(e.Amount.Minor, e.TransactionID, 0)
			row(e.Amount.Minor, e.TransactionID, time.Minute)
		default:
			row(e.Amount.Minor, e.TransactionID, 0)
		}
	}
	fmt.Fprintf(&b, "20/11/2026,09:00:00,77.500,C,ELSEWHERE-1,Deposit\n20/11/2026,10:00:00,1250.000,D,RENT,Rent\n")
	return b.String()
}

func reconciling(t *testing.T, lang string, size fyne.Size) (*harness, *book) {
	t.Helper()
	sales := sold(60)
	h := build(t, lang, theme.Look{}, size, sales)
	b := &book{sales: map[journal.SaleID]journal.Reconciled{}}
	h.deps.Book = b
	h.deps.Owe = nil
	h.screen.opened.deps = h.deps
	h.files["palm-2211.csv"] = dayFile(sales)
	h.screen.open("palm-2211.csv")
	if h.screen.step == stepColumns {
		h.screen.columns.bank.SetText("Palm Bank")
		h.screen.match()
	}
	if h.screen.step != stepResult {
		t.Fatalf("step %d, %v", h.screen.step, h.errs)
	}
	return h, b
}

// TestADayIsReconciledAndSigned: what is certain is kept at once, each question is
// answered by a key and stands in its row, signing is possible only after the last, and
// the same file under another name changes nothing and asks nothing.
func TestADayIsReconciledAndSigned(t *testing.T) {
	h, b := reconciling(t, words.English, fyne.NewSize(1134, 560))
	page := h.screen.result
	first := b.written
	if first == 0 || len(b.statements) != 1 || b.statements[0].Bank != "Palm Bank" || b.statements[0].Open != h.screen.opened.found.result.Sums.Open {
		t.Fatalf("%d kept, %+v", first, b.statements)
	}
	open := h.screen.opened.found.result.Sums.Open
	h.says("Palm Bank, palm-2211.csv", fmt.Sprintf("%d answers to go", open))
	h.screen.Press(screen.KeyPress{Name: fyne.KeyReturn})
	if !page.sign.Disabled() || b.statements[0].Signed != nil {
		t.Error("it is signed with answers missing")
	}
	b.fail = &journal.Error{Code: journal.CodeDiskFull}
	h.digit('1')
	if h.screen.opened.found.result.Sums.Open != open || !page.wrong {
		t.Error("an answer that is not on the disk is shown")
	}
	b.fail = nil
	for range open {
		h.digit('1')
	}
	if left := h.screen.opened.found.result.Sums.Open; left != 0 || page.sign.Disabled() {
		t.Fatalf("%d answers to go", left)
	}
	h.says("Not a sale, Huda 16:12", "The same, Huda 16:12", "Sign Friday 20 November as reconciled")
	h.screen.Press(screen.KeyPress{Name: fyne.KeyReturn})
	if b.statements[0].Signed == nil || !page.sign.Disabled() {
		t.Error("it is not signed")
	}
	h.says("Signed by Huda")
	kept := b.written
	h.files["again.csv"] = h.files["palm-2211.csv"]
	h.screen.open("again.csv")
	if b.written != kept || len(b.statements) != 1 || h.screen.opened.found.result.Sums.Open != 0 || h.screen.opened.found.statement.Signed == nil {
		t.Errorf("the same file again: %d more, %d statements, %+v", b.written-kept, len(b.statements), h.screen.opened.found.result.Sums)
	}
	h.digit('2')
	if b.written != kept || h.screen.result.saving {
		t.Error("a signed day takes an answer")
	}
}

// TestABarcodeAnswersNoRow, nor does the digit of a row that was left before it was known to
// stand alone.
func TestABarcodeAnswersNoRow(t *testing.T) {
	h, b := reconciling(t, words.English, fyne.NewSize(1134, 560))
	page, open := h.screen.result, h.screen.opened.found.result.Sums.Open
	for name, do := range map[string]func(){
		"as the characters come": func() {
			for _, r := range "1211112111" {
				h.now = h.now.Add(5 * time.Millisecond)
				h.screen.Press(screen.KeyPress{Rune: r})
			}
			h.screen.Press(screen.KeyPress{Scan: "1211112111", Taken: 10})
		},
		"the last of it": func() {
			h.screen.Press(screen.KeyPress{Rune: '1'})
			h.screen.Press(screen.KeyPress{Scan: "1211112111", Taken: 10})
		},
		"another row": func() {
			h.screen.Press(screen.KeyPress{Rune: '1'})
			page.showRow(page.list.Chosen() + 1)
		},
		"another page": func() {
			h.screen.Press(screen.KeyPress{Rune: '1'})
			h.screen.change()
		},
	} {
		page.showRow(0)
		h.now = h.now.Add(time.Second)
		do()
		h.rest()
		if left := h.screen.opened.found.result.Sums.Open; left != open || len(b.statements[0].Answers) != 0 {
			t.Errorf("%s: %d of %d rows wait for an answer, %+v", name, left, open, b.statements[0].Answers)
		}
		h.screen.goTo(stepResult)
	}
	page.showRow(page.next(0))
	if h.digit('1'); h.screen.opened.found.result.Sums.Open != open-1 {
		t.Error("a digit that stands alone answers nothing")
	}
}

// TestOtherColumnsWaitForAnAnswer that is written by these: what they gave would come back.
func TestOtherColumnsWaitForAnAnswer(t *testing.T) {
	h, _ := reconciling(t, words.English, fyne.NewSize(1134, 560))
	page, open := h.screen.result, h.screen.opened.found.result.Sums.Open
	var waits []func()
	run := h.screen.opened.env.Go
	h.screen.opened.env.Go = func(f func()) { waits = append(waits, f) }
	h.digit('1')
	h.screen.opened.env.Go = run
	test.Tap(page.columns)
	if h.screen.step == stepColumns {
		h.screen.match()
		now := h.screen.opened.found.result
		if waits[0](); h.screen.opened.found.result != now {
			t.Error("what the columns before gave is back")
		}
		t.Fatal("the columns are asked for while an answer is written")
	}
	h.says("still working on the last request")
	if waits[0](); h.screen.opened.found.result.Sums.Open != open-1 || strings.Contains(uitest.Words(page.root), "still working") {
		t.Errorf("%d of %d rows wait: %s", h.screen.opened.found.result.Sums.Open, open, uitest.Words(page.root))
	}
	if test.Tap(page.columns); h.screen.step != stepColumns {
		t.Error("the columns are not asked for")
	}
}

// TestWhatCannotBeKeptIsSaid, and the rows are shown all the same.
func TestWhatCannotBeKeptIsSaid(t *testing.T) {
	h, b := reconciling(t, words.English, fyne.NewSize(1134, 560))
	b.fail, b.statements, b.sales = errors.New("disk"), nil, map[journal.SaleID]journal.Reconciled{}
	h.screen.match()
	if h.screen.opened.found.unkept == nil || h.screen.opened.found.result.Sums.Lines == 0 {
		t.Errorf("%+v", h.screen.opened.found.result.Sums)
	}
}

// TestTheResultLooksRight in each language.
func TestTheResultLooksRight(t *testing.T) {
	for _, lang := range []string{words.English, words.Arabic, words.French} {
		h, _ := reconciling(t, lang, fyne.NewSize(1086, 560))
		h.digit('1')
		uitest.Picture(t, h.window, "statement-reconciled-"+lang)
		for _, f := range laws.Faults(h.window.Canvas()) {
			t.Errorf("%s: %s", lang, f)
		}
		if strings.Contains(uitest.Words(h.window.Canvas().Content()), "⟨") {
			t.Errorf("%s: a word is missing", lang)
		}
	}
}
