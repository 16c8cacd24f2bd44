package statement

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core/journal"
	"sanduq/core/report"
	bank "sanduq/core/report/statement"
	"sanduq/core/tests/shop"
	"sanduq/ui/exporting"
	"sanduq/ui/preferences"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/list"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/laws"
	"sanduq/ui/words"
)

const friday journal.Day = "20261120"

// records are invented sales, newest first.
type records []journal.Sale

func (r records) Sales(_ context.Context, q journal.SaleQuery) (p journal.SalePage, err error) {
	for _, s := range r {
		day := s.ID.Day()
		if q.Booked {
			day = s.BookingDay()
		}
		if day >= q.From && day <= q.To && (q.Status == "" || q.Status == s.Status()) && (q.Before == "" || s.ID < q.Before) {
			if len(p.Sales) == q.Limit {
				p.More = true
				break
			}
			p.Sales = append(p.Sales, s)
		}
	}
	return p, nil
}

func (r records) Totals(context.Context, journal.SaleQuery) ([]journal.Total, error) { return nil, nil }

// bankFile is what the bank has of the sales: one at another amount, one
// missing, one of its own, and a row that is broken. It gives what must be
// found.
func bankFile(sales records, head string) (csv string, want map[bank.Class]int) {
	want = map[bank.Class]int{bank.OnlyBank: 1, bank.OtherAmount: 1, bank.OnlyTill: 1}
	var b strings.Builder
	b.WriteString(head + "\n")
	missing := false
	for _, s := range slices.Backward(sales) {
		e, ok := bank.EntryOf(s)
		if !ok {
			continue
		}
		switch {
		case want[bank.Matched] == 10 && !missing:
			missing = true
			continue
		case want[bank.Matched] == 5:
			e.Amount.Minor++
			want[bank.Matched]++
		default:
			want[bank.Matched]++
		}
		fmt.Fprintf(&b, "%s,%s,%s,%s,Transfer\n", e.At.Format("02/01/2006"), e.At.Format("15:04:05"), e.Amount.Major(), e.TransactionID)
	}
	want[bank.Matched]--
	fmt.Fprintf(&b, "20/11/2026,09:00:00,77.770,ELSEWHERE-1,Transfer\n20/11/2026,09:00:00,seven,ELSEWHERE-2,Transfer\n")
	return b.String(), want
}

type harness struct {
	t        *testing.T
	screen   *Screen
	window   fyne.Window
	env      screen.Env
	deps     Deps
	exported []exporting.Request
	files    map[string]string
	errs     []error
	now      time.Time
	later    []func()
}

func build(t *testing.T, lang string, look theme.Look, size fyne.Size, sales records) *harness {
	t.Helper()
	uitest.NewApp(t)
	w := words.MustLoad(lang)
	look.Still, look.RTL = true, w.RTL()
	theme.Apply(fyne.CurrentApp(), look)
	t.Cleanup(func() { theme.Use(theme.Look{}) })
	h := &harness{t: t, files: map[string]string{}}
	h.env, h.deps = screen.Env{Life: t.Context(), Words: w, Preferences: preferences.Open(nil), Zone: time.UTC, Post: func(f func()) { f() }, Go: func(f func()) { f() },
		Now:   func() time.Time { return h.now },
		After: func(_ time.Duration, f func()) func() { h.later = append(h.later, f); return func() {} }}, Deps{History: sales,
		Today: func() journal.Day { return friday }, Currency: "LYD",
		Places: func() []string { return nil },
		Files:  func() []File { return []File{{Path: "/media/STICK/november.csv", Where: "STICK", At: shop.LastDay}} },
		Read: func(_ context.Context, path string) ([]byte, error) {
			if data, ok := h.files[path]; ok {
				return []byte(data), nil
			}
			return nil, report.Refuse(report.CodeRead, os.ErrNotExist)
		},
		Export: func(r exporting.Request) { h.exported = append(h.exported, r) }, Failed: func(err error) { h.errs = append(h.errs, err) }}
	h.screen = New(h.env, h.deps)
	h.window = test.NewTempWindow(t, h.screen.Object())
	h.window.SetPadded(false)
	h.window.Resize(size)
	h.screen.Shown()
	return h
}

// digit types one that stands alone.
func (h *harness) digit(r rune) {
	h.now = h.now.Add(time.Second)
	h.screen.Press(screen.KeyPress{Rune: r})
	h.rest()
}

// rest lets happen what waits for time.
func (h *harness) rest() {
	due := h.later
	h.later = nil
	for _, f := range due {
		f()
	}
}

