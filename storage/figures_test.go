package storage

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"
	"pgregory.net/rapid"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
	"sanduq/storage/internal/index"
	"sanduq/storage/internal/record"
	"sanduq/storage/migrate"
	"sanduq/storage/verify"
)

// shopOf commits sales of some days, hours, cashiers, routes and currencies, of
// which many are paid; each is changed some times.
func shopOf(t testing.TB, s *Store, n int) {
	t.Helper()
	r := rand.New(rand.NewPCG(uint64(n), 1))
	h, err := s.Head(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		sale := aSale(1 + i)
		sale.ID = journal.NewSaleID(journal.DayOf(clock.AddDate(0, 0, i*7/n)), 1+i)
		sale.CreatedAt = clock.Add(time.Duration(r.IntN(10*60)) * time.Minute)
		sale.Cashier = []string{"", "Amal", "Bilal"}[r.IntN(3)]
		sale.Route = []core.Route{core.RouteQR, core.RouteAccount, core.RouteWallet}[r.IntN(3)]
		sale.Amount.Currency = []string{"LYD", "LYD", "USD"}[r.IntN(3)]
		for range 1 + r.IntN(3) {
			c := journal.Change{Sale: &sale}
			if sale.Version > 1 && sale.ReceiptSeq == 0 && r.IntN(2) == 0 {
				h.Receipt++
				sale.Session.State, sale.ReceiptSeq = core.StateSuccess, h.Receipt
				c.Receipt = &journal.Receipt{Seq: h.Receipt, SaleID: sale.ID, Amount: sale.Amount, SettledAt: clock}
				sale.SettledAt = clock.Add(time.Duration(i) * time.Hour)
				if i%5 == 0 { // late, or opened while the clock was ahead
					sale.Book(journal.DayOf(clock.AddDate(0, 0, i%10-2)))
				}
			}
			if err := s.Commit(t.Context(), c); err != nil {
				t.Fatal(err)
			}
			sale.Version++
			sale.Capped = r.IntN(2) == 0
		}
	}
}

// dumped returns the records of a bucket.
func dumped(t *testing.T, s *Store, name string) (all []string) {
	t.Helper()
	drain(t, s)
	if err := s.db.View(func(b *bbolt.Tx) error {
		return b.Bucket([]byte(name)).ForEach(func(key, value []byte) error {
			all = append(all, fmt.Sprintf("%x %x", key, value))
			return nil
		})
	}); err != nil {
		t.Fatal(err)
	}
	return all
}

func figuresOf(t *testing.T, s *Store) (all []journal.Figure) {
	t.Helper()
	for f, err := range s.Figures(t.Context(), "", "") {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, f)
	}
	return all
}

// TestFiguresAreBuiltForAnOlderFile: the same records come of a file without
// figures as were kept with every commit, and progress is told. The program
// before refuses the new file.
func TestFiguresAreBuiltForAnOlderFile(t *testing.T) {
	dir := t.TempDir()
	s := openTest(t, dir)
	shopOf(t, s, 300)
	kept, figures := dumped(t, s, record.HoursBucket), figuresOf(t, s)
	closeStore(t, s)
	withoutFigures(t, dir)
	var seen [][2]uint64
	s = openTest(t, dir, func(o *Options) {
		o.Progress = func(done, total uint64) { seen = append(seen, [2]uint64{done, total}) }
	})
	if built := dumped(t, s, record.HoursBucket); !slices.Equal(built, kept) {
		t.Errorf("%d records were built, %d kept, or others", len(built), len(kept))
	}
	if !slices.Equal(figuresOf(t, s), figures) {
		t.Error("other figures")
	}
	if len(seen) == 0 || seen[0] != [2]uint64{300, 600} {
		t.Errorf("progress %v", seen)
	}
	for _, q := range []journal.SaleQuery{{Cashier: "Amal"}, {Amounts: journal.Amounts{Currency: "USD"}}, {Hour: journal.ClockHour{Zone: time.UTC, Hour: 12}}} {
		page, err := s.Sales(t.Context(), q)
		totals, totalsErr := s.Totals(t.Context(), q)
		if err := errors.Join(err, totalsErr); err != nil || len(page.Sales) == 0 || len(totals) == 0 {
			t.Errorf("%+v: %d sales, %v, %v", q, len(page.Sales), totals, err)
		}
	}
	if _, err := s.Verify(t.Context()); err != nil {
		t.Error(err)
	}
	closeStore(t, s)
	defer func(l migrate.Layout) { migrate.Current = l }(migrate.Current)
	migrate.Current = migrate.Layout{Oldest: 2, Steps: []migrate.Migration{migrate.AddJournal}}
	if _, err := open(dir); !errors.Is(err, fault.ErrNewer) {
		t.Errorf("the program before opens it: %v", err)
	}
}

