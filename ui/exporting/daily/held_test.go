package daily

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"sanduq/core/journal"
	"sanduq/core/report"
	"sanduq/ui/exporting"
)

// TestAFormThatCannotHoldADayHoldsNoOtherBack: the others of the day, and of the days after it, are written; it is said
// and tried still.
func TestAFormThatCannotHoldADayHoldsNoOtherBack(t *testing.T) {
	s := &shop{t: t, now: at(20, 12, 0), never: salesXLSX}
	w := s.writer()
	if err := w.Set(t.Context(), Config{When: AfterZ, Folder: t.TempDir(), Kinds: salesXLSX + " " + zsPDF}); err != nil {
		t.Fatal(err)
	}
	s.now = at(22, 2, 0)
	s.close(at(21, 20, 0))
	if err := s.step(w); report.CodeOf(err) != report.CodeDecimals {
		t.Error(err)
	}
	s.took(t, "20261121 zs/pdf", "20261122 zs/pdf")
	if st := w.Status(); report.CodeOf(st.Err) != report.CodeDecimals || st.Next.IsZero() {
		t.Errorf("%+v", st)
	}
}

// TestFilesAfterRecordsWerePutBack: the Zs after a copy have numbers that were there before.
func TestFilesAfterRecordsWerePutBack(t *testing.T) {
	s := &shop{t: t, now: at(20, 22, 0)}
	w := s.writer()
	if err := w.Set(t.Context(), Config{When: AfterZ, Folder: t.TempDir(), Kinds: salesXLSX}); err != nil {
		t.Fatal(err)
	}
	s.close(at(20, 8, 0))
	s.close(at(20, 21, 0))
	_ = s.step(w)
	s.took(t, "20261120 sales/xlsx")
	s.zs = s.zs[1:]
	w = s.writer()
	_ = s.step(w)
	s.now = at(21, 22, 0)
	s.close(at(21, 8, 0))
	_ = s.step(w)
	s.took(t, "20261121 sales/xlsx")
}

// TestFilesAfterTheClockWasAhead: neither what was written nor what was put off by a clock that was a year ahead keeps
// a day from being written.
func TestFilesAfterTheClockWasAhead(t *testing.T) {
	s := &shop{t: t, now: at(20, 23, 0).AddDate(1, 0, 0)}
	w := s.writer()
	if err := w.Set(t.Context(), Config{When: AtTime, At: "22:30", Folder: t.TempDir(), Kinds: salesXLSX}); err != nil {
		t.Fatal(err)
	}
	_ = s.step(w)
	s.took(t, "20271120 sales/xlsx")
	s.now = at(20, 23, 0)
	_ = s.step(w)
	s.took(t, "20261120 sales/xlsx")
	s.now = at(21, 23, 0).AddDate(1, 0, 0)
	s.never = salesXLSX
	if err := s.step(w); err == nil {
		t.Error("written")
	}
	s.now, s.never = at(21, 23, 0), ""
	_ = s.step(w)
	if len(s.wrote) == 0 || s.wrote[len(s.wrote)-1] != "20261121 sales/xlsx" {
		t.Errorf("wrote %q", s.wrote)
	}
}

// TestAShiftOfAnotherCentury: a clock that had lost its battery began it. Its days are no reason to write thousands.
func TestAShiftOfAnotherCentury(t *testing.T) {
	s := &shop{t: t, now: at(20, 12, 0)}
	w := s.writer()
	if err := w.Set(t.Context(), Config{When: AfterZ, Folder: t.TempDir(), Kinds: salesXLSX}); err != nil {
		t.Fatal(err)
	}
	s.now, s.empty = at(20, 22, 0), true
	s.close(time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC))
	days, _, err := w.due(t.Context(), w.kept)
	if err != nil || len(days) > mostDays || days[len(days)-1] != "20261120" {
		t.Errorf("%d days, %v", len(days), err)
	}
}

