package reconcile_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/report/reconcile"
	"sanduq/core/report/statement"
)

// usual is what a person answers who has seen each row.
var usual = map[reconcile.Kind]string{
	reconcile.OnlyBank: reconcile.NotSale, reconcile.OnlyTill: reconcile.Tomorrow, reconcile.OtherAmount: reconcile.Fee, reconcile.Guess: reconcile.Yes, reconcile.Again: reconcile.Yes,
	reconcile.Twice: reconcile.Seen, reconcile.TakenBack: reconcile.Seen, reconcile.Returned: reconcile.Seen,
}

// sign reads a file as the screen does, answers all of its rows and signs it.
func (s *shop) sign(t interface{ Fatalf(string, ...any) }, id string, lines []statement.Line) (*reconcile.Result, []journal.Reconciled) {
	st := journal.BankStatement{ID: id, Account: "acc", Number: "one", At: day(30, 0).Add(time.Duration(len(s.statements)) * time.Minute)}
	for _, l := range lines {
		if d := journal.DayOf(l.At); st.From == "" || d < st.From {
			st.From = d
		}
		st.To = max(st.To, journal.DayOf(l.At))
	}
	if s.kept == nil {
		s.kept = map[journal.SaleID]journal.Reconciled{}
	}
	st.ID = reconcile.Named(st, lines, s.statements)
	if at := slices.IndexFunc(s.statements, func(o journal.BankStatement) bool { return o.ID == st.ID }); at >= 0 {
		st = s.statements[at]
		s.statements = slices.Delete(slices.Clone(s.statements), at, at+1)
	}
	build := func() *reconcile.Result {
		in := reconcile.Input{Statement: st, Lines: lines, Kept: s.kept, Statements: s.statements, Currency: "LYD"}
		if st.Signed == nil {
			st.Lines = reconcile.Listed(in)
			in.Statement = st
		}
		o := statement.Options{Zone: time.UTC, Keys: reconcile.Keys(in)}
		o.Known, o.Elsewhere = reconcile.Known(in)
		in.Items = statement.Match(lines, s.entries, o)
		return reconcile.Build(in)
	}
	r := build()
	for range 3 { // an answer may make rows of one
		for _, row := range r.Rows {
			if !row.Open() {
				continue
			}
			if usual[row.Kind] == "" {
				t.Fatalf("%s: nobody answers %+v", id, row)
			}
			answer := usual[row.Kind]
			if row.Kind == reconcile.Again && s.knows != nil && !s.knows(row.Items[0].Line) {
				answer = reconcile.No
			}
			st.Answers = append(st.Answers, journal.BankAnswer{Row: row.Key, Answer: answer, At: st.At})
		}
		r = build()
	}
	if r.Sums.Open > 0 {
		t.Fatalf("%s: %d rows are open", id, r.Sums.Open)
	}
	changed := r.Records()
	for _, c := range changed {
		s.kept[c.Sale] = c
	}
	if st.Signed == nil { // it is signed once
		settled := r.Settled()
		st.Settled, st.Signed = &settled, &journal.Decision{By: "Huda"}
	}
	s.statements = append(s.statements, st)
	return r, changed
}

// settled is all that was signed.
func (s *shop) bankSums() (sum journal.BankSums) {
	sum.Currency = "LYD"
	for _, st := range s.statements {
		sum.Bank, sum.Clearing, sum.Fees = sum.Bank+st.Settled.Bank, sum.Clearing+st.Settled.Clearing, sum.Fees+st.Settled.Fees
		sum.Second, sum.Suspense = sum.Second+st.Settled.Second, sum.Suspense+st.Settled.Suspense
	}
	return sum
}

// times is how often the bank has each sale.
func (s *shop) times() map[journal.SaleID]int {
	all := map[journal.SaleID]int{}
	for id, r := range s.kept {
		all[id] = r.Credits()
	}
	return all
}

// TestTheAfternoonOfADaySettlesToo: a file of the morning is signed, then one of the
// afternoon, which has nothing of the morning, or all of it as well.
func TestTheAfternoonOfADaySettlesToo(t *testing.T) {
	for _, whole := range []bool{false, true} {
		s := &shop{}
		a, b := s.sale(1, 3, 12_500), s.sale(2, 3, 32_000)
		morning, afternoon := []statement.Line{line(a, 3, 12_500)}, []statement.Line{line(b, 3, 32_000)}
		if whole {
			afternoon = append(afternoon, morning...)
		}
		s.sign(t, "morning", morning)
		r, changed := s.sign(t, "afternoon", afternoon)
		if got := r.Settled(); got.Clearing != 32_000 || got.Bank != 32_000 || len(changed) != 1 || changed[0].Sale != b.Sale {
			t.Errorf("whole %v: the afternoon settles %+v, %+v", whole, got, changed)
		}
		if kinds(r)[reconcile.OnlyTill] != 0 {
			t.Errorf("whole %v: a sale of the morning is asked about: %v", whole, kinds(r))
		}
	}
}

