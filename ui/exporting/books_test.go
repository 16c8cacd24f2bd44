package exporting

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"
	"github.com/xuri/excelize/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/report"
	"sanduq/core/report/export"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// shelf is the day's records, oldest first.
type shelf struct {
	zs     []journal.Z
	moves  []journal.Movement
	debts  [][]journal.DebtRow
	audit  []journal.AuditRow
	fail   error
	most   int // records that were asked for at once
	reads  int
	before func() // called before each page
}

func newest[T any](s *shelf, ctx context.Context, all []T, before uint64, limit int, seq func(T) uint64) (some []T, _ error) {
	s.most = max(s.most, limit)
	if s.reads++; s.before != nil {
		s.before()
	}
	for _, one := range slices.Backward(all) {
		if (before == 0 || seq(one) < before) && len(some) < limit {
			some = append(some, one)
		}
	}
	return some, errors.Join(s.fail, ctx.Err())
}

func (s *shelf) Movements(ctx context.Context, shift, before uint64, limit int) ([]journal.Movement, error) {
	var of []journal.Movement
	for _, m := range s.moves {
		if m.Shift == shift {
			of = append(of, m)
		}
	}
	return newest(s, ctx, of, before, limit, func(m journal.Movement) uint64 { return m.Seq })
}

func (s *shelf) Zs(ctx context.Context, before uint64, limit int) ([]journal.Z, error) {
	return newest(s, ctx, s.zs, before, limit, func(z journal.Z) uint64 { return z.Seq })
}

func (s *shelf) Audit(ctx context.Context, before uint64, limit int) ([]journal.AuditRow, error) {
	return newest(s, ctx, s.audit, before, limit, func(r journal.AuditRow) uint64 { return r.Seq })
}

func (s *shelf) Debts(ctx context.Context, q journal.DebtQuery) ([]journal.Debt, error) {
	var all []journal.Debt
	for _, rows := range s.debts {
		var d journal.Debt
		for _, r := range rows {
			d, _ = d.Append(r)
		}
		all = append(all, d)
	}
	return newest(s, ctx, all, q.Before, q.Limit, func(d journal.Debt) uint64 { return d.Number })
}

func (s *shelf) DebtRows(_ context.Context, debt uint64) ([]journal.DebtRow, error) {
	for _, rows := range s.debts {
		if rows[0].Debt == debt {
			return rows, s.fail
		}
	}
	return nil, journal.ErrNotFound
}

// evening is the end of the first day of a shelf, by a clock two hours ahead: its
// days are not those of UTC.
var evening = time.Date(2026, 9, 30, 22, 30, 0, 0, time.UTC)

var tripoli = time.FixedZone("Tripoli", 2*3600)

// days is a shelf of n days: a Z each, whose numbers leave one out after a restore,
// an entry of what is owed back each second day, which is returned ten days later,
// and ten decisions a day.
func days(t testing.TB, n int) *shelf {
	t.Helper()
	s := &shelf{}
	before := uint64(0)
	for i := range n {
		at, seq := evening.AddDate(0, 0, i), uint64(i+1)
		if i >= n/2 {
			seq += 5
		}
		taken := journal.Taken{TakenKey: journal.TakenKey{Opened: seq, Route: core.RouteQR, Cashier: "Samira", Currency: "LYD"}, Number: 2, Minor: int64(1000 + i)}
		z, err := journal.SumUp(journal.Shift{Number: seq, After: before, Begun: at.Add(-time.Hour)}, journal.ShiftFigures{Taken: []journal.Taken{taken}, Receipts: journal.SeqRange{First: seq * 2, Last: seq*2 + 1}},
			journal.Closing{Settings: journal.Settings{Shop: "Al Noor Market", Till: "2"}, Environment: core.Live, At: at, By: "Huda", Seq: seq, Before: before})
		if err != nil {
			t.Fatal(err)
		}
		s.zs, before = append(s.zs, z), seq
		for range 10 {
			s.audit = append(s.audit, journal.AuditRow{Seq: uint64(len(s.audit) + 1), At: at, By: []string{"Samira", "Huda"}[len(s.audit)%2], Action: journal.AuditSetAside, Detail: string(journal.AsideCustomerLeft), SaleID: "20261001-000010"})
		}
		if i%2 == 0 {
			debt, sum := uint64(len(s.debts)+1), int64(10_000+i)
			s.debts = append(s.debts, []journal.DebtRow{{Debt: debt, Kind: journal.DebtOpened, At: at, Cause: journal.DebtPaidTwice, Sale: "20261001-000004", With: "20261001-000005", Amount: money.Amount{Minor: sum, Currency: "LYD"}},
				{Debt: debt, Kind: journal.DebtReturned, At: at.AddDate(0, 0, 10), By: "Huda", Minor: 4_000, Open: sum, Reference: "FT-1"}})
		}
	}
	return s
}

