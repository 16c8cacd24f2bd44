package exporting

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
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
	"sanduq/core/report/export"
	"sanduq/core/tests/shop"
	"sanduq/ui/receipts"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/dialog"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

const friday journal.Day = "20261120"

// records is a history of invented sales, newest first as a store gives them.
type records struct {
	sales []journal.Sale
	fail  error
	pages int
	each  func() // called before each page
}

func history(n int) *records {
	r := &records{}
	for i := range n {
		r.sales = append(r.sales, shop.Sale(i, n))
	}
	slices.Reverse(r.sales)
	return r
}

func has(q journal.SaleQuery, s journal.Sale) bool {
	day := s.ID.Day()
	if q.Booked {
		day = s.BookingDay()
	}
	return (q.From == "" || day >= q.From) && (q.To == "" || day <= q.To) && (q.Status == "" || q.Status == s.Status())
}

func (r *records) Sales(ctx context.Context, q journal.SaleQuery) (p journal.SalePage, err error) {
	if r.pages++; r.each != nil {
		r.each()
	}
	if err := errors.Join(r.fail, ctx.Err()); err != nil {
		return p, err
	}
	for _, s := range r.sales {
		if !has(q, s) || q.Before != "" && s.ID >= q.Before {
			continue
		}
		if len(p.Sales) == q.Limit {
			p.More = true
			break
		}
		p.Sales = append(p.Sales, s)
	}
	return p, nil
}

func (r *records) Totals(_ context.Context, q journal.SaleQuery) ([]journal.Total, error) {
	t := journal.Total{Currency: "LYD"}
	for _, s := range r.sales {
		if has(q, s) {
			t.Count++
		}
	}
	return []journal.Total{t}, r.fail
}

func (r *records) figures(t testing.TB) report.Source {
	all, err := shop.Count(shop.Each(r.sales), time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Whatever the query, every sale that it selects comes once, oldest first.
func TestEverySaleComesOnceOldestFirst(t *testing.T) {
	h := history(2000)
	for name, q := range map[string]journal.SaleQuery{"all": {}, "days": {From: "20261117", To: "20261119"}, "open end": {From: "20261118"}, "paid": {Status: journal.StatusPaid},
		"none": {From: "20300101", To: "20300102"}} {
		var want, got []journal.SaleID
		for _, s := range slices.Backward(h.sales) {
			if has(q, s) {
				want = append(want, s.ID)
			}
		}
		for s, err := range Sales(t.Context(), h, q, friday) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, s.ID)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %d sales, want %d", name, len(got), len(want))
		}
	}
	busy := history(1200) // more on a day than are read at once
	for i := range busy.sales {
		busy.sales[i].ID = journal.NewSaleID(friday, len(busy.sales)-i)
	}
	n := 0
	for s, err := range Sales(t.Context(), busy, journal.SaleQuery{From: friday, To: friday}, friday) {
		if n++; err != nil || s.ID.Number() != n {
			t.Fatalf("%s in place %d, %v", s.ID, n, err)
		}
	}
	if n != 1200 {
		t.Errorf("%d sales of a busy day", n)
	}
	// The books are ahead of a clock that was put back.
	for _, q := range []journal.SaleQuery{{}, {From: "20261117"}, {From: "20261120"}} {
		n, want := 0, 0
		for _, s := range h.sales {
			if has(q, s) {
				want++
			}
		}
		for _, err := range Sales(t.Context(), h, q, "20261118") {
			if n++; err != nil {
				t.Fatal(err)
			}
		}
		if n != want {
			t.Errorf("from %q, by a clock that was put back: %d sales, want %d", q.From, n, want)
		}
	}
	h.fail = errors.New("disk")
	for _, err := range Sales(t.Context(), h, journal.SaleQuery{}, friday) {
		if err == nil {
			t.Error("a sale comes from a broken disk")
		}
	}
}

// bench is a runner and a card in a window.
type bench struct {
	env    screen.Env
	deps   Deps
	runner *Runner
	memory Memory
	dir    string
	gone   int
	window fyne.Window
}