// answer says what is asked about a file that names neither: dinars, and money that
// came where there is no sign.
func (h *harness) answer() {
	h.t.Helper()
	if h.screen.step != stepColumns || !h.screen.columns.primary.Disabled() {
		h.t.Error("nothing is asked")
	}
	h.screen.Press(screen.KeyPress{Name: fyne.KeyReturn})
	if h.screen.step != stepColumns {
		h.t.Error("it goes on without an answer")
	}
	for i, q := range questions {
		if h.screen.columns.asked[i].Hidden {
			continue
		}
		h.screen.columns.asked[i].OnTapped()
		if h.screen.opened.popover.Body() == nil {
			h.t.Errorf("%s: nothing to choose from", q.key)
		}
		h.screen.opened.popover.Close()
		switch q.doubt {
		case bank.DoubtSign:
			h.screen.opened.mapping.Plain = bank.WayIn
		case bank.DoubtCurrency:
			h.screen.opened.mapping.Currency = "LYD"
		}
	}
	h.screen.columns.paint()
	if h.screen.columns.primary.Disabled() {
		h.t.Error("it is asked on")
	}
}

func (h *harness) says(want ...string) {
	h.t.Helper()
	got := uitest.Words(h.window.Canvas().Content())
	for _, w := range want {
		if !strings.Contains(got, w) {
			h.t.Errorf("it does not say %q but:\n%s", w, got)
		}
	}
}

func sold(n int) (all records) {
	for i := range n {
		all = append(all, shop.Sale(n-1-i, n))
	}
	return all
}

const header = "Date,Time,Amount,Transaction ID,Description"

// TestWhatWasAnsweredIsAskedNoMore: what the file does not say is said until somebody
// chose it, and not beside their choice.
func TestWhatWasAnsweredIsAskedNoMore(t *testing.T) {
	h := build(t, words.English, theme.Look{}, fyne.NewSize(1134, 500), sold(3))
	h.files["/media/STICK/november.csv"], _ = bankFile(sold(3), header)
	h.screen.open("/media/STICK/november.csv")
	p := h.screen.columns
	asked := map[bank.Doubt]bool{bank.DoubtSign: true, bank.DoubtCurrency: true}
	for i, q := range questions {
		if p.asked[i].Hidden {
			continue
		}
		for d, open := range asked {
			if text := h.env.Words.T("statement.doubt." + string(d)); strings.Contains(p.note.Text(), text) != open {
				t.Errorf("before %s: %q, of which %q is open: %v", q.key, p.note.Text(), text, open)
			}
		}
		p.asked[i].OnTapped()
		h.screen.Press(screen.KeyPress{Name: fyne.KeyDown})
		h.screen.Press(screen.KeyPress{Name: fyne.KeyReturn})
		if q.answer(&h.screen.opened.mapping) == "" {
			t.Fatalf("%s: nothing was chosen", q.key)
		}
		asked[q.doubt] = false
	}
	for d := range asked {
		if text := h.env.Words.T("statement.doubt." + string(d)); strings.Contains(p.note.Text(), text) {
			t.Errorf("after all answers: %q", p.note.Text())
		}
	}
}

