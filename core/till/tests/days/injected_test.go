package days

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"sanduq/core/journal"
	"sanduq/core/till/tests/oracle"
)

// lying is a store that reads otherwise than it wrote.
type lying struct {
	journal.Store
	receipt func(*journal.Receipt)
	cash    func(*journal.CashReceipt)
	shift   func(*journal.ShiftState)
	z       func(*journal.Z)
	move    func(*journal.Movement)
	debts   func([]journal.Debt) []journal.Debt
	rows    func([]journal.DebtRow) []journal.DebtRow
	zs      func([]journal.Z) []journal.Z
}

func lieAbout[T any](v T, err error, lie func(*T)) (T, error) {
	if lie != nil && err == nil {
		lie(&v)
	}
	return v, err
}

func toldAll[T any](all []T, err error, lie func(*T), drop func([]T) []T) ([]T, error) {
	if drop != nil {
		all = drop(all)
	}
	for i := range all {
		if lie != nil {
			lie(&all[i])
		}
	}
	return all, err
}

func (l lying) Receipt(ctx context.Context, seq uint64) (journal.Receipt, error) {
	r, err := l.Store.Receipt(ctx, seq)
	return lieAbout(r, err, l.receipt)
}

func (l lying) CashReceipt(ctx context.Context, seq uint64) (journal.CashReceipt, error) {
	r, err := l.Store.CashReceipt(ctx, seq)
	return lieAbout(r, err, l.cash)
}

func (l lying) Shift(ctx context.Context, number uint64) (journal.ShiftState, error) {
	s, err := l.Store.Shift(ctx, number)
	return lieAbout(s, err, l.shift)
}

func (l lying) Zs(ctx context.Context, before uint64, limit int) ([]journal.Z, error) {
	zs, err := l.Store.Zs(ctx, before, limit)
	return toldAll(zs, err, l.z, l.zs)
}

func (l lying) Movements(ctx context.Context, shift, before uint64, limit int) ([]journal.Movement, error) {
	m, err := l.Store.Movements(ctx, shift, before, limit)
	return toldAll(m, err, l.move, nil)
}

func (l lying) Debts(ctx context.Context, q journal.DebtQuery) ([]journal.Debt, error) {
	d, err := l.Store.Debts(ctx, q)
	return toldAll(d, err, nil, l.debts)
}

func (l lying) DebtRows(ctx context.Context, debt uint64) ([]journal.DebtRow, error) {
	r, err := l.Store.DebtRows(ctx, debt)
	return toldAll(r, err, nil, l.rows)
}

// TestTheLawsCatch injects one fault each in what is read at the end of a life, and
// wants the law that it breaks.
func TestTheLawsCatch(t *testing.T) {
	for _, c := range []struct {
		name string
		law  oracle.Law
		lie  func() lying
	}{
		{"a sale in another shift too", oracle.ZsSum, func() lying {
			return lying{receipt: func(r *journal.Receipt) {
				if r.Seq == 2 {
					r.Shift++
				}
			}}
		}},
		{"a sale in none", oracle.ZsSum, func() lying {
			return lying{receipt: func(r *journal.Receipt) {
				if r.Seq == 2 {
					r.Shift = 0
				}
			}}
		}},
		{"a sale in a shift that there is not", oracle.OneShift, func() lying {
			return lying{receipt: func(r *journal.Receipt) {
				if r.Seq == 2 {
					r.Shift = 9_999
				}
			}}
		}},
		{"a sale that was opened elsewhere", oracle.OneShift, func() lying {
			return lying{receipt: func(r *journal.Receipt) {
				if r.Seq == 2 {
					r.Opened++
				}
			}}
		}},
		{"a Z that changes by a coin", oracle.ZsSum, func() lying {
			return lying{z: func(z *journal.Z) {
				if len(z.Taken) > 0 {
					z.Taken[0].Minor++
				}
			}}
		}},
		{"a Z that changes its author", "Z STANDS", func() lying {
			return lying{z: func(z *journal.Z) { z.By = "nobody" }}
		}},
		{"a Z that is gone", "Z STANDS", func() lying {
			return lying{zs: func(zs []journal.Z) []journal.Z {
				if len(zs) > 0 {
					return zs[1:]
				}
				return zs
			}}
		}},
		{"a number that was left out", oracle.ZsFollow, func() lying {
			return lying{z: func(z *journal.Z) {
				if z.Before != 0 {
					z.Before--
				}
			}}
		}},
		{"a Z without a route", oracle.ZsSum, func() lying {
			return lying{z: func(z *journal.Z) {
				if len(z.Taken) > 0 {
					z.Taken = z.Taken[1:]
				}
			}}
		}},
		{"a movement with the wrong sign", oracle.Drawers, func() lying {
			return lying{move: func(m *journal.Movement) {
				if m.Kind == journal.MovementIn {
					m.Kind = journal.MovementOut
				}
			}}
		}},
		{"cash with other rounding", oracle.Drawers, func() lying {
			return lying{cash: func(r *journal.CashReceipt) { r.Rounding++ }}
		}},
		{"cash that was less than due", oracle.CashIsSaid, func() lying {
			return lying{cash: func(r *journal.CashReceipt) { r.Given = 0 }}
		}},
		{"an owed entry that vanishes", oracle.OwedOpens, func() lying {
			return lying{debts: func(all []journal.Debt) []journal.Debt { return all[:max(0, len(all)-1)] }}
		}},
		{"an owed entry closed by nobody", oracle.OwedAddsUp, func() lying {
			return lying{debts: func(all []journal.Debt) []journal.Debt {
				for i := range all {
					all[i].Returned++
				}
				return all
			}}
		}},
		{"a row of what is owed that is gone", oracle.OwedAddsUp, func() lying {
			return lying{rows: func(rows []journal.DebtRow) []journal.DebtRow {
				if len(rows) > 1 {
					return rows[:len(rows)-1]
				}
				return rows
			}}
		}},
		{"kept figures that count one twice", oracle.ZsSum, func() lying {
			return lying{shift: func(s *journal.ShiftState) {
				if len(s.Figures.Taken) > 0 {
					s.Figures.Taken[0].Number++
				}
			}}
		}},
	} {
		for _, onFile := range []bool{false, true}[:1+map[bool]int{true: 1}[onFileToo[c.name]]] {
			t.Run(fmt.Sprintf("%s, on file %v", c.name, onFile), func(t *testing.T) { catches(t, c.law, onFile, c.lie) })
		}
	}
}

// onFileToo are the faults that are injected on the real storage as well.
var onFileToo = map[string]bool{"a sale in another shift too": true, "a sale in none": true, "a Z that changes by a coin": true, "an owed entry that vanishes": true}

func catches(t *testing.T, law oracle.Law, onFile bool, lie func() lying) {
	caught := false
	for seed := uint64(1); seed <= 12 && !caught; seed++ {
		if clean, _ := live(t, seed, onFile, nil); len(clean.found) > 0 {
			t.Fatalf("seed %d without a fault: %s", seed, clean.story())
		}
		l, _ := live(t, seed, onFile, func(s journal.Store) journal.Store {
			lies := lie()
			lies.Store = s
			return lies
		})
		for _, breach := range l.found {
			caught = caught || strings.HasPrefix(breach, string(law)+": ")
		}
	}
	if !caught {
		t.Errorf("not caught by %q", law)
	}
}