func newBench(t *testing.T, h *records, lang string) *bench {
	t.Helper()
	uitest.NewApp(t)
	w := words.MustLoad(lang)
	theme.Apply(fyne.CurrentApp(), theme.Look{Still: true, RTL: w.RTL()})
	t.Cleanup(func() { theme.Use(theme.Look{}) })
	b := &bench{dir: filepath.Join(t.TempDir(), "Documents", "Sanduq")}
	if err := os.Mkdir(filepath.Dir(b.dir), 0o700); err != nil {
		t.Fatal(err)
	}
	b.env, b.deps = screen.Env{Life: t.Context(), Words: w, Zone: time.UTC, Post: func(f func()) { f() }, Go: func(f func()) { f() }}, Deps{Source: Source{History: h, Figures: h.figures(t), Pen: receipts.NewDrawer()},
		Shop: func() Shop {
			return Shop{Shop: "Al Noor Market", Till: "2", By: "Huda", Zone: time.UTC, Today: friday, Now: shop.LastDay.Add(14 * time.Hour)}
		},
		Folders: func() []string { return []string{b.dir, filepath.Join(b.dir, "missing", "stick")} }}
	b.runner = NewRunner(b.env, b.deps)
	b.window = test.NewTempWindow(t, graphic.NewPanel(theme.Ground))
	b.window.Resize(fyne.NewSize(1366, 690))
	return b
}

func (b *bench) card(q Request) *Card {
	c := NewCard(b.env, b.deps, b.runner, &b.memory, q, func() { b.gone++ })
	b.window.SetContent(c.Content())
	return c
}

