package reconcile_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/report/reconcile"
	"sanduq/core/report/statement"
)

func day(n, hour int) time.Time { return time.Date(2026, 11, n, hour, 0, 0, 0, time.UTC) }

func dinars(minor int64) money.Amount { return money.Amount{Minor: minor, Currency: "LYD"} }

// shop is what a till and its bank remember from file to file.
type shop struct {
	entries    []statement.Entry
	kept       map[journal.SaleID]journal.Reconciled
	statements []journal.BankStatement
	knows      func(*statement.Line) bool // whether an earlier file has the very movement
}

func (s *shop) sale(n, on int, minor int64) statement.Entry {
	e := statement.Entry{Sale: journal.NewSaleID(journal.DayOf(day(on, 9)), n), Receipt: uint64(n), TransactionID: fmt.Sprintf("8F2K-71QD-%04d", n),
		Route: core.RouteQR, Amount: dinars(minor), At: day(on, 9).Add(time.Duration(n) * time.Minute)}
	s.entries = append(s.entries, e)
	return e
}

func line(e statement.Entry, on int, minor int64) statement.Line {
	return statement.Line{IDs: []string{e.TransactionID}, Amount: dinars(minor), At: day(on, 0), Dated: true}
}

// file is read and, as the screen does, kept.
type file struct {
	id, account string
	from, to    int
	lines       []statement.Line
	answers     map[reconcile.Kind]string
}

func (s *shop) read(f file) (*reconcile.Result, []journal.Reconciled) {
	if s.kept == nil {
		s.kept = map[journal.SaleID]journal.Reconciled{}
	}
	st := journal.BankStatement{ID: f.id, Account: f.account, From: journal.DayOf(day(f.from, 0)), To: journal.DayOf(day(f.to, 0)), At: day(30, len(s.statements))}
	at := slices.IndexFunc(s.statements, func(o journal.BankStatement) bool { return o.ID == f.id })
	if at >= 0 {
		st = s.statements[at]
	}
	build := func() *reconcile.Result {
		in := reconcile.Input{Statement: st, Lines: f.lines, Kept: s.kept, Statements: s.statements, Currency: "LYD"}
		o := statement.Options{Zone: time.UTC}
		o.Known, o.Elsewhere = reconcile.Known(in)
		in.Items = statement.Match(f.lines, s.entries, o)
		return reconcile.Build(in)
	}
	r := build()
	for _, row := range r.Rows {
		if a := f.answers[row.Kind]; a != "" && row.Key != "" {
			st.Answers = append(st.Answers, journal.BankAnswer{Row: row.Key, Answer: a, At: st.At})
		}
	}
	r = build()
	changed := r.Records()
	for _, c := range changed {
		if s.kept[c.Sale] = c; len(c.Lines) == 0 {
			delete(s.kept, c.Sale)
		}
	}
	if at < 0 {
		s.statements = append(s.statements, st)
	}
	return r, changed
}

func kinds(r *reconcile.Result) map[reconcile.Kind]int {
	n := map[reconcile.Kind]int{}
	for _, row := range r.Rows {
		n[row.Kind]++
	}
	return n
}

// TestAFileReadAgainChangesNothing, nor does one that overlaps, whatever was said of a
// guess: of two sales of one sum each keeps its line.
func TestAFileReadAgainChangesNothing(t *testing.T) {
	s := &shop{}
	a, b := s.sale(1, 3, 12_500), s.sale(2, 3, 32_000)
	twin := s.sale(3, 4, 32_000)
	nameless := func(on int) statement.Line {
		return statement.Line{Amount: dinars(32_000), At: day(on, 0), Dated: true}
	}
	first := file{"one", "acc", 1, 3, []statement.Line{line(a, 3, 12_500), nameless(3)}, map[reconcile.Kind]string{reconcile.Guess: reconcile.Yes}}
	r, changed := s.read(first)
	if len(changed) != 2 || s.kept[b.Sale].Class != journal.ReconciledByPerson || s.kept[a.Sale].Class != journal.ReconciledByNumber || r.Sums.Difference() != -32_000 {
		t.Fatalf("%+v, %+v", changed, r.Sums)
	}
	before := maps.Clone(s.kept)
	if _, changed = s.read(first); len(changed) != 0 {
		t.Errorf("the same file: %+v", changed)
	}
	first.id, first.answers = "another name", nil
	if r, changed = s.read(first); len(changed) != 0 || r.Sums.Open != 1 { // the twin is only at the till
		t.Errorf("under another name: %+v, %+v", changed, r.Sums)
	}
	next := file{"two", "acc", 2, 5, []statement.Line{nameless(4), nameless(3), line(a, 3, 12_500)}, map[reconcile.Kind]string{reconcile.Guess: reconcile.Yes}}
	if _, changed = s.read(next); len(changed) != 1 || changed[0].Sale != twin.Sale {
		t.Errorf("overlapping: %+v", changed)
	}
	for sale, r := range before {
		if got := s.kept[sale]; !slices.Equal(got.Lines, r.Lines) {
			t.Errorf("%s was %+v, is %+v", sale, r, got)
		}
	}
}

