package faults

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/practice/demo"
	"sanduq/core/tests/soak"
	"sanduq/core/till"
	"sanduq/storage"
	"sanduq/storage/tests/script"
)

// runFlips is the process that opens the damaged files.
func runFlips(args []string) error {
	f := Flips{Dir: args[0], Work: args[1]}
	if _, err := fmt.Sscan(strings.Join(args[2:], " "), &f.From, &f.To, &f.Most); err != nil {
		return err
	}
	return f.Run(background, os.Stdout)
}

// history makes a closed store of invented sales of the past days, and some of
// today with secrets, two of them open.
func history(t *testing.T, sales int) (dir string) {
	t.Helper()
	dir = filepath.Join(script.InMemory(t), "till")
	store, err := storage.Open(t.Context(), script.Options(dir))
	if err != nil {
		t.Fatal(err)
	}
	desk, err := till.Open(t.Context(), till.Config{Store: store, Environment: core.Sandbox, BaseURL: "embedded", Zone: time.UTC,
		Now:      func() time.Time { return script.Noon },
		Defaults: journal.Settings{Shop: "Al Noor Market", Till: "Till 2", Currency: "LYD", Cashier: "Amal"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := demo.Fill(t.Context(), desk, sales, 1, nil); err != nil {
		t.Fatal(err)
	}
	desk.Close()
	head, err := store.Head(t.Context(), script.Day)
	if err != nil {
		t.Fatal(err)
	}
	changes := script.Trading(20, head)
	for _, c := range changes[:len(changes)-12] {
		if err := store.Commit(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// flipped counts outcomes.
type flipped struct {
	mu     sync.Mutex
	counts map[string]int
	wrong  []string
}

func (f *flipped) add(how string, wrong string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.counts[how]++
	if wrong != "" {
		f.wrong = append(f.wrong, wrong)
	}
}

// flipRange lets processes open damaged copies, one after another; each of them
// two hundred, since what a fault leaves open in a process stays open.
func flipRange(t *testing.T, dir, name string, from, to uint64, most int, count *flipped) {
	work := script.InMemory(t)
	for from < to {
		end := min((from/200+1)*200, to)
		cmd := exec.Command(os.Args[0], "faults-flips", dir, work, fmt.Sprint(from), fmt.Sprint(end), fmt.Sprint(most))
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			count.add("failed", err.Error())
			return
		}
		stuck := time.AfterFunc(3*time.Minute, func() { _ = cmd.Process.Kill() })
		at := from
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			text := lines.Text()
			n := uint64(0)
			if _, err := fmt.Sscanf(text, "seed %d", &n); err == nil {
				at = n
				stuck.Reset(3 * time.Minute)
				continue
			}
			what, how, _ := strings.Cut(text, " | ")
			if bad, ok := strings.CutPrefix(how, "WRONG "); ok {
				count.add("wrong", fmt.Sprintf("%s, seed %s: %s; again: %s", name, strings.TrimPrefix(what, "end "), bad, again(name, at)))
			} else {
				count.add(how, "")
			}
			at++
		}
		stuck.Stop()
		if err := cmd.Wait(); err != nil {
			count.add("died", fmt.Sprintf("%s, seed %d: the process died: %v: %.1500s; again: %s", name, at, err, stderr.String(), again(name, at)))
			at++
		}
		from = max(at, from+1)
	}
}

// again is the command for one damage. The large store is made in a long run only.
func again(name string, seed uint64) string {
	if name == "small" {
		return soak.Again("flips", seed)
	}
	return "make soak ROW=flips"
}

// TestFlips damages closed stores and reads everything: no wrong record, no
// process that dies.
func TestFlips(t *testing.T) {
	n := soak.N(t, 60)
	end := soak.Begin(t, "flips", n)
	small := history(t, 300)
	count := &flipped{counts: map[string]int{}}
	var wg sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	if n >= 1000 {
		workers *= 3
	}
	large := 0
	if n >= 1000 { // one in twenty of a store that is too large to be read whole at every start
		large = n / 20
		big := history(t, 25_000)
		wg.Go(func() { flipRange(t, big, "large", 0, uint64(large), 300, count) })
	}
	rest, first := n-large, soak.First(t, 0)
	for i := range workers {
		wg.Go(func() {
			flipRange(t, small, "small", first+uint64(rest*i/workers), first+uint64(rest*(i+1)/workers), 1000, count)
		})
	}
	wg.Wait()
	for _, wrong := range count.wrong {
		t.Error(wrong)
	}
	c := count.counts
	_, alone := soak.Alone(t)
	if c[Refused]+c[Back]+c[Told]+c[Invisible]+c["wrong"]+c["died"] != n || c[Refused]+c[Told] == 0 && !alone {
		t.Errorf("%d damages, counted %v", n, c)
	}
	end("%d refused in words, %d a commit behind, noticed and frozen, %d told or found by Verify, %d hit nothing that counts, %d wrong records served, %d processes died; %d of them in a large store",
		c[Refused], c[Back], c[Told], c[Invisible], c["wrong"], c["died"], large)
}
