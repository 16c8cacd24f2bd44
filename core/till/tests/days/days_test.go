package days

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/tests/needs"
	"sanduq/core/tests/soak"
	"sanduq/core/till/tests/oracle"
)

// live plays a seed in a bubble of its own, on a disk of memory or on a file.
func live(t *testing.T, seed uint64, onFile bool, lie func(journal.Store) journal.Store) (l *life, b oracle.Book) {
	t.Helper()
	inBubble(t, onFile, func(t *testing.T, store disk) {
		l = newLife(t.Context(), seed, store)
		l.lie = lie
		b = l.play(each)
	})
	return l, b
}

// inBubble gives a disk of memory, or the real storage, to what plays in a bubble of
// its own.
func inBubble(t *testing.T, onFile bool, play func(t *testing.T, store disk)) {
	t.Helper()
	root := ""
	if onFile {
		root = room(t)
		defer func() { _ = os.RemoveAll(root) }()
	}
	synctest.Test(t, func(t *testing.T) {
		store := disk(newMemory())
		if onFile {
			var err error
			if store, err = newFile(root); err != nil {
				t.Fatal(err)
			}
		}
		play(t, store)
	})
}

// room is a folder for the files of one life; it is quicker where it costs no disk.
func room(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "days-")
	if err != nil {
		dir, err = os.MkdirTemp(t.TempDir(), "days-")
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestDays plays days, holds each against the laws, and lets hledger add all of
// their rows up again and compare them with the Zs.
func TestDays(t *testing.T) { prove(t, "days", 120, false) }

// TestDaysOnFile plays them on the real storage, file, sealing and all, which reads
// its whole file after each day.
func TestDaysOnFile(t *testing.T) { prove(t, "days-bbolt", 20, true) }

func prove(t *testing.T, row string, small int, onFile bool) {
	n := soak.N(t, small)
	if seed, alone := soak.Alone(t); alone {
		if l, _ := live(t, seed, onFile, nil); len(l.found) > 0 {
			t.Fatal(l.story())
		}
		return
	}
	end := soak.Begin(t, row, n)
	path := filepath.Join(t.TempDir(), "rows.journal")
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var sum tally
	want := map[string]int64{}
	seeds := make(chan uint64)
	var players sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		players.Go(func() {
			for seed := range seeds {
				l, b := live(t, seed, onFile, nil)
				mu.Lock()
				sum.add(l.tally)
				if len(l.found) > 0 {
					t.Errorf("seed %d:\n  %s\nagain: %s", seed, l.story(), soak.Again(row, seed))
				}
				writeJournal(out, want, seed, b)
				mu.Unlock()
			}
		})
	}
	first := soak.First(t, 1)
	for seed := range uint64((n + each - 1) / each) {
		seeds <- first + seed
	}
	close(seeds)
	players.Wait()
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	recounted := recount(t, path, want)
	end("%d days, %d paid, %d in cash, %d late, %d paid twice, %d after cash (%d of them after the word alone), %d movements, %d Zs; %d kills, %d commits that failed, %d put back; hledger agrees on %d sums",
		sum.Days, sum.Sales, sum.Cash, sum.Late, sum.Twice, sum.AfterCash, sum.Said, sum.Moves, sum.Closed, sum.Kills, sum.Failed, sum.Restores, recounted)
}

// writeJournal writes the rows of a book for hledger, and what its Zs and shifts say
// into want.
func writeJournal(out *os.File, want map[string]int64, seed uint64, b oracle.Book) {
	post := func(account string, minor int64) {
		fmt.Fprintf(out, "2026-11-22 row\n  life%d:%s  %s LYD\n  rest\n\n", seed, account, money.Amount{Minor: minor, Currency: "LYD"}.Major())
	}
	name := func(shift, opened uint64, route, cashier string) string {
		return fmt.Sprintf("shift%d:opened%d:%s:%s", shift, opened, route, cashier)
	}
	for _, r := range b.Receipts {
		post(name(r.Shift, r.Opened, string(r.Route), r.Cashier), r.Amount.Minor)
	}
	for _, r := range b.Cash {
		post(name(r.Shift, r.Shift, string(journal.RouteCash), r.Cashier), r.Amount.Minor)
		post(fmt.Sprintf("drawer%d", r.Shift), r.Amount.Minor+r.Rounding)
	}
	for _, m := range b.Movements {
		post(fmt.Sprintf("drawer%d", m.Shift), m.Signed())
	}
	for _, r := range b.Rows {
		switch r.Kind {
		case journal.DebtOpened:
			post("owed", r.Amount.Minor)
		case journal.DebtReturned, journal.DebtKept:
			post("owed", -r.Minor)
		}
	}
	say := func(account string, minor int64) { want[fmt.Sprintf("life%d:%s", seed, account)] += minor }
	for _, s := range b.Shifts {
		taken := s.Figures.Taken
		if s.Opened != nil {
			post(fmt.Sprintf("drawer%d", s.Number), s.Opened.Float)
		}
		for _, z := range b.Zs {
			if z.Shift == s.Number {
				taken = z.Taken
				if z.Drawer != nil {
					say(fmt.Sprintf("drawer%d", s.Number), z.Drawer.Expected)
				}
			}
		}
		for _, k := range taken {
			say(name(s.Number, k.Opened, string(k.Route), k.Cashier), k.Minor)
		}
		if s.Number == b.Present && s.Opened != nil {
			x, err := journal.SumUp(s.Shift, s.Figures, journal.Closing{})
			if err == nil {
				say(fmt.Sprintf("drawer%d", s.Number), x.Drawer.Expected)
			}
		}
	}
	for _, d := range b.Debts {
		say("owed", d.Open())
	}
}

// recount lets hledger add the rows up, and returns how many of its sums agree
// with what the Zs say. Where it is not, the test ends as package needs says,
// after its days were held against the laws.
func recount(t *testing.T, path string, want map[string]int64) (agree int) {
	t.Helper()
	said, err := exec.Command(needs.Program(t, "hledger", "test"), "-f", path, "balance", "--flat", "--no-total", "--empty", "-O", "csv").Output()
	if err != nil {
		t.Errorf("hledger: %v", err)
		return 0
	}
	got := map[string]int64{}
	for row := range strings.Lines(string(said)) {
		account, sum, ok := strings.Cut(strings.TrimSpace(strings.ReplaceAll(row, `"`, "")), ",")
		if !ok || account == "rest" || account == "account" {
			continue
		}
		sum, currency, _ := strings.Cut(sum, " ")
		if sum == "0" {
			got[account] = 0
			continue
		}
		sign := int64(1)
		if rest, below := strings.CutPrefix(sum, "-"); below {
			sign, sum = -1, rest
		}
		a, err := money.Parse(strings.ReplaceAll(sum, ",", ""), currency)
		if err != nil {
			t.Fatalf("hledger says %q", row)
		}
		got[account] = sign * a.Minor
	}
	for account, minor := range want {
		if there, ok := got[account]; !ok && minor != 0 || there != minor {
			t.Errorf("hledger: %s is %d, the till says %d", account, there, minor)
			continue
		}
		agree++
		delete(got, account)
	}
	for account, minor := range got {
		if minor != 0 {
			t.Errorf("hledger: %s is %d, the till says nothing", account, minor)
		}
	}
	return agree
}