// TestAPaymentOfTheAfternoonIsThereTwice: the morning has its first line. It is asked
// about, and owed back is offered once a file has both: the bank may word a line anew.
func TestAPaymentOfTheAfternoonIsThereTwice(t *testing.T) {
	s := &shop{}
	a := s.sale(1, 3, 12_500)
	first, second := line(a, 3, 12_500), line(a, 3, 12_500)
	first.Text, second.Text = core.NewSecret("at 09:01"), core.NewSecret("at 15:20")
	s.sign(t, "morning", []statement.Line{first})
	for _, c := range []struct {
		id    string
		lines []statement.Line
		owed  bool
	}{{"afternoon", []statement.Line{second}, false}, {"all", []statement.Line{first, second}, true}} {
		r, _ := s.sign(t, c.id, c.lines)
		if row := rowOf(t, r, reconcile.Twice); row.Owed != c.owed {
			t.Errorf("%s: owed is %v", c.id, row.Owed)
		}
	}
	if got := s.bankSums(); got.Clearing != 12_500 || got.Second != 12_500 {
		t.Errorf("settled: %+v", got)
	}
}

// TestAnyFilesOfAStatementSettleTheSame as the whole of it in one file: they overlap, come
// in any order and have rows that say the same. Rows that say the same in all are in a file
// together, as the rows of one export are: two files with one of them each have the same.
func TestAnyFilesOfAStatementSettleTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole, files := &shop{}, &shop{}
		var groups [][]statement.Line // each in a file together
		words := 0
		named := func(e statement.Entry, minor int64) {
			l := line(e, e.At.Day(), minor)
			words++
			l.Text, l.Reversal = core.NewSecret(fmt.Sprint("row ", words)), minor < 0
			groups = append(groups, []statement.Line{l})
		}
		for n := range rapid.IntRange(1, 8).Draw(t, "sales") {
			on, minor := rapid.IntRange(3, 4).Draw(t, "day"), int64(10_000+7*n)
			e := whole.sale(n+1, on, minor)
			switch rapid.SampledFrom([]string{"once", "twice", "back", "again", "fee", "lost", "rent", "strange"}).Draw(t, "kind") {
			case "once":
				named(e, minor)
			case "twice":
				named(e, minor)
				named(e, minor)
			case "back":
				named(e, minor)
				named(e, -minor)
			case "again":
				named(e, minor)
				named(e, -minor)
				named(e, minor)
			case "fee":
				named(e, minor-300)
			case "rent":
				groups = append(groups, []statement.Line{{IDs: []string{fmt.Sprint("RENT-", n)}, Amount: dinars(-99_000), At: day(on, 0), Dated: true}})
			case "strange":
				groups = append(groups, []statement.Line{{IDs: []string{fmt.Sprint("ELSE-", n)}, Amount: dinars(9_000_001), At: day(on, 0), Dated: true}})
			}
		}
		for _, on := range []int{3, 4} { // nameless, and the same in all
			var same []statement.Line
			for n := range rapid.IntRange(0, 3).Draw(t, "same") {
				whole.sale(100*on+n, on, 1_000)
				same = append(same, statement.Line{Amount: dinars(1_000), At: day(on, 0), Dated: true})
			}
			if same != nil {
				groups = append(groups, same)
			}
		}
		if len(groups) == 0 {
			return
		}
		files.entries = whole.entries
		parts := make([][]statement.Line, rapid.IntRange(1, 4).Draw(t, "files"))
		for _, g := range groups {
			in := rapid.SliceOfNDistinct(rapid.IntRange(0, len(parts)-1), 1, len(parts), rapid.ID[int]).Draw(t, "in")
			for _, at := range in {
				parts[at] = append(parts[at], g...)
			}
		}
		all := slices.Concat(groups...)
		whole.sign(t, "whole", all)
		for n, part := range append(parts, parts[0]) { // one of them once more
			if len(part) > 0 {
				files.sign(t, fmt.Sprint("part ", n), part)
			}
		}
		if got, want := files.bankSums(), whole.bankSums(); got != want || !balanced(got) {
			t.Fatalf("files settle %+v, the whole %+v", got, want)
		}
		if got, want := files.times(), whole.times(); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("files have %v, the whole %v", got, want)
		}
		r, changed := files.sign(t, "whole", all)
		if got := r.Settled(); got != (journal.BankSums{Currency: "LYD"}) || len(changed) != 0 {
			t.Fatalf("the whole read after its parts: %+v, %+v", got, changed)
		}
	})
}