func (b *bench) files(t *testing.T) (names []string) {
	t.Helper()
	all, err := os.ReadDir(b.dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	for _, f := range all {
		names = append(names, f.Name())
	}
	return names
}

var week = Request{Query: journal.SaleQuery{From: "20261116", To: friday}, Asked: "Any state"}

// TestTheCardSaysWhichDays beside the filter; of a report and a statement what is
// asked for says so itself.
func TestTheCardSaysWhichDays(t *testing.T) {
	b := newBench(t, history(6), words.English)
	for _, c := range []struct {
		q    Request
		want string
	}{
		{week, "16 Nov 2026 to 20 Nov 2026 · Any state"},
		{Request{Query: journal.SaleQuery{From: friday, To: friday}, Asked: "Paid · QR"}, "20 Nov 2026 · Paid · QR"},
		{Request{Asked: "Any state"}, "All days · Any state"},
		{Request{Query: journal.SaleQuery{From: friday, To: friday}}, "20 Nov 2026"},
		{Request{Query: journal.SaleQuery{From: friday, To: friday}, Asked: "This week", Report: &report.Query{}}, "This week"},
		{Request{Asked: "bank.csv", Match: func(export.Words) export.Table { return export.Table{} }}, "bank.csv"},
	} {
		card := b.card(c.q)
		if got := words.Plain(card.asked.Text()); got != c.want {
			t.Errorf("%+v: %q, want %q", c.q.Query, got, c.want)
		}
		card.Gone()
	}
}

// TestALongFolderMakesTheCardNoWider, in any size of text: what is beside the edge
// of the card nobody sees.
func TestALongFolderMakesTheCardNoWider(t *testing.T) {
	b := newBench(t, history(6), words.English)
	b.deps.Folders = func() []string { return []string{filepath.Join(b.dir, strings.Repeat("long ", 30)), b.dir} }
	for _, scale := range []float32{1, 1.5, 2} {
		theme.Apply(fyne.CurrentApp(), theme.Look{Still: true, TextScale: scale})
		for form := range 2 {
			b.memory.Form = []Form{CSV, PDF}[form]
			card := b.card(week)
			card.target.toggle()
			room := dialog.DecisionWidth - 2*(theme.S6()+theme.Border())
			if got := card.Content().MinSize().Width; got > room {
				t.Errorf("at %v the card asks for %v of %v", scale, got, room)
			}
			card.Gone()
		}
	}
}

func TestEveryFormIsWrittenAndASecondGetsANumber(t *testing.T) {
	b := newBench(t, history(60), words.English)
	for _, f := range []Form{CSV, Plain, Odoo, OCA, XLSX, PDF} {
		c := b.card(week)
		c.format.pick(f)
		c.start.OnTapped()
		if s := b.runner.State(); s.Err != nil || s.Done == 0 || s.Total != 60 {
			t.Errorf("%s: %+v", f, s)
		}
		if got := c.note.Text(); !strings.HasPrefix(got, "Saved: Documents/Sanduq/sanduq-") {
			t.Errorf("%s says %q", f, got)
		}
		c.Gone()
	}
	b.card(week).begin()
	want := []string{"sanduq-20261116-20261120 (2).pdf", "sanduq-20261116-20261120.csv", "sanduq-20261116-20261120.pdf", "sanduq-20261116-20261120.xlsx",
		"sanduq-oca-20261116-20261120.csv", "sanduq-odoo-20261116-20261120.csv", "sanduq-plain-20261116-20261120.csv"}
	if got := b.files(t); !slices.Equal(got, want) {
		t.Errorf("files %v", got)
	}
	data, err := os.ReadFile(filepath.Join(b.dir, "sanduq-plain-20261116-20261120.csv"))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff")))).ReadAll()
	if err != nil || len(rows) < 61 {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}

func TestACancelledExportLeavesNothing(t *testing.T) {
	h := history(3000)
	b := newBench(t, h, words.English)
	h.each = func() {
		if h.pages > 2 {
			b.runner.Cancel()
		}
	}
	c := b.card(week)
	c.begin()
	if s := b.runner.State(); report.CodeOf(s.Err) != report.CodeCancelled || c.note.Text() != "Stopped. There is no file." {
		t.Errorf("%v, says %q", s.Err, c.note.Text())
	}
	if got := b.files(t); len(got) != 0 {
		t.Errorf("left %v", got)
	}
}

func TestWhatCannotBeExportedIsSaid(t *testing.T) {
	for name, c := range map[string]struct {
		with func(*bench, *records)
		q    Request
		want string
	}{
		"nothing": {func(*bench, *records) {}, Request{Query: journal.SaleQuery{From: "20300101", To: "20300101"}}, "There are no sales here to export. Choose other days."},
		"a stick that is gone": {func(b *bench, _ *records) { b.memory.Folder = filepath.Join(b.dir, "missing", "stick") }, week,
			"The folder is not there, or nothing may be written into it. Choose another."},
		"a broken disk": {func(_ *bench, h *records) { h.each = func() { h.fail = errors.New("disk") } }, week, "The records cannot be read now. Nothing was written."},
	} {
		t.Run(name, func(t *testing.T) {
			h := history(800)
			b := newBench(t, h, words.English)
			c.with(b, h)
			card := b.card(c.q)
			card.begin()
			if got := card.note.Text(); got != c.want {
				t.Errorf("says %q", got)
			}
			if got := b.files(t); len(got) != 0 {
				t.Errorf("left %v", got)
			}
		})
	}
}

// What runs goes on when the card is taken away, and a card opened later shows
// it.
func TestAnExportOutlivesItsCard(t *testing.T) {
	b := newBench(t, history(800), words.English)
	var work []func()
	b.env.Go = func(f func()) { work = append(work, f) }
	b.runner = NewRunner(b.env, b.deps)
	c := b.card(week)
	for len(work) > 0 {
		work[0]()
		work = work[1:]
	}
	c.begin()
	c.hide.OnTapped()
	c.Gone()
	if b.gone != 1 || !b.runner.State().Running {
		t.Fatalf("gone %d, %+v", b.gone, b.runner.State())
	}
	again := b.card(week)
	if got := uitest.Words(again.Content()); !strings.Contains(got, "Cancel") || strings.Contains(got, "Enter") {
		t.Errorf("the card says %s", got)
	}
	for len(work) > 0 {
		work[0]()
		work = work[1:]
	}
	if s := b.runner.State(); s.Running || s.Err != nil || !strings.HasPrefix(again.note.Text(), "Saved: ") {
		t.Errorf("%+v, says %q", s, again.note.Text())
	}
}

// The figures before the sales are those of the store's figures, digit by digit.
func TestAnExcelFileHasFiguresAndSales(t *testing.T) {
	b := newBench(t, history(1200), words.Arabic)
	q := report.Query{Filter: report.Filter{Period: report.Period{From: "20261116", To: friday}}}
	r := week
	r.Report = &q
	job, err := b.deps.Source.Job(t.Context(), r, XLSX, b.deps.Shop(), b.env.Words)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, table := range job.Tables {
		names = append(names, table.Name)
	}
	if want := []string{"حسب الساعة", "حسب اليوم", "حسب الطريقة", "حسب الصرّاف", "ما لم يُقبض", "غير معروف بعد، ليس في أي مجموع", "المبيعات"}; !slices.Equal(names, want) {
		t.Errorf("tables %v", names)
	}
}
