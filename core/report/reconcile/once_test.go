package reconcile_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sanduq/core/journal"
	"sanduq/core/report/reconcile"
	"sanduq/core/report/statement"
)

// dealt is a movement of a day that has no name, at the account's balance after it where
// that is above zero.
func dealt(on int, minor, balance int64) statement.Line {
	l := statement.Line{Amount: dinars(minor), At: day(on, 0), Dated: true}
	if balance > 0 {
		l.Balance = dinars(balance)
	}
	return l
}

func called(id string, on int, minor int64) statement.Line {
	l := dealt(on, minor, 0)
	l.IDs = []string{id}
	return l
}

// TestTwoDepositsInTwoFilesAreTwo: lines that say the same in all, in two files of one day.
// What the files themselves tell is not asked; where they tell nothing, the line counts
// once and is asked about.
func TestTwoDepositsInTwoFilesAreTwo(t *testing.T) {
	five := dealt(3, 5_000, 0)
	for name, c := range map[string]struct {
		first, second []statement.Line
		want          int64 // that the second settles
		asked         int
	}{
		"balances follow each other":       {[]statement.Line{dealt(3, 5_000, 105_000)}, []statement.Line{dealt(3, 5_000, 110_000)}, 5_000, 0},
		"balances are the same":            {[]statement.Line{dealt(3, 5_000, 105_000)}, []statement.Line{dealt(3, 5_000, 105_000), dealt(3, 7_000, 112_000)}, 7_000, 0},
		"the earlier half comes last":      {[]statement.Line{dealt(3, 5_000, 110_000)}, []statement.Line{dealt(3, 5_000, 105_000)}, 5_000, 0},
		"new to old":                       {[]statement.Line{dealt(3, 5_000, 112_000), dealt(3, 7_000, 107_000)}, []statement.Line{dealt(3, 7_000, 119_000), dealt(3, 5_000, 112_000)}, 7_000, 0},
		"names show where they overlap":    {[]statement.Line{five, called("A-0001", 3, 700), five}, []statement.Line{called("A-0001", 3, 700), five, five, called("A-0002", 3, 900)}, 5_900, 0},
		"the day is whole in both":         {[]statement.Line{called("A-0001", 2, 100), five, called("A-0003", 4, 700)}, []statement.Line{five, called("A-0003", 4, 700), called("A-0002", 5, 900)}, 900, 0},
		"another order, no names":          {[]statement.Line{dealt(3, 6_000, 0), five}, []statement.Line{five, dealt(3, 6_000, 0), dealt(3, 8_000, 0)}, 8_000, 2},
		"nothing tells":                    {[]statement.Line{called("A-0001", 2, 100), five}, []statement.Line{five, called("A-0002", 3, 900)}, 900, 1},
		"only its own day's end is shared": {[]statement.Line{five, called("A-0001", 3, 100)}, []statement.Line{called("A-0001", 3, 100), five}, 5_000, 0},
	} {
		s := &shop{}
		s.sign(t, "same", c.first)
		second, asked := "other", 0
		if len(c.first) == len(c.second) && fmt.Sprint(statement.Keys(c.first)) == fmt.Sprint(statement.Keys(c.second)) {
			second = "same" // as it is when the lines are
		}
		r, _ := s.sign(t, second, c.second)
		for _, row := range r.Rows {
			if row.Kind == reconcile.Again {
				asked++
			}
		}
		if got := r.Settled(); got.Bank != c.want || asked != c.asked || !balanced(got) {
			t.Errorf("%s: the second file settles %d and asks about %d, want %d and %d", name, got.Bank, asked, c.want, c.asked)
		}
		if len(s.statements) != 2 {
			t.Errorf("%s: %d statements", name, len(s.statements))
		}
	}
}

// TestAnAnswerMakesItAnotherMovement, and taking it back makes it the same again; the sale
// of each deposit has one line.
func TestAnAnswerMakesItAnotherMovement(t *testing.T) {
	s := &shop{}
	a, b := s.sale(1, 3, 5_000), s.sale(2, 3, 5_000)
	s.sign(t, "morning", []statement.Line{called("A-0001", 2, 100), dealt(3, 5_000, 0)})
	s.knows = func(*statement.Line) bool { return false }
	r, _ := s.sign(t, "evening", []statement.Line{dealt(3, 5_000, 0), called("A-0002", 3, 900)})
	if got := r.Settled(); got.Bank != 5_900 || got.Clearing != 5_000 {
		t.Errorf("the evening settles %+v", got)
	}
	for _, e := range []statement.Entry{a, b} {
		if k := s.kept[e.Sale]; len(k.Lines) != 1 || !k.Reconciles() {
			t.Errorf("%s has %+v", e.Sale, k.Lines)
		}
	}
	if row := rowOf(t, r, reconcile.Again); row.Answer.Answer != reconcile.No || row.Also == "" {
		t.Errorf("asked: %+v", row)
	}
}

