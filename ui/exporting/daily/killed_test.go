package daily

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"sanduq/core/journal"
	"sanduq/core/report"
	"sanduq/core/tests/soak"
)

// plug ends the program before a step of its choice.
type plug struct{ left int }

func (p *plug) step() {
	if p.left--; p.left == 0 {
		panic(p)
	}
}

// TestFilesOverKills: the program is killed between any two steps, files cannot be written for a while, and days go by.
// In the end each day that a shift touched since it was switched on has each of its files, from after its last Z.
func TestFilesOverKills(t *testing.T) {
	n, first, kills, files := soak.N(t, 200), soak.First(t, 1), 0, 0
	done := soak.Begin(t, "daily-files", n)
	defer func() { done("%d kills, %d files, none is missing", kills, files) }()
	for seed := first; seed < first+uint64(n); seed++ {
		r := rand.New(rand.NewPCG(seed, 15))
		s := &shop{t: t, now: at(1, 8, 0)}
		cord := &plug{}
		wrote := map[string]time.Time{}
		start := func() *Writer {
			w := s.writer()
			save := w.o.Save
			w.o.Save = func(text []byte) error {
				cord.step()
				defer cord.step()
				return save(text)
			}
			w.o.TakeName = func(string, string) error { return s.fails }
			w.o.Write = func(_ context.Context, _ string, day journal.Day, k Kind) error {
				cord.step()
				defer cord.step()
				if s.fails == nil {
					wrote[string(day)+" "+k.String()] = s.now
				}
				return s.fails
			}
			return w
		}
		w := start()
		if err := w.Set(t.Context(), Config{When: AfterZ, Folder: "/shop", Kinds: zsPDF + " " + salesXLSX}); err != nil {
			t.Fatal(err)
		}
		step := func(until int) {
			defer func() {
				if cord.left = 0; recover() != nil {
					kills++
					w = start()
				}
			}()
			cord.left = until
			_ = w.step(t.Context())
		}
		due, begun := map[string]time.Time{}, s.now
		for range 4 + r.IntN(12) {
			s.now = s.now.Add(time.Duration(1+r.IntN(30*60)) * time.Minute)
			if r.IntN(3) > 0 {
				s.close(begun)
				for day := journal.DayOf(begun); day <= journal.DayOf(s.now); day = journal.DayOf(day.Time(time.UTC).AddDate(0, 0, 1)) {
					for _, k := range []string{zsPDF, salesXLSX} {
						due[string(day)+" "+k] = s.now
					}
				}
				begun = s.now
			}
			s.fails = nil
			if r.IntN(4) == 0 {
				s.fails = report.Refuse(report.CodeNoRoom, nil)
			}
			step(r.IntN(12))
		}
		s.fails = nil
		for range 3 { // the last of it may have failed
			s.now = s.now.Add(31 * time.Minute)
			step(0)
		}
		for file, z := range due {
			if wrote[file].Before(z) {
				t.Fatalf("%s: %s is of %v, its Z of %v", soak.Again("daily-files", seed), file, wrote[file], z)
			}
			files++
		}
	}
}
