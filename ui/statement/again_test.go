package statement

import (
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/report/reconcile"
	bank "sanduq/core/report/statement"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/laws"
	"sanduq/ui/words"
)

// TestADepositOfTheEveningIsAskedAbout: two files of one day have a row that says the same
// and has no number. It counts once until a person says that it is another movement; the
// second one is then matched with the second sale, and is so when the file is read again.
func TestADepositOfTheEveningIsAskedAbout(t *testing.T) {
	for _, lang := range []string{words.English, words.French, words.Arabic} {
		sales := sold(60)
		h := build(t, lang, theme.Look{}, fyne.NewSize(1134, 560), sales)
		b := &book{sales: map[journal.SaleID]journal.Reconciled{}}
		h.deps.Book, h.deps.Owe = b, nil
		h.screen.opened.deps = h.deps
		const head = "Date,Amount (LYD),D/C,Transaction ID,Details\n19/11/2026,1.000,C,OTHER-0001,x\n20/11/2026,33.000,D,,Rent\n"
		h.files["morning.csv"] = head + "20/11/2026,777.500,C,,Deposit\n"
		h.files["evening.csv"] = "Date,Amount (LYD),D/C,Transaction ID,Details\n20/11/2026,777.500,C,,Deposit\n20/11/2026,2.000,C,OTHER-0002,x\n"
		for _, name := range []string{"morning.csv", "evening.csv"} {
			h.screen.open(name)
			if h.screen.step == stepColumns {
				h.screen.columns.bank.SetText("Palm Bank")
				h.screen.match()
			}
		}
		f := &h.screen.opened.found
		row := func() (reconcile.Row, int) {
			for at, r := range h.screen.result.rows {
				if r.Kind == reconcile.Again {
					return r, at
				}
			}
			t.Fatalf("%s: nothing is asked", lang)
			return reconcile.Row{}, 0
		}
		asked, at := row()
		if !asked.Open() || asked.Also != "morning.csv" || f.keys[0] != bank.Keys(f.input.Lines)[0] {
			t.Fatalf("%s: %+v", lang, asked)
		}
		for i, sum := range h.screen.result.sums.parts {
			if i%2 == 1 && sum.Width() > sum.Size().Width {
				t.Errorf("%s: %q is %v wide and has %v", lang, sum.Text(), sum.Width(), sum.Size().Width)
			}
		}
		h.screen.result.showRow(at)
		w := h.env.Words
		h.says(w.T("statement.kind.again"), w.T("statement.ask.again"), "morning.csv")
		uitest.Picture(t, h.window, "statement-again-"+lang)
		for _, f := range laws.Faults(h.window.Canvas()) {
			t.Errorf("%s: %s", lang, f)
		}
		for _, again := range []bool{false, true} {
			if again {
				h.screen.open("evening.csv")
			} else {
				h.digit('2')
			}
			f = &h.screen.opened.found
			if asked, _ = row(); asked.Answer.Answer != reconcile.No || f.keys[0] == bank.Keys(f.input.Lines)[0] || f.unkept != nil {
				t.Errorf("%s, read again %v: %+v, %v", lang, again, asked.Answer, f.unkept)
			}
		}
	}
}

// TestHeadsStandAboveFacts: where the panel has no room for what both sides know, it has no
// heads of it either.
func TestHeadsStandAboveFacts(t *testing.T) {
	for _, high := range []float32{560, 900} {
		h, _ := reconciling(t, words.English, fyne.NewSize(1086, high))
		p := h.screen.result.panel
		for i, head := range p.heads {
			if head.Hidden != p.lines[0].till.Hidden {
				t.Errorf("%v high: head %d is hidden %v, the facts below it %v", high, i, head.Hidden, p.lines[0].till.Hidden)
			}
		}
		if high == 900 && p.heads[0].Hidden {
			t.Error("nothing is shown where there is room")
		}
	}
}

func TestWhatIsNoStatementIsSaid(t *testing.T) {
	h := build(t, words.English, theme.Look{}, fyne.NewSize(1134, 500), sold(10))
	h.files["picture.csv"], h.files["empty.csv"] = "%PDF-1.7 and so on", "\n\n"
	for path, want := range map[string]string{"gone.csv": "The file could not be read.", "picture.csv": "This is a PDF", "empty.csv": "There"} {
		h.screen.open(path)
		if h.screen.step != stepChoose {
			t.Errorf("%s: step %d", path, h.screen.step)
		}
		h.says(want)
	}
	if len(h.errs) != 3 {
		t.Errorf("%d errors for the log", len(h.errs))
	}
}

// TestAKnownFileMayBeginOnAnotherLine: a bank writes above its heads what was asked for, in as many lines as it takes.
func TestAKnownFileMayBeginOnAnotherLine(t *testing.T) {
	sales := sold(100)
	h := build(t, words.English, theme.Look{}, fyne.NewSize(1134, 500), sales)
	csv, want := bankFile(sales, header)
	h.files["a.csv"] = csv
	h.screen.open("a.csv")
	h.answer()
	h.screen.match()
	h.files["b.csv"] = "Customer,First shop\nDays,20 November\n" + csv
	h.screen.open("b.csv")
	if got := h.screen.opened.found.count[bank.Matched]; h.screen.step != stepResult || got != want[bank.Matched] {
		t.Errorf("step %d, %d are matched, want %d: %v", h.screen.step, got, want[bank.Matched], h.errs)
	}
}
