package reconcile_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"sanduq/core/journal"
	"sanduq/core/report/reconcile"
	"sanduq/core/report/statement"
)

// TestMoneyIsAssignedToASaleByHand: the sale leaves what is only at the till, it is kept as
// reconciled by a person, a file that is read again tells the same, and another answer
// takes it back.
func TestMoneyIsAssignedToASaleByHand(t *testing.T) {
	s := &shop{}
	a, lost := s.sale(1, 3, 12_500), s.sale(2, 3, 32_000)
	strange := statement.Line{IDs: []string{"FT-9"}, Amount: dinars(30_000), At: day(3, 0), Dated: true}
	f := file{"one", "acc", 1, 3, []statement.Line{line(a, 3, 12_500), strange}, nil}
	r, _ := s.read(f)
	row := rowOf(t, r, reconcile.OnlyBank)
	if all := r.Assignable(row); len(all) != 1 || all[0].Sale != lost.Sale || !slices.Contains(row.Answers(), reconcile.Belongs) {
		t.Fatalf("assignable: %+v", all)
	}
	s.answer(row.Key, reconcile.Belongs, lost.Sale)
	for n := range 3 { // said now, and read twice more
		r, changed := s.read(f)
		row = rowOf(t, r, reconcile.OnlyBank)
		if row.Open() || row.Till != 32_000 || row.Bank != 30_000 || row.Items[0].Entry == nil || row.Items[0].Entry.Sale != lost.Sale || kinds(r)[reconcile.OnlyTill] != 0 || r.Sums.Look != -2_000 {
			t.Fatalf("%d: %+v, %v, %+v", n, row, kinds(r), r.Sums)
		}
		if kept := s.kept[lost.Sale]; kept.Class != journal.ReconciledByPerson || !kept.Reconciles() || (len(changed) == 1) != (n == 0) {
			t.Fatalf("%d: %+v, %d changed", n, kept, len(changed))
		}
		if sums := r.Settled(); !balanced(sums) || sums.Bank != 42_500 || sums.Clearing != 42_500 {
			t.Fatalf("%d: %+v", n, sums)
		}
	}
	s.answer(row.Key, reconcile.NotSale, lost.Sale)
	r, _ = s.read(f)
	if row = rowOf(t, r, reconcile.OnlyBank); row.HasTill || kinds(r)[reconcile.OnlyTill] != 1 || r.Sums.Till != 44_500 {
		t.Fatalf("taken back: %+v, %v", row, kinds(r))
	}
	if _, there := s.kept[lost.Sale]; there {
		t.Error("it is kept as reconciled still")
	}
	if r, _ = s.read(f); kinds(r)[reconcile.OnlyTill] != 1 {
		t.Errorf("read again: %v", kinds(r))
	}
}

// TestASaleIsAssignedOnce: two rows that name one sale have it once.
func TestASaleIsAssignedOnce(t *testing.T) {
	s := &shop{}
	lost := s.sale(2, 3, 32_000)
	var lines []statement.Line
	for _, id := range []string{"FT-8", "FT-9"} {
		lines = append(lines, statement.Line{IDs: []string{id}, Amount: dinars(30_000), At: day(3, 0), Dated: true})
	}
	f := file{"one", "acc", 1, 3, lines, nil}
	r, _ := s.read(f)
	for _, row := range r.Rows {
		if row.Kind == reconcile.OnlyBank {
			s.answer(row.Key, reconcile.Belongs, lost.Sale)
		}
	}
	r, _ = s.read(f)
	with := 0
	for _, row := range r.Rows {
		if row.Kind == reconcile.OnlyBank && row.HasTill {
			with++
		}
	}
	if with != 1 || r.Sums.Till != 32_000 || r.Sums.Bank != 60_000 || len(s.kept[lost.Sale].Lines) != 1 {
		t.Errorf("%d rows have it, %+v, %+v", with, r.Sums, s.kept[lost.Sale])
	}
}

func rowOf(t *testing.T, r *reconcile.Result, k reconcile.Kind) reconcile.Row {
	t.Helper()
	at := slices.IndexFunc(r.Rows, func(row reconcile.Row) bool { return row.Kind == k })
	if at < 0 {
		t.Fatalf("no row is %s: %v", k, kinds(r))
	}
	return r.Rows[at]
}

// answer is what a person answers of a row of the newest statement.
func (s *shop) answer(key, answer string, sale journal.SaleID) {
	at := &s.statements[len(s.statements)-1]
	at.Answers = slices.DeleteFunc(at.Answers, func(a journal.BankAnswer) bool { return a.Row == key })
	at.Answers = append(at.Answers, journal.BankAnswer{Row: key, Answer: answer, Sale: sale, At: at.At.Add(time.Minute)})
}