// TestColumnsAreChosenOnce: the first file asks, the second does not.
func TestColumnsAreChosenOnce(t *testing.T) {
	sales := sold(300)
	h := build(t, words.English, theme.Look{}, fyne.NewSize(1134, 500), sales)
	csv, want := bankFile(sales, header)
	h.files["/media/STICK/november.csv"] = csv
	h.screen.open("/media/STICK/november.csv")
	if h.screen.step != stepColumns {
		t.Fatalf("step %d: %v", h.screen.step, h.errs)
	}
	h.says("What are the columns of november.csv", "Date: Date", "Number: Transaction ID", "Amounts without a sign: choose", "Amounts are in: choose")
	h.answer()
	h.screen.Press(screen.KeyPress{Name: fyne.KeyReturn})
	check := func() {
		t.Helper()
		if h.screen.step != stepResult {
			t.Fatalf("step %d: %v", h.screen.step, h.errs)
		}
		for c, n := range want {
			if got := h.screen.opened.found.count[c]; got != n {
				t.Errorf("%s: %d, want %d", c, got, n)
			}
		}
	}
	check()
	h.says("Nothing at the till was changed.", "1 row could not be read", "(no amount)", fmt.Sprintf("%d sales matched", want[bank.Matched]), "Only at the bank", "Only at the till", "Another amount", "Needs a person, 3", "Difference")
	h.screen.Press(screen.KeyPress{Name: fyne.KeyEscape})
	h.screen.open("/media/STICK/november.csv")
	check()
	if len(h.screen.opened.found.items) == 0 || h.env.Preferences.Get().Statement == "" {
		t.Error("the columns are not remembered")
	}
	h.screen.result.acceptAll()
	if len(h.exported) != 1 || h.exported[0].Match == nil {
		t.Fatal("nothing is exported")
	}
	table := h.exported[0].Match(exporting.InWords(h.env.Words, time.UTC))
	n := 0
	for _, err := range table.Rows {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	if n != len(h.screen.opened.found.items) {
		t.Errorf("%d rows of %d", n, len(h.screen.opened.found.items))
	}
}

// A file of another bank, whose columns are called otherwise, asks again.
func TestAnotherBankIsAskedAbout(t *testing.T) {
	sales := sold(100)
	h := build(t, words.English, theme.Look{}, fyne.NewSize(1134, 500), sales)
	csv, _ := bankFile(sales, header)
	h.files["a.csv"] = csv
	h.screen.open("a.csv")
	h.answer()
	h.screen.match()
	other, _ := bankFile(sales, "Jour,Heure,Somme,Numero,Quoi")
	h.files["b.csv"] = other
	h.screen.open("b.csv")
	if h.screen.step != stepColumns {
		t.Errorf("step %d", h.screen.step)
	}
	h.says("check them")
}

func TestFilesAreThoseThatMayBeStatements(t *testing.T) {
	home, stick := t.TempDir(), t.TempDir()
	t.Setenv("HOME", home)
	if err := os.Mkdir(filepath.Join(home, "Downloads"), 0o700); err != nil {
		t.Fatal(err)
	}
	for i, path := range []string{filepath.Join(home, "Downloads", "old.csv"), filepath.Join(home, "Downloads", "photo.png"), filepath.Join(home, "Downloads", "sanduq-20261120.csv"),
		filepath.Join(stick, "2-sanduq-zs-plain-20261120.csv"), filepath.Join(stick, "TEST-2-sanduq-20261120.xlsx"), filepath.Join(stick, "new.xlsx")} {
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, shop.LastDay.Add(time.Duration(i)*time.Hour), shop.LastDay.Add(time.Duration(i)*time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	var names []string
	for _, f := range FilesIn([]string{stick}) {
		names = append(names, filepath.Base(f.Path))
	}
	if !slices.Equal(names, []string{"new.xlsx", "old.csv"}) {
		t.Errorf("files %v", names)
	}
	if _, err := ReadFile(t.Context(), home); report.CodeOf(err) != report.CodeRead {
		t.Errorf("a folder reads as %v", err)
	}
}

// Every step fits and keeps the laws in every look.
func TestTheStatementLooksRight(t *testing.T) {
	sales := sold(60)
	csv, _ := bankFile(sales, header)
	for _, c := range []struct {
		name, lang string
		look       theme.Look
		size       fyne.Size
	}{{"light", words.English, theme.Look{}, fyne.NewSize(1134, 520)}, {"ar", words.Arabic, theme.Look{}, fyne.NewSize(1134, 520)}, {"fr", words.French, theme.Look{}, fyne.NewSize(1134, 520)},
		{"dark", words.English, theme.Look{Variant: theme.Dark}, fyne.NewSize(1134, 520)}, {"small", words.English, theme.Look{Small: true}, fyne.NewSize(928, 480)},
		{"largest", words.English, theme.Look{TextScale: 2}, fyne.NewSize(1134, 900)}} {
		t.Run(c.name, func(t *testing.T) {
			h := build(t, c.lang, c.look, c.size, sales)
			h.files["november.csv"] = csv
			look := func(step string) {
				uitest.Picture(t, h.window, "statement-"+step+"-"+c.name)
				for _, f := range laws.Faults(h.window.Canvas()) {
					t.Errorf("%s: %s", step, f)
				}
				if strings.Contains(uitest.Words(h.window.Canvas().Content()), "⟨") {
					t.Errorf("%s: a word is missing", step)
				}
			}
			look("choose")
			h.screen.open("november.csv")
			look("columns")
			h.answer()
			h.screen.match()
			look("result")
		})
	}
}

// TestAFileIsDroppedChosenOrPasted: each reads it, and what is none says so in the place of the
// sentence that was there.
func TestAFileIsDroppedChosenOrPasted(t *testing.T) {
	sales := sold(60)
	csv, _ := bankFile(sales, header)
	for name, do := range map[string]func(h *harness){
		"dropped": func(h *harness) { h.screen.Dropped("/media/STICK/november.csv") },
		"pasted":  func(h *harness) { h.screen.Paste(" '/media/STICK/november.csv'\n") },
		"found": func(h *harness) {
			for _, l := range uitest.All[*list.Line](h.window.Canvas().Content()) {
				l.OnTapped()
			}
		},
	} {
		h := build(t, words.English, theme.Look{}, fyne.NewSize(1134, 500), sales)
		h.says("Drop the bank’s file here", "Nothing at the till changes", "Can be read", "MT940", "None yet", "november.csv", "STICK")
		h.screen.Paste("12.500") // no path
		h.screen.Dropped("/media/STICK/gone.csv")
		h.says("The file could not be read.")
		if h.screen.step != stepChoose {
			t.Fatalf("%s: step %d", name, h.screen.step)
		}
		h.files["/media/STICK/november.csv"] = csv
		do(h)
		if h.screen.step != stepColumns {
			t.Errorf("%s: step %d: %v", name, h.screen.step, h.errs)
		}
		h.screen.Dropped("/media/STICK/other.csv") // what is answered is not lost
		if h.screen.step != stepColumns || h.screen.opened.name != "november.csv" {
			t.Errorf("%s: another file takes the place of the one whose columns are asked for", name)
		}
	}
	h := build(t, words.English, theme.Look{}, fyne.NewSize(1134, 500), sales)
	h.screen.Press(screen.KeyPress{Name: fyne.KeyReturn})
	if h.screen.choose.looking == nil {
		t.Error("Enter looks for no file")
	}
	h.screen.Press(screen.KeyPress{Name: fyne.KeyEscape})
	h.says("Drop the bank’s file here")
}