// TestADamagedOlderFileGetsNoFigures: a record that was changed, one that went,
// and one that was put back stop the building, and nothing is left behind.
func TestADamagedOlderFileGetsNoFigures(t *testing.T) {
	for name, spoil := range map[string]func(b *bbolt.Bucket, key, value []byte) error{
		"changed": func(b *bbolt.Bucket, key, value []byte) error {
			value = slices.Clone(value)
			value[len(value)-5] ^= 1
			return b.Put(key, value)
		},
		"dropped": func(b *bbolt.Bucket, key, _ []byte) error { return b.Delete(key) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			s := openTest(t, dir)
			shopOf(t, s, 20)
			closeStore(t, s)
			withoutFigures(t, dir)
			raw(t, dir, func(b *bbolt.Tx) error {
				sales := b.Bucket([]byte(record.SalesBucket))
				key, value := sales.Cursor().First()
				return spoil(sales, slices.Clone(key), value)
			})
			if s, err := open(dir); !errors.Is(err, fault.ErrDamaged) {
				t.Errorf("opened: %v", err)
				_ = s.Close()
			}
			if left, _ := filepath.Glob(filepath.Join(dir, files.Database+".*")); len(left) != 0 {
				t.Errorf("left %v", left)
			}
		})
	}
}

// TestAWrongFigureIsNamed injects figures that a fault of this program could
// leave, each in a record that is sound by itself, and the manifest with it.
func TestAWrongFigureIsNamed(t *testing.T) {
	for name, inject := range map[string]func(f []journal.Figure) []journal.Figure{
		"not moved": func(f []journal.Figure) []journal.Figure {
			f[0].Status = journal.StatusSetAside
			return f
		},
		"moved twice": func(f []journal.Figure) []journal.Figure {
			f[0].Number, f[0].Minor = f[0].Number+1, f[0].Minor*2
			return f
		},
		"wrong sum":     func(f []journal.Figure) []journal.Figure { f[0].Minor++; return f },
		"wrong quarter": func(f []journal.Figure) []journal.Figure { f[0].Quarter ^= 1; return f[:1] },
		"wrong cashier": func(f []journal.Figure) []journal.Figure { f[0].Cashier = "Eve"; return f },
		"gone":          func(f []journal.Figure) []journal.Figure { return f[1:] },
		"one too many": func(f []journal.Figure) []journal.Figure {
			extra := f[0]
			extra.Cashier = "Eve"
			return append(f, extra)
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			s := openTest(t, dir)
			shopOf(t, s, 60)
			closeStore(t, s)
			var named string
			changed(t, dir, func(here record.Tx, h *record.Manifest) error {
				b, err := here.In(record.HoursBucket)
				if err != nil {
					return err
				}
				c := b.Cursor()
				var f []journal.Figure
				key, value := c.First()
				for len(f) < 2 { // a record with room for every fault
					key, value = c.Next()
					payload, _, err := b.Authenticate(key, value)
					if err != nil {
						return err
					}
					if f, err = new(index.HourReader).Read(nil, key, payload); err != nil {
						return err
					}
				}
				named = string(f[0].Day)
				before := b.Seal.Mac(record.HoursBucket, key, record.Format, value[1+record.TagSize:])
				f = inject(f)
				slices.SortFunc(f, func(x, y journal.Figure) int { return x.Compare(y.FigureKey) })
				after, err := b.Write(slices.Clone(key), index.EncodeHour(f))
				h.Hours.Replace(true, before, true, after)
				return err
			})
			s, err := open(dir, func(o *Options) { o.verifyBelow = 1 })
			if err != nil {
				t.Fatal(err)
			}
			defer closeStore(t, s)
			report, err := s.Verify(t.Context())
			scrubbed, scrubErr := hasty(s)
			for what, got := range map[string]struct {
				verify.Report
				err error
			}{"verify": {report, err}, "scrub": {scrubbed, scrubErr}} {
				if !errors.Is(got.err, journal.ErrCorrupt) || !slices.ContainsFunc(got.Problems, func(p string) bool {
					return strings.Contains(p, "figure "+named) && strings.Contains(p, "the sales add up to")
				}) || !slices.Equal(got.Damaged, []string{"totals"}) {
					t.Errorf("%s: %v, %v", what, got.Report, got.err)
				}
			}
		})
	}
}

