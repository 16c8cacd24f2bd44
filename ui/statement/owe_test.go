package statement

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/money"
	bank "sanduq/core/report/statement"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// twiceFile is a statement that has two of the till's payments once more, one of
// them at another sum, and a payment that is not the till's.
func twiceFile(sales records) (csv string, twice []bank.Entry) {
	var b strings.Builder
	b.WriteString("Date;Transaction ID;Amount\n")
	row := func(e bank.Entry, id string, more int64) {
		a := e.Amount
		a.Minor += more
		b.WriteString(e.At.Format("2006-01-02 15:04") + ";" + id + ";" + a.Major() + "\n")
	}
	n := 0
	for _, s := range slices.Backward(sales) {
		e, ok := bank.EntryOf(s)
		if !ok {
			continue
		}
		row(e, e.TransactionID, 0)
		switch n++; n {
		case 2, 4:
			again := e
			again.At = e.At.Add(time.Minute) // the very same row once more would be one movement
			row(again, e.TransactionID, 0)
			twice = append(twice, e)
		case 3:
			row(e, e.TransactionID, 1000)
		case 5:
			row(e, "ELSEWHERE-1", 0)
		}
	}
	return b.String(), twice
}

// TestWhatTheBankHasTwiceIsEnteredAsOwedBack, one by one, each allowed by a
// manager; nothing else is, and what is known already is not offered.
func TestWhatTheBankHasTwiceIsEnteredAsOwedBack(t *testing.T) {
	sales := sold(40)
	csv, twice := twiceFile(sales)
	h := build(t, words.English, theme.Look{}, fyne.NewSize(1134, 640), sales)
	var entered []string
	var refuse error
	allowed := 0
	h.deps.Allow = func(then func()) { allowed++; then() }
	h.deps.Owe = func(_ context.Context, id journal.SaleID, a money.Amount, reference string) error {
		entered = append(entered, string(id)+" "+a.Major()+" "+reference)
		return refuse
	}
	h.screen.opened.env, h.screen.opened.deps = h.env, h.deps
	h.files["/media/STICK/november.csv"] = csv
	h.screen.open("/media/STICK/november.csv")
	h.answer()
	h.screen.match()
	page := h.screen.result
	if n := h.screen.opened.found.count[bank.Twice]; n != 3 || len(h.screen.opened.found.twice) != 2 {
		t.Fatalf("%d once more, %d of them to be entered", n, len(h.screen.opened.found.twice))
	}
	h.says("Nothing at the till was changed.", "Enter as owed back", twice[0].Amount.Major())
	uitest.Picture(t, h.window, "statement-owe")
	refuse = errors.New("disk")
	page.owe.OnTapped()
	h.says("Enter as owed back", twice[0].Amount.Major())
	if len(h.screen.opened.found.twice) != 2 || !page.wrong {
		t.Error("what was refused is taken for entered")
	}
	refuse = nil
	page.owe.OnTapped()
	h.says("Entered as owed back.")
	refuse = refused(journal.CodeReference)
	page.owe.OnTapped()
	h.says("It is entered already")
	if !page.owe.Hidden || allowed != 3 {
		t.Errorf("offered on: %v, allowed %d times", !page.owe.Hidden, allowed)
	}
	want := func(e bank.Entry) string {
		return string(e.Sale) + " " + e.Amount.Major() + " " + e.TransactionID + " " + e.At.Format("2006-01-02")
	}
	if !slices.Equal(entered, []string{want(twice[0]), want(twice[0]), want(twice[1])}) {
		t.Errorf("entered %q", entered)
	}

	for i := range sales { // the gateway has told of the first since
		if sales[i].ID == twice[0].Sale {
			sales[i].PaidTwiceWith = twice[0].Sale
		}
	}
	h.screen.match()
	if left := h.screen.opened.found.twice; len(left) != 1 || left[0].Entry.Sale != twice[1].Sale {
		t.Errorf("offered are %d", len(left))
	}
	h.screen.opened.deps.Entered = func(_ context.Context, id journal.SaleID) (bool, error) { return id == twice[1].Sale, nil }
	h.screen.match() // the other's order was paid by another sale too, so that it has that one's name
	if left := h.screen.opened.found.twice; len(left) != 0 || h.screen.opened.found.count[bank.Twice] != 3 {
		t.Errorf("offered although the ledger has it: %d of %d", len(left), h.screen.opened.found.count[bank.Twice])
	}
	h.screen.opened.deps.Entered = nil
	h.screen.match()
	if page.owe.Hidden {
		t.Error("not offered any more")
	}
	h.screen.opened.deps.Owe = nil
	h.screen.match()
	if !page.owe.Hidden {
		t.Error("it is offered where nothing is entered")
	}
}