// TestOwedBackIsOfferedForWhatIsThereTwice, be it in one file or in two, and for nothing
// else: not for one that the bank took back, in that file or a later one, not for one
// that two formats name differently, and not for another sum.
func TestOwedBackIsOfferedForWhatIsThereTwice(t *testing.T) {
	for name, c := range map[string]struct {
		files []file
		kind  reconcile.Kind // in the last
		owed  bool
	}{
		"in one file":               {[]file{{"one", "acc", 1, 5, []statement.Line{{}, {}}, nil}}, reconcile.Twice, true},
		"in two files":              {[]file{{"one", "acc", 1, 3, []statement.Line{{}}, nil}, {"two", "acc", 4, 5, []statement.Line{{At: day(4, 0)}}, nil}}, reconcile.Twice, true},
		"the later file first":      {[]file{{"two", "acc", 4, 5, []statement.Line{{At: day(4, 0)}}, nil}, {"one", "acc", 1, 3, []statement.Line{{}}, nil}}, reconcile.Twice, true},
		"read again":                {[]file{{"one", "acc", 1, 3, []statement.Line{{}}, nil}, {"two", "acc", 4, 5, []statement.Line{{At: day(4, 0)}}, nil}, {"two", "acc", 4, 5, []statement.Line{{At: day(4, 0)}}, nil}}, reconcile.Twice, true},
		"taken back in it":          {[]file{{"one", "acc", 1, 5, []statement.Line{{}, {}, {Amount: dinars(-12_500)}}, nil}}, reconcile.Returned, false},
		"taken back before":         {[]file{{"one", "acc", 1, 3, []statement.Line{{}, {Amount: dinars(-12_500)}}, nil}, {"two", "acc", 4, 5, []statement.Line{{At: day(4, 0)}}, nil}}, reconcile.Twice, false},
		"another format, day later": {[]file{{"one", "acc", 1, 3, []statement.Line{{}}, nil}, {"two", "camt", 4, 5, []statement.Line{{At: day(4, 0)}}, nil}}, reconcile.Matched, false},
		"overlapping days":          {[]file{{"one", "acc", 1, 4, []statement.Line{{}}, nil}, {"two", "acc", 4, 5, []statement.Line{{At: day(4, 0)}}, nil}}, reconcile.Matched, false},
		"taken back alone":          {[]file{{"one", "acc", 1, 5, []statement.Line{{}, {Amount: dinars(-12_500)}}, nil}}, reconcile.TakenBack, false},
	} {
		s := &shop{}
		e := s.sale(1, 3, 12_500)
		var r *reconcile.Result
		for _, f := range c.files {
			for i := range f.lines {
				l := line(e, 3, 12_500)
				if !f.lines[i].At.IsZero() {
					l.At = f.lines[i].At
				}
				if f.lines[i].Amount.Currency != "" {
					l.Amount = f.lines[i].Amount
				}
				l.Text = core.NewSecret(fmt.Sprint("row ", i))
				f.lines[i] = l
			}
			r, _ = s.read(f)
		}
		if kinds(r)[c.kind] != 1 {
			t.Errorf("%s: %v", name, kinds(r))
		}
		for _, row := range r.Rows {
			if row.Owed != (c.owed && row.Kind == reconcile.Twice) {
				t.Errorf("%s: %s is owed: %v", name, row.Kind, row.Owed)
			}
		}
		if c.owed != (s.kept[e.Sale].Credits() == 2) || s.kept[e.Sale].Reconciles() == (c.kind == reconcile.TakenBack) {
			t.Errorf("%s: kept %+v", name, s.kept[e.Sale])
		}
	}
}