// TestAnySplitOfAHistorySettlesIt: an account's true history, with many lines that say the
// same, is cut into files that overlap or not, read in any order, from old to new or from
// new to old, with balances or without; a person answers what the files cannot tell. Each
// movement that is in a file is settled once. No balance comes twice: a line that says the
// same at the same balance is the same movement.
func TestAnySplitOfAHistorySettlesIt(t *testing.T) {
	asked := 0
	rapid.Check(t, func(t *rapid.T) {
		balances, newFirst := rapid.Bool().Draw(t, "balances"), rapid.Bool().Draw(t, "newFirst")
		var history []statement.Line
		balance, on := int64(1_000_000), 3
		whole := &shop{}
		for n := range rapid.IntRange(1, 14).Draw(t, "movements") {
			on += rapid.SampledFrom([]int{0, 0, 0, 1}).Draw(t, "days")
			minor := rapid.SampledFrom([]int64{5_000, 5_000, 7_000, -1 - int64(n)}).Draw(t, "amount")
			balance += minor
			l := dealt(on, minor, balance)
			if !balances {
				l.Balance.Currency = ""
			}
			if rapid.IntRange(0, 4).Draw(t, "named") == 0 {
				l.IDs = []string{fmt.Sprintf("BANK-%04d", n)}
			}
			l.Row = n // where it stands in the history
			if history = append(history, l); minor > 0 && rapid.Bool().Draw(t, "sold") {
				whole.sale(n+1, on, minor)
			}
		}
		s := &shop{entries: whole.entries}
		have, want := map[int]bool{}, int64(0)
		s.knows = func(l *statement.Line) bool { return have[l.Row] }
		var log string
		for n := range rapid.IntRange(1, 5).Draw(t, "files") {
			from := rapid.IntRange(0, len(history)-1).Draw(t, "from")
			to := rapid.IntRange(from+1, len(history)).Draw(t, "to")
			part := slices.Clone(history[from:to])
			if newFirst {
				slices.Reverse(part)
			}
			id := fmt.Sprint(slices.Sorted(slices.Values(statement.Keys(part)))) // as File.ID has it
			if !balances && slices.ContainsFunc(s.statements, func(o journal.BankStatement) bool { return o.ID == id }) {
				continue // nothing can tell it from the file that was read
			}
			r, _ := s.sign(t, id, part)
			log += fmt.Sprintf("file %d: %d to %d", n, from, to)
			for _, l := range part {
				log += fmt.Sprintf(" [%d: day %d, %d, %v, balance %d]", l.Row, l.At.Day(), l.Amount.Minor, l.IDs, l.Balance.Minor)
			}
			for _, row := range r.Rows {
				if row.Kind == reconcile.Again {
					asked++
					log += fmt.Sprintf(", %d %s", row.Items[0].Line.Row, row.Answer.Answer)
				}
			}
			for _, l := range part {
				if !have[l.Row] && l.Amount.Minor > 0 {
					want += l.Amount.Minor
				}
				have[l.Row] = true
			}
			log += fmt.Sprintf("; settled %d of %d\n", s.bankSums().Bank, want)
			if got := s.bankSums().Bank; got != want {
				t.Fatalf("files settle %d, the history has %d\n%s", got, want, log)
			}
		}
	})
	t.Logf("%d questions", asked)
}

// TestAMonthBesideItsDays: a long statement is placed beside those of each of its days in
// a moment.
func TestAMonthBesideItsDays(t *testing.T) {
	in := reconcile.Input{Statement: journal.BankStatement{ID: "month", Account: "acc", Number: "one"}}
	for d := 1; d <= 28; d++ {
		from := len(in.Lines)
		for n := range 400 {
			in.Lines = append(in.Lines, dealt(d, int64(1_000+n%50), 0))
		}
		day := reconcile.Input{Statement: journal.BankStatement{ID: fmt.Sprint(d), Account: "acc", Number: "one",
			From: journal.DayOf(day(d, 0)), To: journal.DayOf(day(d, 0)), At: day(d, 20)}, Lines: in.Lines[from:]}
		day.Statement.Lines = reconcile.Listed(day)
		in.Statements = append(in.Statements, day.Statement)
	}
	in.Statement.From, in.Statement.To = journal.DayOf(day(1, 0)), journal.DayOf(day(28, 0))
	began := time.Now()
	keys := reconcile.Keys(in)
	took := time.Since(began)
	for i, key := range statement.Keys(in.Lines) {
		if keys[i] != key {
			t.Fatalf("line %d has another key than on its day", i)
		}
	}
	if t.Logf("%d lines beside %d statements in %v", len(in.Lines), len(in.Statements), took); took > 5*time.Second {
		t.Error("that is too long")
	}
}
