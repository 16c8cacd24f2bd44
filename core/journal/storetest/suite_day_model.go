package storetest

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"sanduq/core/journal"
)

// dayModel drives the store and a Memory with the same random days, most of what
// they do allowed and some of it not, and reads both whole.
func dayModel(t *testing.T, open opener) {
	rapid.Check(t, func(r *rapid.T) {
		h := open(t)
		memory := NewMemory()
		defer func() { _ = h.Store.Close() }()
		ctx := context.Background()
		for range rapid.IntRange(1, 40).Draw(r, "acts") {
			c := drawAct(r, memory)
			want, got := memory.Commit(ctx, c), h.Store.Commit(ctx, c)
			if (want == nil) != (got == nil) {
				r.Fatalf("commit %+v: %v, the model says %v", c, got, want)
			}
			if rapid.IntRange(0, 9).Draw(r, "reopen") == 0 {
				if err := h.Store.Reopen(ctx); err != nil {
					r.Fatal(err)
				}
			}
		}
		same(r, "everything", readAll(r, h.Store), readAll(r, memory))
	})
}

func drawAct(r *rapid.T, m *Memory) journal.Change {
	ctx := context.Background()
	head := headOf(r, m)
	minor := rapid.SampledFrom([]int64{1, 250, 4_130, 1_000_000}).Draw(r, "minor")
	number := head.Number + 1
	state := present(r, m)
	var acts []func() journal.Change
	add := func(weight int, act func() journal.Change) {
		for range weight {
			acts = append(acts, act)
		}
	}
	add(3, func() journal.Change { sale := charged(r, m, number); return journal.Change{Sale: &sale} })
	add(3, func() journal.Change { return inCash(r, m, number, minor) })
	add(1, func() journal.Change {
		return owes(r, m, minor, rapid.SampledFrom([]string{"LYD", "TND"}).Draw(r, "currency"))
	})
	add(1, func() journal.Change {
		return moved(r, m, rapid.SampledFrom([]journal.MovementKind{journal.MovementIn, journal.MovementOut, journal.MovementHand}).Draw(r, "kind"), minor)
	})
	if open := must[journal.SalePage](r)(m.Sales(ctx, journal.SaleQuery{Status: journal.StatusChoosing})).Sales; len(open) > 0 {
		add(4, func() journal.Change {
			c := paid(r, m, rapid.SampledFrom(open).Draw(r, "sale"))
			if rapid.IntRange(0, 4).Draw(r, "bent") == 0 {
				c.Receipt.Shift = uint64(rapid.IntRange(0, 3).Draw(r, "shift"))
			}
			return c
		})
	}
	if owed := must[[]journal.Debt](r)(m.Debts(ctx, journal.DebtQuery{Open: true})); len(owed) > 0 {
		add(2, func() journal.Change {
			d := rapid.SampledFrom(owed).Draw(r, "debt")
			part := rapid.SampledFrom([]int64{1, d.Open(), d.Open() + 1}).Draw(r, "part")
			return returns(r, m, d.Number, part, d.Open(), rapid.SampledFrom([]string{"R 1", "R 2", "R 3"}).Draw(r, "reference"))
		})
	}
	switch {
	case state.Number == 0:
		add(3, func() journal.Change { return begins(r, m) })
		return rapid.SampledFrom(acts).Draw(r, "act")()
	case state.Opened == nil:
		add(4, func() journal.Change { return opened(r, m, minor) })
	default:
		add(2, func() journal.Change { return counted(r, m, minor) })
	}
	add(2, func() journal.Change {
		c := ends(r, m)
		if len(c.Z.Taken) > 0 && rapid.IntRange(0, 2).Draw(r, "bent") == 0 {
			c.Z.Taken[0].Minor += rapid.SampledFrom([]int64{-1, 1}).Draw(r, "by")
		}
		return c
	})
	add(1, func() journal.Change { return endsAll(r, m) })
	add(1, func() journal.Change {
		h := headOf(r, m)
		return journal.Change{Freeze: &journal.Freeze{Cause: journal.FreezeRestored, At: noon, Day: today, Z: h.Z + 2, Cash: h.Cash + 3, Receipt: h.Receipt + 4}}
	})
	return rapid.SampledFrom(acts).Draw(r, "act")()
}