func refused(c journal.Code) error { return &journal.Error{Code: c} }

// TestARefusedEntryIsToldToWhoWentOn, with what was to be entered.
func TestARefusedEntryIsToldToWhoWentOn(t *testing.T) {
	sales := sold(40)
	csv, twice := twiceFile(sales)
	h := build(t, words.English, theme.Look{}, fyne.NewSize(1134, 640), sales)
	var told []string
	h.env.Missed = func(about, said string) { told = append(told, about+": "+said) }
	h.deps.Allow = func(then func()) { then() }
	h.deps.Owe = func(context.Context, journal.SaleID, money.Amount, string) error {
		h.screen.Hidden()
		return refused(journal.CodeDiskFull)
	}
	h.screen.opened.env, h.screen.opened.deps = h.env, h.deps
	h.files["/media/STICK/november.csv"] = csv
	h.screen.open("/media/STICK/november.csv")
	h.answer()
	h.screen.match()
	h.screen.result.owe.OnTapped()
	if len(told) != 1 || !strings.Contains(told[0], twice[0].Amount.Major()) || !strings.Contains(told[0], ": The disk is full") {
		t.Errorf("told %q", told)
	}
}

// TestAReturnThatTheBankHasNotIsAsked, in each language; one that it has stands folded.
func TestAReturnThatTheBankHasNotIsAsked(t *testing.T) {
	for _, lang := range words.Languages() {
		sales := sold(40)
		h := build(t, lang, theme.Look{RTL: lang == words.Arabic}, fyne.NewSize(1134, 640), sales)
		csv, twice := twiceFile(sales)
		back := func(e bank.Entry, reference string) bank.Entry {
			e.TransactionID, e.At, e.Amount.Minor = reference, e.At.Add(time.Minute), -e.Amount.Minor
			return e
		}
		csv += twice[0].At.Format("2006-01-02 15:04") + ";FT-77;-" + twice[0].Amount.Major() + "\n"
		var from, to journal.Day
		h.deps.Returns = func(_ context.Context, first, last journal.Day) ([]bank.Entry, error) {
			from, to = first, last
			early := back(twice[1], "FT-79") // of a day before the statement's: a file before has it or has not
			early.At = early.At.AddDate(0, 0, -5)
			return []bank.Entry{back(twice[0], "FT-77"), back(twice[1], "FT-78"), early}, nil
		}
		h.screen.opened.env, h.screen.opened.deps = h.env, h.deps
		h.files["/media/STICK/november.csv"] = csv
		h.screen.open("/media/STICK/november.csv")
		h.answer()
		h.screen.match()
		f := h.screen.opened.found
		if f.count[bank.WentBack] != 1 || f.count[bank.BackMissing] != 1 || from >= f.statement.From || to != f.statement.To {
			t.Fatalf("%v, asked for %s to %s", f.count, from, to)
		}
		for at, r := range h.screen.result.rows {
			if r.Items[0].Class == bank.BackMissing {
				h.screen.result.showRow(at)
			}
		}
		h.says(h.env.Words.T("statement.kind.backMissing"), h.env.Words.T("statement.ask.backMissing"), h.env.Words.N("statement.kind.wentBack", 1), "FT-78")
		uitest.Picture(t, h.window, "statement-returns-"+lang)
	}
}