// TestTwoGroupsAreChosenBetween: the one that a person picks is a deposit, the other
// stays at the till.
func TestTwoGroupsAreChosenBetween(t *testing.T) {
	s := &shop{}
	for n, minor := range []int64{5_000, 7_000} {
		s.sale(n+1, 3, minor)
		s.sale(n+11, 2, minor+3_000-6_000*int64(n)+0)
	}
	s.entries[1].Amount.Minor, s.entries[3].Amount.Minor = 3_000, 9_000
	f := file{"one", "acc", 2, 3, []statement.Line{{Amount: dinars(12_000), At: day(3, 0), Dated: true}}, nil}
	r, changed := s.read(f)
	if kinds(r)[reconcile.Choose] != 1 || kinds(r)[reconcile.OnlyTill] != 4 || len(changed) != 0 {
		t.Fatalf("%v, %+v", kinds(r), changed)
	}
	f.id, f.answers = "two", map[reconcile.Kind]string{reconcile.Choose: reconcile.Second}
	r, changed = s.read(f)
	if kinds(r)[reconcile.OnlyTill] != 2 || len(changed) != 2 || changed[0].Class != journal.ReconciledByPerson || r.Sums.Sales != 4 || r.Sums.Difference() != -12_000 {
		t.Errorf("%v, %+v, %+v", kinds(r), changed, r.Sums)
	}
}

// TestRowsAddUpToTheHeadline, whatever a statement has and whatever is said of it: each
// payment of the till's stands in one row, and so does each line that came.
func TestRowsAddUpToTheHeadline(t *testing.T) {
	random := rand.New(rand.NewPCG(31, 10))
	for range 300 {
		s := &shop{}
		var lines []statement.Line
		for n := range 1 + random.IntN(14) {
			e := s.sale(n+1, 1+random.IntN(4), 1_000+500*random.Int64N(6))
			for range random.IntN(3) {
				l := line(e, 1+random.IntN(4), e.Amount.Minor)
				switch random.IntN(6) {
				case 0:
					l.IDs = nil
				case 1:
					l.Amount.Minor = -l.Amount.Minor
				case 2:
					l.Amount.Minor += 250
				case 3:
					l.Amount.Currency = "USD"
				}
				l.Text = core.NewSecret(fmt.Sprint(len(lines)))
				lines = append(lines, l)
			}
		}
		if len(lines) == 0 {
			continue
		}
		said := map[reconcile.Kind]string{}
		for _, k := range []reconcile.Kind{reconcile.Guess, reconcile.Choose, reconcile.OtherAmount, reconcile.OnlyBank} {
			row := reconcile.Row{Kind: k, Items: []statement.Item{{Choices: make([]statement.Choice, 2)}}}
			if all := row.Answers(); random.IntN(2) == 0 {
				said[k] = all[random.IntN(len(all))]
			}
		}
		r, _ := s.read(file{"one", "acc", 1, 4, lines, said})
		var till, bank, column int64
		seen := map[*statement.Line]int{}
		for _, row := range r.Rows {
			for _, item := range row.Items {
				if item.Line != nil {
					seen[item.Line]++
				}
			}
			if row.Kind == reconcile.Outgoing || row.Foreign {
				continue
			}
			till, bank, column = till+row.Till, bank+row.Bank, column+row.Difference()
		}
		if sums := r.Sums; sums.Till != till || sums.Bank != bank || sums.Difference() != column || sums.Fees+sums.Look != column {
			t.Fatalf("%+v of %d, %d, %d", sums, till, bank, column)
		}
		for i := range lines {
			if seen[&lines[i]] != 1 {
				t.Fatalf("line %d stands in %d rows: %+v", i, seen[&lines[i]], kinds(r))
			}
		}
		want := int64(0)
		for _, e := range s.entries {
			want += e.Amount.Minor
		}
		foreign := int64(0)
		for _, row := range r.Rows {
			if row.Foreign {
				foreign += row.Till
			}
		}
		if till+foreign != want {
			t.Fatalf("the till's side is %d and %d, its payments are %d", till, foreign, want)
		}
	}
}