// TestAWalkFindsEveryRecordOfItsDaysOnceOldestFirst: through gaps in the numbers,
// over the ends of pages, and past a clock that was set back for a while.
func TestAWalkFindsEveryRecordOfItsDaysOnceOldestFirst(t *testing.T) {
	s := days(t, 1300)
	for i := 1200; i < 1205; i++ {
		s.zs[i].At = s.zs[i].At.AddDate(-3, 0, 0)
	}
	source := Source{Books: s}
	for name, p := range map[string]report.Period{"all": {}, "a month": {From: "20280201", To: "20280229"}, "from": {From: "20290101"}, "to": {To: "20261031"}, "none": {From: "20200101", To: "20200102"},
		"the whole page before": {From: "20261001", To: "20300601"}, "one day": {From: "20270110", To: "20270110"}} {
		r := Request{Of: OfZs, Query: journal.SaleQuery{From: p.From, To: p.To}}
		var want, got []uint64
		for _, z := range s.zs {
			if r.Query.Within(journal.DayOf(z.At.In(tripoli))) {
				want = append(want, z.Seq)
			}
		}
		b := source.zs(r, tripoli)
		f, err := b.locate(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for z, err := range b.each(t.Context(), f) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, z.Seq)
		}
		if !slices.Equal(got, want) || f.rows != len(want) {
			t.Errorf("%s: %d Zs, %d were counted, want %d", name, len(got), f.rows, len(want))
		}
	}
	if s.most > page {
		t.Errorf("%d records are held at once", s.most)
	}
	s.reads = 0
	newestDay := journal.DayOf(s.zs[1299].At.In(tripoli))
	if n, err := source.Count(t.Context(), Request{Of: OfZs, Query: journal.SaleQuery{From: newestDay, To: newestDay}}, tripoli); err != nil || n != 1 || s.reads > 2 {
		t.Errorf("%d Zs of one day after %d pages, %v", n, s.reads, err)
	}
}

// TestABookIsWrittenWhileItGrows: what comes meanwhile belongs to the next file.
func TestABookIsWrittenWhileItGrows(t *testing.T) {
	s := days(t, 120)
	source, r := Source{Books: s}, Request{Of: OfAudit, Keep: func(a journal.AuditRow) bool { return a.By == "Huda" }}
	b := source.audit(r, tripoli)
	f, err := b.locate(t.Context())
	if err != nil || f.rows != 600 {
		t.Fatalf("%d, %v", f.rows, err)
	}
	s.audit = append(s.audit, journal.AuditRow{Seq: 1201, At: s.audit[0].At, By: "Huda"})
	n := 0
	for a, err := range b.each(t.Context(), f) {
		if n++; err != nil || a.By != "Huda" || a.Seq > 1200 {
			t.Fatalf("%+v, %v", a, err)
		}
	}
	if n != 600 {
		t.Errorf("%d entries", n)
	}
}

// TestTheLinesOfAMonthAreThoseWrittenInIt, also of entries that are older.
func TestTheLinesOfAMonthAreThoseWrittenInIt(t *testing.T) {
	s := days(t, 90)
	source, r := Source{Books: s}, Request{Of: OfOwed, Query: journal.SaleQuery{From: "20261101", To: "20261130"}}
	want := 0
	for _, rows := range s.debts {
		for _, row := range rows {
			if r.Query.Within(journal.DayOf(row.At.In(tripoli))) {
				want++
			}
		}
	}
	returned, n := 0, 0
	for l, err := range source.owed(t.Context(), r, tripoli) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; l.Row.Kind == journal.DebtReturned && l.Debt.Since.Before(time.Date(2026, 10, 31, 22, 0, 0, 0, time.UTC)) {
			returned++
		}
	}
	if got, err := source.Count(t.Context(), r, tripoli); n != want || got != want || returned == 0 || err != nil {
		t.Errorf("%d lines, %d were counted, want %d; %d returned of older ones, %v", n, got, want, returned, err)
	}
}

