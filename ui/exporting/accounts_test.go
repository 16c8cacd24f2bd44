package exporting

import (
	"context"
	"encoding/csv"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sanduq/core/journal"
	"sanduq/core/report"
	"sanduq/core/report/accounting"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// booked is a bench whose till has Zs, one of each day, and two statements of which one
// is signed.
func booked(t *testing.T, lang string) (*bench, *shelf) {
	t.Helper()
	b, s := newBench(t, history(6), lang), days(t, 30)
	b.deps.Source.Books, b.deps.Source.Accounts, b.deps.AccountsFile = s, func() (accounting.Setup, error) { return accounting.Setup{Accounts: accounting.Usual()}, nil }, "/home/huda/till/accounts.json"
	b.deps.Source.Statements = func(context.Context, int) ([]journal.BankStatement, error) {
		one := journal.BankStatement{ID: "0123456789", Bank: "Palm Bank", From: "20261001", To: "20261010", Signed: &journal.Decision{By: "Huda"}, Settled: &journal.BankSums{Currency: "LYD", Bank: 9_500, Clearing: 10_000, Fees: 500}}
		open := one
		open.ID, open.Signed = "9876543210", nil
		return []journal.BankStatement{open, one}, nil
	}
	b.runner = NewRunner(b.env, b.deps)
	return b, s
}

// TestTheAccountingJournalIsChosenOnTheCard, for each program, in three languages: its
// entries are those of the days, and add up to nothing.
func TestTheAccountingJournalIsChosenOnTheCard(t *testing.T) {
	for _, lang := range []string{words.English, words.Arabic, words.French} {
		b, _ := booked(t, lang)
		c := b.card(Request{Of: OfZs, Query: journal.SaleQuery{From: "20260930", To: "20261031"}, Choose: true})
		if c.total != 30 {
			t.Fatalf("%d Zs", c.total)
		}
		for _, f := range Journals() {
			c.format.pick(f)
			if got := uitest.Words(c.Content()); c.total != 31 || !strings.Contains(got, b.env.Words.T("export.accounting")) || !strings.Contains(got, "accounts.json") || strings.Contains(got, "⟨") {
				t.Fatalf("%s: %d entries: %s", lang, c.total, got)
			}
		}
		uitest.Picture(t, b.window, "export-accounting-"+lang)
		for _, f := range []Form{Hledger, OdooJournal, Xero} {
			c := b.card(Request{Of: OfZs, Query: journal.SaleQuery{From: "20260930", To: "20261031"}})
			c.format.pick(f)
			c.begin()
			s := b.runner.State()
			if s.Err != nil || !s.Over || filepath.Ext(s.Path) != f.Extension() || !strings.Contains(s.Path, "accounting-"+string(f)) {
				t.Fatalf("%s: %+v", f, s)
			}
			c.Gone()
		}
		for _, f := range []Form{QuickBooks, DATEV} { // they hold no third decimal
			c := b.card(Request{Of: OfZs})
			c.format.pick(f)
			c.begin()
			if s := b.runner.State(); report.CodeOf(s.Err) != report.CodeDecimals || len(b.files(t)) != 3 {
				t.Errorf("%s: %+v, %v", f, s, b.files(t))
			}
			if got := uitest.Words(c.Content()); !strings.Contains(got, "hledger") {
				t.Errorf("%s: it says %s", lang, got)
			}
			c.Gone()
		}
		data, err := os.ReadFile(filepath.Join(b.dir, "sanduq-accounting-odoo-journal-20260930-20261031.csv"))
		if err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(strings.NewReader(string(data))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		sum, bank, entries := new(big.Rat), new(big.Rat), 0
		for _, r := range rows[1:] {
			debit, ok1 := new(big.Rat).SetString(r[6])
			credit, ok2 := new(big.Rat).SetString(r[7])
			if !ok1 || !ok2 {
				t.Fatalf("%q", r)
			}
			if sum.Add(sum, debit).Sub(sum, credit); r[4] == "Assets:Bank" {
				bank.Add(bank, debit)
			}
			if r[0] != "" {
				entries++
			}
		}
		if sum.Sign() != 0 || bank.FloatString(3) != "9.500" || entries != 31 {
			t.Errorf("%d entries, sum %s, bank %s", entries, sum.FloatString(3), bank.FloatString(3))
		}
	}
}

// TestAJournalIsOfWholeDays: it is not offered for a few sales, nor for a statement, and
// days without a Z have none.
func TestAJournalIsOfWholeDays(t *testing.T) {
	b, _ := booked(t, words.English)
	b.memory.Form = DATEV
	for name, q := range map[string]Request{"sales": week, "owed": {Of: OfOwed}, "audit": {Of: OfAudit}} {
		c := b.card(q)
		if f := c.format.form(); f != CSV || len(c.format.books) > 0 {
			t.Errorf("%s: %s", name, f)
		}
		c.Gone()
	}
	job, err := b.deps.Source.Job(t.Context(), Request{Of: OfAccounts, Query: journal.SaleQuery{From: "20200101", To: "20200102"}}, Hledger, b.deps.Shop(), b.env.Words)
	if report.CodeOf(err) != report.CodeEmpty || job.Own != nil {
		t.Errorf("%v", err)
	}
	if _, err := b.deps.Source.Job(t.Context(), Request{Of: OfAccounts}, XLSX, b.deps.Shop(), b.env.Words); report.CodeOf(err) != report.CodeFormat {
		t.Errorf("%v", err)
	}
	b.deps.Source.Accounts = func() (accounting.Setup, error) { return accounting.ParseSetup([]byte("{")) }
	_, err = b.deps.Source.Job(t.Context(), Request{Of: OfAccounts}, Hledger, b.deps.Shop(), b.env.Words)
	if report.CodeOf(err) != report.CodeAccounts || Sentence(b.env.Words, err) == b.env.Words.T("report.error.write") {
		t.Errorf("%v: %s", err, Sentence(b.env.Words, err))
	}
}

// TestAJournalOfSomeDaysBeginsWithWhatTheDrawerHeld: what an earlier Z counted is taken
// from nowhere.
func TestAJournalOfSomeDaysBeginsWithWhatTheDrawerHeld(t *testing.T) {
	b, s := booked(t, words.English)
	for i := range s.zs {
		float := int64(50_000 * i)
		s.zs[i].Drawer = &journal.DrawerSum{Currency: "LYD", Float: float, Expected: float + 50_000}
		s.zs[i].Drawer.In.Minor = 50_000
	}
	at := s.zs[20].At
	entries, err := b.deps.Source.entries(t.Context(), Request{Query: journal.SaleQuery{From: journal.DayOf(at), To: journal.DayOf(at.Add(72 * time.Hour))}}, b.deps.Shop(), accounting.Usual())
	if err != nil || len(entries) < 3 {
		t.Fatalf("%d entries, %v", len(entries), err)
	}
	for _, e := range entries {
		for _, l := range e.Lines {
			if l.Account == accounting.Usual().Safe && l.Minor != -50_000 {
				t.Errorf("%s takes %d from the safe", e.Number, l.Minor)
			}
		}
	}
}

// TestCashThatWasTakenOffLeavesTheDrawerAsItsMovementsSay: its sale was rounded, and a count
// had found a part of it missing before.
func TestCashThatWasTakenOffLeavesTheDrawerAsItsMovementsSay(t *testing.T) {
	b, s := booked(t, words.English)
	z := &s.zs[20]
	z.Shift = 21
	z.Drawer = &journal.DrawerSum{Currency: "LYD", Float: 50_000}
	z.Drawer.Out.Minor, z.Drawer.In.Minor = 10_250, 4_000
	z.Drawer.Expected = 50_000 - 10_250 + 4_000
	z.Owed = []journal.OwedSum{{Currency: "LYD", Opened: 10_260, Returned: 10_260, Reversed: 10_260}}
	move := func(seq uint64, kind journal.MovementKind, minor int64) journal.Movement {
		return journal.Movement{Seq: seq, Shift: 21, Kind: kind, Minor: minor, Sale: "20261021-000001"}
	}
	s.moves = []journal.Movement{move(1, journal.MovementOut, 10_250), move(2, journal.MovementIn, 4_000)}
	day := journal.DayOf(z.At)
	entries, err := b.deps.Source.entries(t.Context(), Request{Query: journal.SaleQuery{From: day, To: day}}, b.deps.Shop(), accounting.Usual())
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int64{}
	for _, l := range entries[0].Lines {
		got[l.Account] += l.Minor
	}
	a := accounting.Usual()
	if got[a.Safe] != -50_000 || got[a.Rounding] != -10 || got[a.Difference] != -4_000 {
		t.Errorf("safe %d, rounding %d, difference %d: %+v", got[a.Safe], got[a.Rounding], got[a.Difference], entries[0].Lines)
	}
}
