package printkills

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"sync"
	"testing"
	"time"

	"sanduq/core/journal"
	practice "sanduq/core/practice/printer"
	"sanduq/core/printer"
	"sanduq/core/tests/soak"
)

// TestMain lets the test binary be every process that is killed.
func TestMain(m *testing.M) {
	if !Child() {
		os.Exit(m.Run())
	}
}

// witness counts what came out of the printer.
type witness struct {
	mu       sync.Mutex
	unmarked map[journal.SaleID]int
	copies   map[journal.SaleID][]int
	torn     int
}

func (w *witness) came(s practice.Slip) {
	w.mu.Lock()
	defer w.mu.Unlock()
	id, copied, ok := read(s.Image)
	if s.Cut == printer.NoCut {
		w.torn++
	}
	switch {
	case !ok:
	case copied == 0:
		w.unmarked[id]++
	default:
		w.copies[id] = append(w.copies[id], copied)
	}
}

// figures are what a row of the table has.
type figures struct {
	hits, sales, twice, ignorant, lies, sameCopy, torn, copies int
	at                                                         map[journal.PrintState]int // found on disk after a kill
	wrong                                                      []string
}

func (f *figures) String() string {
	return fmt.Sprintf("%d kills between pending and printed (found pending %d, started %d), %d sales, %d torn slips, %d copies: "+
		"unmarked second slips %d, sales that know nothing of a slip %d, slips claimed and not there %d, copies of one number %d",
		f.hits, f.at[journal.PrintPending], f.at[journal.PrintStarted], f.sales, f.torn, f.copies, f.twice, f.ignorant, f.lies, f.sameCopy)
}

func (f *figures) bad() int { return f.twice + f.ignorant + f.lies + f.sameCopy }

// child starts a process; each of its lines reaches see, and wait waits for its
// end.
func child(o orders, see func(told)) (cmd *exec.Cmd, wait func() error, err error) {
	text, _ := json.Marshal(o)
	cmd = exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), envOrders+"="+string(text))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, nil, err
	}
	var reading sync.WaitGroup
	reading.Go(func() { lines(bufio.NewScanner(out), see) })
	return cmd, func() error { reading.Wait(); return cmd.Wait() }, nil
}