// TestADroppedHourIsMissed: a record that is gone is noticed by a reader.
func TestADroppedHourIsMissed(t *testing.T) {
	s := openTest(t, t.TempDir())
	shopOf(t, s, 60)
	drain(t, s)
	var first string
	if err := s.db.Update(func(b *bbolt.Tx) error {
		hours := b.Bucket([]byte(record.HoursBucket))
		key, _ := hours.Cursor().First()
		first = string(key[:index.DaySize])
		return hours.Delete(slices.Clone(key))
	}); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][2]journal.Day{{"", ""}, {journal.Day(first), journal.Day(first)}, {"20200101", "20400101"}} {
		var failed error
		for _, err := range s.Figures(t.Context(), c[0], c[1]) {
			failed = err
		}
		if !errors.Is(failed, journal.ErrCorrupt) {
			t.Errorf("%v: %v", c, failed)
		}
	}
	if _, err := s.Totals(t.Context(), journal.SaleQuery{Cashier: "Amal"}); !errors.Is(err, journal.ErrCorrupt) {
		t.Errorf("totals: %v", err)
	}
}

// TestRecordsOfFigures: every record reads as it was written, and what is no
// record is refused, never misread.
func TestRecordsOfFigures(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		q := journal.Quarter(rapid.Int64Range(-1<<40, 1<<40).Draw(r, "hour") * index.QuartersOfHour)
		var figures []journal.Figure
		text := rapid.SampledFrom([]string{"", "qr", "paid", "failed", "Amal", "فاطمة", "LYD", "a\x00b", strings.Repeat("long ", 60)})
		for range rapid.IntRange(1, 12).Draw(r, "figures") {
			key := journal.FigureKey{Day: "20261120", Quarter: q + journal.Quarter(rapid.IntRange(0, 3).Draw(r, "quarter")), Route: core.Route(text.Draw(r, "route")),
				Status: journal.Status(text.Draw(r, "status")), Cashier: text.Draw(r, "cashier"), Currency: text.Draw(r, "currency")}
			for range rapid.IntRange(1, 3).Draw(r, "sales") {
				var err error
				if figures, err = index.AddFigure(figures, key, rapid.Int64Range(-1<<40, 1<<40).Draw(r, "minor")); err != nil {
					r.Fatal(err)
				}
			}
		}
		key, payload := index.HourKey("20261120", q), index.EncodeHour(figures)
		got, err := new(index.HourReader).Read(nil, key, payload)
		if err != nil || !slices.Equal(got, figures) {
			r.Fatalf("%v, %v", got, err)
		}
		spoilt := slices.Clone(payload)
		spoilt[rapid.IntRange(0, len(spoilt)-1).Draw(r, "at")] ^= byte(rapid.IntRange(1, 255).Draw(r, "by"))
		if got, err := new(index.HourReader).Read(nil, key, spoilt); err == nil && slices.Equal(index.EncodeHour(got), payload) {
			r.Fatal("a changed record reads as the one before")
		}
		if _, err := new(index.HourReader).Read(nil, key, payload[:len(payload)-1]); err == nil {
			r.Fatal("a short record was read")
		}
	})
	key := journal.FigureKey{Day: "20261120", Status: journal.StatusPaid}
	full := []journal.Figure{{FigureKey: key, Number: 2, Minor: math.MaxInt64 - 1}}
	if _, err := index.AddFigure(slices.Clone(full), key, 2); !errors.Is(err, index.ErrTooLarge) {
		t.Errorf("a sum that does not fit: %v", err)
	}
	if _, err := index.RemoveFigure(slices.Clone(full), key, -2); !errors.Is(err, index.ErrTooLarge) {
		t.Errorf("a rest that does not fit: %v", err)
	}
	other := key
	other.Cashier = "Amal"
	for _, k := range []journal.FigureKey{other, key} {
		if _, err := index.RemoveFigure([]journal.Figure{{FigureKey: key, Number: 1, Minor: 5}}, k, 6); !errors.Is(err, journal.ErrCorrupt) {
			t.Errorf("a sale that is not counted: %v", err)
		}
	}
}

// FuzzRecordsOfFigures reads anything: it ends with figures or with damage.
func FuzzRecordsOfFigures(f *testing.F) {
	f.Add(index.EncodeHour([]journal.Figure{{FigureKey: journal.FigureKey{Day: "20261120", Status: journal.StatusPaid, Cashier: "Amal"}, Number: 3, Minor: -7}}))
	f.Add([]byte{1, 1, 'a', 0, 0, 0, 0, 0, 1, 2})
	f.Fuzz(func(t *testing.T, payload []byte) {
		figures, err := new(index.HourReader).Read(nil, index.HourKey("20261120", 8), payload)
		if err != nil && !errors.Is(err, journal.ErrCorrupt) {
			t.Error(err)
		}
		if err == nil && len(figures) == 0 {
			t.Error("a record without figures")
		}
	})
}