// shelved is a bench with the day's records.
func shelved(t *testing.T, s *shelf, lang string) *bench {
	b := newBench(t, history(6), lang)
	b.deps.Source.Books = s
	b.runner = NewRunner(b.env, b.deps)
	return b
}

// read is a file as programs read it.
func (b *bench) read(t *testing.T, name string) [][]string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(b.dir, name))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff")))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// TestBooksAreWrittenByTheCard: each in every form that it has, under names of their
// own; forms that hold sales alone are not offered.
func TestBooksAreWrittenByTheCard(t *testing.T) {
	b := shelved(t, days(t, 40), words.English)
	b.memory.Form = Odoo
	for i, of := range []Book{OfZs, OfOwed, OfAudit} {
		r := Request{Of: of, Query: journal.SaleQuery{From: "20261001", To: "20261031"}}
		if of == OfAudit {
			r.Asked, r.Keep = "Huda", func(a journal.AuditRow) bool { return a.By == "Huda" }
		}
		c := b.card(r)
		if got, want := c.title.Text(), []string{"Export 31 Zs", "Export 26 lines of the ledger", "Export 155 entries"}[i]; got != want {
			t.Errorf("%s: %q", of, got)
		}
		uitest.Picture(t, b.window, "export-"+string(of))
		if said := uitest.Words(c.Content()); strings.Contains(said, "Odoo") || !strings.Contains(said, "For programs") {
			t.Errorf("%s offers %s", of, said)
		}
		for _, f := range []Form{"", Plain, XLSX, PDF} { // first what was chosen last, which holds sales alone
			if f != "" {
				c.format.pick(f)
			}
			c.start.OnTapped()
			if s := b.runner.State(); s.Err != nil || s.Done == 0 || s.Done != s.Total && f != PDF {
				t.Errorf("%s %s: %+v", of, f, s)
			}
		}
		c.Gone()
		b.memory.Form = Odoo
	}
	var want []string
	for _, of := range []string{"audit", "owed", "zs"} {
		for _, end := range []string{"-20261001-20261031.csv", "-20261001-20261031.pdf", "-20261001-20261031.xlsx", "-plain-20261001-20261031.csv"} {
			want = append(want, "sanduq-"+of+end)
		}
	}
	if got := b.files(t); !slices.Equal(got, want) {
		t.Errorf("files %v", got)
	}
	if rows := b.read(t, "sanduq-zs-plain-20261001-20261031.csv"); len(rows) != 32 || rows[1][0] != "Z-0002" || rows[31][0] != "Z-0037" {
		t.Errorf("%d rows of Zs, from %s", len(rows), rows[1][0])
	}
	if rows := b.read(t, "sanduq-audit-20261001-20261031.csv"); fmt.Sprint(rows[len(rows)-1]) != "[320 2026-10-31 22:30:00 Huda  Set aside Customer left TILL-261001-010]" || !strings.Contains(fmt.Sprint(rows[:8]), "Shown Huda") {
		t.Errorf("the book says %q, %q", rows[:8], rows[len(rows)-1])
	}
	book, err := excelize.OpenFile(filepath.Join(b.dir, "sanduq-zs-20261001-20261031.xlsx"))
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(book.GetSheetList()); got != "[Summary Zs Lines of the Zs]" {
		t.Errorf("sheets %s", got)
	}
}