// run kills until enough kills have hit, and counts.
func run(t *testing.T, fault string, hits, most int, seed uint64) *figures {
	t.Helper()
	w := &witness{unmarked: map[journal.SaleID]int{}, copies: map[journal.SaleID][]int{}}
	roll, err := practice.Start(practice.Options{OnSlip: w.came})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = roll.Close() }()
	o := orders{Dir: t.TempDir(), Printer: roll.Address(), Fault: fault}
	f := &figures{at: map[journal.PrintState]int{}}
	r := rand.New(rand.NewPCG(seed, 16))
	var last journal.SaleID // paid in the child before
	for kills := 0; f.hits < hits && kills < most; kills++ {
		moment := time.Duration(r.IntN(14_000)) * time.Microsecond
		if r.IntN(4) > 0 { // a slip waits a little before it begins, and is then on its way for some milliseconds
			moment += slipWaits
		}
		last = one(t, o, f, last, moment)
	}
	o.Last = true
	known := map[journal.SaleID]told{}
	_, wait, err := child(o, func(l told) {
		switch l.Say {
		case "found":
			hit(f, l, last)
		case "sale":
			known[l.ID] = l
		case "wrong":
			f.wrong = append(f.wrong, l.Text)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := wait(); err != nil {
		f.wrong = append(f.wrong, err.Error())
	}
	f.validate(w, known)
	return f
}

// slipWaits is how long a till lets a slip wait, so that PAID is on the screen first.
const slipWaits = 118 * time.Millisecond

// hit counts a kill whose last sale had a slip that was due, or on its way.
func hit(f *figures, l told, last journal.SaleID) {
	if l.ID == last && (l.Print == journal.PrintPending || l.Print == journal.PrintStarted) {
		f.hits++
		f.at[l.Print]++
	}
}

// one starts a till, lets it sell, and kills it a moment after a sale was paid.
func one(t *testing.T, o orders, f *figures, last journal.SaleID, moment time.Duration) (paid journal.SaleID) {
	t.Helper()
	now := make(chan journal.SaleID, 1000)
	cmd, wait, err := child(o, func(l told) {
		switch l.Say {
		case "found":
			hit(f, l, last)
		case "paid":
			now <- l.ID
		case "wrong":
			f.wrong = append(f.wrong, l.Text)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	select {
	case paid = <-now:
	case <-time.After(30 * time.Second):
		f.wrong = append(f.wrong, "no sale was paid in 30 s")
	}
	time.Sleep(moment)
	_ = cmd.Process.Kill()
	_ = wait()
	return paid
}

// validate holds what the till knows against what is on paper.
func (f *figures) validate(w *witness, known map[journal.SaleID]told) {
	w.mu.Lock()
	defer w.mu.Unlock()
	f.sales, f.torn = len(known), w.torn
	for id, n := range w.unmarked {
		if n > 1 {
			f.twice++
		}
		if _, there := known[id]; !there {
			f.wrong = append(f.wrong, fmt.Sprintf("a slip of %s, which has no receipt", id))
		}
	}
	for id, numbers := range w.copies {
		f.copies += len(numbers)
		slices.Sort(numbers)
		if len(slices.Compact(slices.Clone(numbers))) != len(numbers) {
			f.sameCopy++
		}
		_ = id
	}
	for _, id := range slices.Sorted(maps.Keys(known)) {
		switch s := known[id]; {
		case s.Print == journal.PrintNone, s.Print == journal.PrintPending, s.Print == journal.PrintStarted:
			f.ignorant++
		case s.Print.Printed() && w.unmarked[id]+len(w.copies[id]) == 0:
			f.lies++
		}
	}
}

// add counts another shop in.
func (f *figures) add(o *figures) {
	f.hits, f.sales, f.torn, f.copies = f.hits+o.hits, f.sales+o.sales, f.torn+o.torn, f.copies+o.copies
	f.twice, f.ignorant, f.lies, f.sameCopy = f.twice+o.twice, f.ignorant+o.ignorant, f.lies+o.lies, f.sameCopy+o.sameCopy
	for state, n := range o.at {
		f.at[state] += n
	}
	f.wrong = append(f.wrong, o.wrong...)
}

// shop is how many kills hit one till: each start looks through all it has sold.
const shop = 50

// TestKilledPrints kills tills between a slip that is due and one that is
// printed. SOAK_N is how many kills must hit.
func TestKilledPrints(t *testing.T) {
	n := soak.N(t, 5)
	end := soak.Begin(t, "print-kills", n)
	f := &figures{at: map[journal.PrintState]int{}}
	defer func() { end("%s", f) }()
	for seed, wanted := soak.First(t, 1), n; wanted > 0; seed++ {
		hits := min(wanted, shop)
		one := run(t, "", hits, 20*hits+20, seed)
		f.add(one)
		if one.bad() > 0 || len(one.wrong) > 0 {
			t.Errorf("seed %d: %s\n%q\nagain: %s", seed, one, one.wrong, soak.AgainFrom("print-kills", seed, hits))
		}
		if wanted -= hits; f.hits < n-wanted {
			break
		}
	}
	if f.hits < n {
		t.Errorf("%d of %d kills hit", f.hits, n)
	}
}

// TestWrongSlipJournalsAreCaught: the proof sees each fault that a journal of
// slips could have.
func TestWrongSlipJournalsAreCaught(t *testing.T) {
	for _, fault := range faults {
		t.Run(fault, func(t *testing.T) {
			caught := &figures{}
			for round := uint64(1); round <= 12 && caught.bad() == 0; round++ {
				caught = run(t, fault, 1000, 4, round)
			}
			if caught.bad() == 0 {
				t.Errorf("not caught: %s", caught)
			}
			t.Logf("%s", caught)
		})
	}
}
