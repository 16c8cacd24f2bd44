package reconcile_test

import (
	"strings"
	"testing"
	"time"

	"sanduq/core/report/reconcile"
	"sanduq/core/report/statement"
)

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	at, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

var (
	twoRows   = csvOf("2026-11-03,8F2K-71QD-0001,7.000,LYD", "2026-11-03,,12.500,LYD")
	threeRows = twoRows + "2026-11-04,ELSE-0000-1,3.000,LYD\n"
)

// TestAFileIsTheSameInEachZone: the computer's zone is put right between two readings, and the
// bank's next file has the rows as well.
func TestAFileIsTheSameInEachZone(t *testing.T) {
	s := &shop{}
	s.sale(1, 3, 7_000)
	s.sale(2, 3, 12_500)
	yes := map[reconcile.Kind]string{reconcile.Guess: reconcile.Yes, reconcile.OnlyBank: reconcile.NotSale}
	for _, name := range []string{"Africa/Tunis", "Africa/Tripoli", "America/New_York", "Pacific/Auckland"} {
		r := s.signs(t, source{text: twoRows, zone: zone(t, name), answers: yes})
		if len(s.statements) != 1 || r.Sums.Open != 0 || kinds(r)[reconcile.Twice] != 0 {
			t.Errorf("%s: %d statements, %d answers are missing, %v", name, len(s.statements), r.Sums.Open, kinds(r))
		}
	}
	s.signs(t, source{text: threeRows, zone: zone(t, "Africa/Tripoli"), answers: yes})
	if got := s.bankSums(); got.Bank != 22_500 || got.Clearing != 19_500 || got.Suspense != 3_000 {
		t.Errorf("22.500 came: %+v", got)
	}
}

// aged gives all that is kept the keys that an older version had, which read the day in a zone.
func (s *shop) aged(lines []statement.Line, at *time.Location) {
	now := statement.Keys(lines)
	var pairs []string
	seen := map[string]int{}
	for i, text := range statement.Texts(lines) {
		_, rest, _ := strings.Cut(text, "\x00")
		y, m, d := lines[i].At.Date()
		seen[text]++
		key := statement.Key(time.Date(y, m, d, 0, 0, 0, 0, at).UTC().Format("2006-01-02 15:04:05")+"\x00"+rest, seen[text])
		pairs = append(pairs, now[i], key, now[i][:16], key[:16])
	}
	old := strings.NewReplacer(pairs...)
	for i := range s.statements {
		st := &s.statements[i]
		st.Lines, _, _ = strings.Cut(old.Replace(st.Lines), "=")
		for n := range st.Answers {
			st.Answers[n].Row = old.Replace(st.Answers[n].Row)
		}
		st.ID = "older"
	}
	for id, r := range s.kept {
		for n := range r.Lines {
			r.Lines[n].Line, r.Lines[n].Statement = old.Replace(r.Lines[n].Line), "older"
		}
		s.kept[id] = r
	}
}

// TestWhatAnOlderVersionKeptIsFound, signed or not, in whatever zone it was and is read, and
// from the bank's next file.
func TestWhatAnOlderVersionKeptIsFound(t *testing.T) {
	yes := map[reconcile.Kind]string{reconcile.Guess: reconcile.Yes, reconcile.OnlyBank: reconcile.NotSale}
	for _, was := range []string{"Africa/Tunis", "Africa/Tripoli", "Asia/Kathmandu", "America/New_York", "UTC"} {
		for _, is := range []string{"Africa/Tripoli", "America/New_York"} {
			for _, signed := range []bool{true, false} {
				s := &shop{}
				s.sale(1, 3, 7_000)
				s.sale(2, 3, 12_500)
				s.signs(t, source{text: twoRows, zone: zone(t, was), answers: yes})
				f, _ := statement.Open(t.Context(), []byte(twoRows), statement.Mapping{})
				m, _ := f.Guess()
				m.Plain = statement.WayIn
				read, err := f.Read(t.Context(), m, zone(t, was))
				if err != nil {
					t.Fatal(err)
				}
				s.aged(read.Lines, zone(t, was))
				if !signed {
					s.statements[0].Signed, s.statements[0].Settled = nil, nil
				}
				r := s.signs(t, source{text: twoRows, zone: zone(t, is)}) // it answers nothing
				if len(s.statements) != 1 || r.Sums.Open != 0 || len(r.Records()) != 0 || kinds(r)[reconcile.Twice] != 0 {
					t.Errorf("%s, %s, signed %v: %d statements, %d answers are missing, %+v, %v", was, is, signed, len(s.statements), r.Sums.Open, r.Records(), kinds(r))
				}
				for _, text := range []string{threeRows, threeRows + "2026-11-05,ELSE-0000-2,1.000,LYD\n"} { // the second beside the first, and the older one
					s.signs(t, source{text: text, zone: zone(t, is), answers: yes})
				}
				if got := s.bankSums(); got.Bank != 23_500 || got.Clearing != 19_500 || got.Suspense != 4_000 {
					t.Errorf("%s, %s, signed %v: 23.500 came: %+v", was, is, signed, got)
				}
				for sale, kept := range s.kept {
					if kept.Credits() != 1 {
						t.Errorf("%s, %s, signed %v: %s is kept as %+v", was, is, signed, sale, kept.Lines)
					}
				}
			}
		}
	}
}