// TestDaysAreChosenOnTheCard, counted again, and said in the file.
func TestDaysAreChosenOnTheCard(t *testing.T) {
	s := days(t, 60) // from 30 September to 28 November; it is the 20th
	b := shelved(t, s, words.English)
	c := b.card(Request{Of: OfZs, Choose: true})
	for i, want := range []struct{ title, asked, file string }{
		{"Export 60 Zs", "All days", "sanduq-zs-plain.csv"},
		{"Export 20 Zs", "1 Nov 2026 to 20 Nov 2026", "sanduq-zs-plain-20261101-20261120.csv"},
		{"Export 31 Zs", "1 Oct 2026 to 31 Oct 2026", "sanduq-zs-plain-20261001-20261031.csv"},
		{"Export 52 Zs", "1 Jan 2026 to 20 Nov 2026", "sanduq-zs-plain-20260101-20261120.csv"},
	} {
		test.Tap(c.days.chips[i])
		if c.title.Text() != want.title || words.Plain(c.asked.Text()) != want.asked {
			t.Errorf("%s: %q, %q", want.file, c.title.Text(), c.asked.Text())
		}
	}
	test.Tap(c.days.chips[2])
	uitest.Picture(t, b.window, "export-spans")
	c.format.pick(Plain)
	c.begin()
	if rows := b.read(t, "sanduq-zs-plain-20261001-20261031.csv"); len(rows) != 32 || !strings.Contains(rows[0][len(rows[0])-1], "20261001-20261031") {
		t.Errorf("%d rows under %q", len(rows), rows[0])
	}
	if c.days.chips[0].Disabled() == false {
		t.Error("other days can be chosen beside what was written")
	}
	c.Gone()
	s.zs = nil
	c = b.card(Request{Of: OfZs, Choose: true})
	c.begin()
	if got := c.note.Text(); got != "There is nothing here to export. Choose other days." || !c.start.Disabled() {
		t.Errorf("without Zs it says %q", got)
	}
}

// TestABookThatIsStoppedOrBreaksLeavesNothing.
func TestABookThatIsStoppedOrBreaksLeavesNothing(t *testing.T) {
	for _, of := range []Book{OfZs, OfOwed, OfAudit} {
		s := days(t, 1300)
		b := shelved(t, s, words.English)
		c := b.card(Request{Of: of})
		s.reads, s.before = 0, func() {
			if s.reads > 4 {
				b.runner.Cancel()
			}
		}
		c.begin()
		if st := b.runner.State(); report.CodeOf(st.Err) != report.CodeCancelled || c.note.Text() != "Stopped. There is no file." {
			t.Errorf("%s: %v, says %q", of, st.Err, c.note.Text())
		}
		c.Gone()
		c = b.card(Request{Of: of})
		s.reads, s.before = 0, func() {
			if s.reads > 4 {
				s.fail = journal.ErrCorrupt
			}
		}
		c.begin()
		if st := b.runner.State(); report.CodeOf(st.Err) != report.CodeSource || !errors.Is(st.Err, journal.ErrCorrupt) {
			t.Errorf("%s: %v", of, st.Err)
		}
		if got := b.files(t); len(got) != 0 {
			t.Errorf("%s left %v", of, got)
		}
	}
}

// TestAnArabicBookKeepsItsLanguage, its sheets begin at the right.
func TestAnArabicBookKeepsItsLanguage(t *testing.T) {
	b := shelved(t, days(t, 10), words.Arabic)
	c := b.card(Request{Of: OfAudit})
	c.begin()
	if err := b.env.Words.Use(words.English); err != nil {
		t.Fatal(err)
	}
	book, err := excelize.OpenFile(filepath.Join(b.dir, "sanduq-audit.xlsx"))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := book.GetRows("من فعل ماذا")
	if err != nil || len(rows) != 101 || rows[1][4] != b.env.Words.In(words.Arabic).T("audit.setAside") {
		t.Errorf("%d rows, %v, %q", len(rows), err, rows[1])
	}
	if view, err := book.GetSheetView("من فعل ماذا", -1); err != nil || !*view.RightToLeft {
		t.Errorf("%v", err)
	}
}

// TestAStatementIsOfNoForm for programs: it is what a person found.
func TestAStatementIsOfNoForm(t *testing.T) {
	b := newBench(t, history(6), words.English)
	b.memory.Form = Plain
	c := b.card(Request{Asked: "bank.csv", Match: func(w export.Words) export.Table { return export.Match(nil, w) }})
	if c.format.form() != CSV || len(c.format.kinds) != 0 || !c.format.buttons[0].Spec().Chosen {
		t.Errorf("%s, %d kinds", c.format.form(), len(c.format.kinds))
	}
}