// TestWhatAStatementSettles adds up, has each line of money that came once, and none that
// a signed statement of the same account had before.
func TestWhatAStatementSettles(t *testing.T) {
	random := rand.New(rand.NewPCG(31, 14))
	for range 300 {
		s := &shop{}
		var lines []statement.Line
		for n := 1; n <= 30; n++ {
			on := 1 + random.IntN(20)
			e := s.sale(n, on, 1_000+int64(random.IntN(50_000)))
			switch random.IntN(8) {
			case 0:
			case 1:
				lines = append(lines, line(e, on, e.Amount.Minor-500))
			case 2:
				lines = append(lines, line(e, on, e.Amount.Minor), line(e, on, e.Amount.Minor))
			case 3:
				back := line(e, on, -e.Amount.Minor)
				back.Reversal = true
				lines = append(lines, line(e, on, e.Amount.Minor), back)
			case 4:
				lines = append(lines, statement.Line{IDs: []string{"ELSE-" + string(e.Sale)}, Amount: dinars(777), At: day(on, 0), Dated: true})
			case 5:
				lines = append(lines, statement.Line{IDs: []string{"RENT-" + string(e.Sale)}, Amount: dinars(-99_000), At: day(on, 0), Dated: true})
			default:
				lines = append(lines, line(e, on, e.Amount.Minor))
			}
		}
		part := func(from, to int) (some []statement.Line) {
			for _, l := range lines {
				if d := l.At.Day(); from <= d && d <= to {
					some = append(some, l)
				}
			}
			return some
		}
		answers := map[reconcile.Kind]string{reconcile.OtherAmount: reconcile.Fee}
		first, _ := s.read(file{"one", "acc", 1, 12, part(1, 12), answers})
		one := first.Settled()
		s.statements[0].Signed = &journal.Decision{By: "Huda"}
		second, _ := s.read(file{"two", "acc", 5, 20, part(5, 20), answers})
		two := second.Settled()
		other, _ := s.read(file{"three", "another", 5, 20, part(5, 20), answers})
		want := [3]int64{cameIn(first, 1, 12), cameIn(second, 13, 20), cameIn(other, 5, 20)}
		for i, got := range []journal.BankSums{one, two, other.Settled()} {
			if !balanced(got) || got.Bank != want[i] || got.Currency != "LYD" {
				t.Fatalf("%d: %+v, want %d", i, got, want[i])
			}
		}
	}
}

// TestAStatementOfAnotherAccountIsCounted, though it is of the same days and in the same
// format, or of a bank that a person calls the same.
func TestAStatementOfAnotherAccountIsCounted(t *testing.T) {
	for name, c := range map[string]struct {
		account, number string
		want            int64
	}{"another number": {"acc", "two", 7_000}, "in another format": {"other", "one", 0}, "no number": {"acc", "", 0}} {
		s := &shop{}
		e := s.sale(1, 3, 7_000)
		on := journal.DayOf(day(3, 0))
		s.statements = []journal.BankStatement{{ID: "one", Bank: "Palm Bank", Account: "acc", Number: "one", From: on, To: on,
			Signed: &journal.Decision{By: "Huda"}}}
		items := statement.Match([]statement.Line{line(e, 3, 7_000)}, s.entries, statement.Options{Zone: time.UTC})
		now := journal.BankStatement{ID: "two", Bank: "Palm Bank", Account: c.account, Number: c.number, From: on, To: on}
		r := reconcile.Build(reconcile.Input{Statement: now, Lines: []statement.Line{*items[0].Line}, Items: items,
			Statements: s.statements, Currency: "LYD"})
		if got := r.Settled(); got.Bank != c.want || !balanced(got) {
			t.Errorf("%s: %+v, want %d", name, got, c.want)
		}
	}
}

// cameIn is what the lines of some days come to that are compared with sales.
func cameIn(r *reconcile.Result, from, to int) (sum int64) {
	for _, row := range r.Rows {
		for _, item := range row.Items {
			if item.Line != nil && row.Kind != reconcile.Outgoing && item.Line.At.Day() >= from && item.Line.At.Day() <= to {
				sum += item.Line.Amount.Minor
			}
		}
	}
	return sum
}

// balanced reports whether the sums add up.
func balanced(s journal.BankSums) bool { return s.Bank == s.Clearing-s.Fees+s.Second+s.Suspense }