// TestFromATimeToEachZ: what was written at a time is not written again for each Z that there was, and the day that is
// not over is.
func TestFromATimeToEachZ(t *testing.T) {
	s := &shop{t: t, now: at(10, 12, 0)}
	w := s.writer()
	c := Config{When: AtTime, At: "22:30", Folder: t.TempDir(), Kinds: salesXLSX}
	if err := w.Set(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	for day := 10; day < 20; day++ {
		s.now = at(day, 22, 31)
		s.close(at(day, 8, 0))
		_ = s.step(w)
	}
	s.wrote = nil
	s.now = at(20, 9, 0)
	c.When = AfterZ
	if err := w.Set(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	_ = s.step(w)
	s.took(t, "20261119 sales/xlsx", "20261120 sales/xlsx")
	_ = s.step(w)
	s.took(t)
}

// TestEachKindHasANameOfItsOwn: no file of a day takes the place of another, not even where capitals are small letters.
func TestEachKindHasANameOfItsOwn(t *testing.T) {
	seen := map[string]Kind{}
	for _, k := range Kinds() {
		name := strings.ToLower(exporting.Request{Query: journal.SaleQuery{From: "20261126", To: "20261126"}, Of: k.Of}.Name(k.Form))
		if other, there := seen[name]; there {
			t.Errorf("%s and %s are %s", k, other, name)
		}
		seen[name] = k
	}
}

// TestTheDayOfAZIsThatOfTheBooks: where they are ahead of the clock, the Z and its sales stand on a day that the shift
// never saw.
func TestTheDayOfAZIsThatOfTheBooks(t *testing.T) {
	s := &shop{t: t, now: at(20, 12, 0)}
	w := s.writer()
	if err := w.Set(t.Context(), Config{When: AfterZ, Folder: t.TempDir(), Kinds: zsPDF}); err != nil {
		t.Fatal(err)
	}
	s.now = at(20, 22, 0)
	s.close(at(20, 8, 0))
	s.zs[0].Booked = "20261123"
	_ = s.step(w)
	s.took(t, "20261120 zs/pdf", "20261123 zs/pdf")
}

// TestChosenWhileFilesAreWritten: what is chosen again while files are written is written, too.
func TestChosenWhileFilesAreWritten(t *testing.T) {
	s := &shop{t: t, now: at(20, 8, 0)}
	w := s.writer()
	c := Config{When: AfterZ, Folder: t.TempDir(), Kinds: salesXLSX}
	if err := w.Set(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	s.now = at(20, 22, 0)
	s.close(at(20, 8, 0))
	write := w.o.Write
	w.o.Write = func(ctx context.Context, folder string, day journal.Day, k Kind) error {
		w.o.Write = write
		if err := w.Set(ctx, c.Toggle(Kinds()[slices.IndexFunc(Kinds(), func(k Kind) bool { return k.String() == zsPDF })])); err != nil {
			t.Error(err)
		}
		return write(ctx, folder, day, k)
	}
	_ = s.step(w)
	s.took(t, "20261120 sales/xlsx")
	_ = s.step(w)
	s.took(t, "20261120 sales/xlsx", "20261120 zs/pdf")
}

// TestADayThatEndsWhileItsFilesAreWritten is written again, whole: what was sold until midnight is in no other file.
func TestADayThatEndsWhileItsFilesAreWritten(t *testing.T) {
	s := &shop{t: t, now: at(20, 12, 0)}
	w := s.writer()
	if err := w.Set(t.Context(), Config{When: AtTime, At: "23:59", Folder: t.TempDir(), Kinds: salesXLSX + " " + zsPDF}); err != nil {
		t.Fatal(err)
	}
	s.now, s.takes = at(20, 23, 59), 40*time.Second
	_ = s.step(w)
	s.took(t, "20261120 sales/xlsx", "20261120 zs/pdf")
	s.now, s.takes = at(21, 23, 59), 0
	_ = s.step(w)
	s.took(t, "20261120 sales/xlsx", "20261120 zs/pdf", "20261121 sales/xlsx", "20261121 zs/pdf")
}

// TestAStatementThatIsSignedLater stands in the accounting journal of its last day, as in any export of that day: the
// journal is written again, and nothing else of the day.
func TestAStatementThatIsSignedLater(t *testing.T) {
	const journals = "accounting/hledger"
	signed := func(id string, to journal.Day, at time.Time) journal.BankStatement {
		return journal.BankStatement{ID: id, To: to, Signed: &journal.Decision{At: at}, Settled: &journal.BankSums{}}
	}
	s := &shop{t: t, now: at(20, 12, 0), bank: []journal.BankStatement{signed("before", "20261110", at(20, 11, 0))}}
	w := s.writer()
	if err := w.Set(t.Context(), Config{When: AtTime, At: "22:30", Folder: t.TempDir(), Kinds: salesXLSX + " " + journals}); err != nil {
		t.Fatal(err)
	}
	s.bank = append(s.bank, signed("a", "20261117", at(20, 13, 0)))
	s.now = at(20, 22, 31)
	_ = s.step(w)
	s.took(t, "20261117 accounting/hledger", "20261120 sales/xlsx", "20261120 accounting/hledger")
	s.bank = append(s.bank, signed("b", "20261118", at(21, 10, 0)), journal.BankStatement{ID: "open", To: "20261119"})
	s.now = at(21, 22, 31)
	w = s.writer()
	_ = s.step(w)
	s.took(t, "20261118 accounting/hledger", "20261120 sales/xlsx", "20261120 accounting/hledger", "20261121 sales/xlsx", "20261121 accounting/hledger")
	s.now = at(22, 22, 31)
	_ = s.step(w)
	s.took(t, "20261121 sales/xlsx", "20261121 accounting/hledger", "20261122 sales/xlsx", "20261122 accounting/hledger")
}
