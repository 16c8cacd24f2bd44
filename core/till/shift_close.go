package till

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// mostNamed is how many sales a Z names one by one: of those still open, and of
// those whose money is owed back. Their sums are of all.
const mostNamed = 40

// X sums up the present shift as it stands, without ending it. Who may not see what
// should be in the drawer gets no sum of cash: a count would not be blind. Errors: CodeShift,
// CodeManager, CodeSum, CodeStore.
func (t *Till) X(ctx context.Context, by string) (z Z, err error) {
	g, err := t.claimAnyone(actX, by)
	if err != nil {
		return Z{}, err
	}
	defer func() { g.end(err) }()
	s, err := t.cfg.Store.Shift(ctx, 0)
	switch {
	case errors.Is(err, ErrNotFound):
		return Z{}, refuse(CodeShift, nil)
	case err != nil:
		return Z{}, refuse(CodeStore, err)
	}
	c, err := t.closing(ctx, t.Settings(), g.by)
	if err != nil {
		return Z{}, err
	}
	z, err = SumUp(s.Shift, s.Figures, c)
	if err != nil {
		return Z{}, refuse(CodeSum, err)
	}
	if !t.seesExpected() {
		z.blind()
	}
	return z, t.sumsSeen(g, "X")
}

// CloseShift ends the shift of a number with its Z and begins the next, in one
// commit; what was paid until that very commit is in it. The drawer of a shift
// that somebody opened must have been counted since cash came or went, and a
// difference needs a reason. Errors: CodeShiftClosed, with the Z, where somebody
// has closed it before; CodeManager, CodeCount, CodeCountStale, CodeReason,
// CodeFrozen, CodeShift, CodeSum, CodeStore.
func (t *Till) CloseShift(ctx context.Context, number uint64, by, reason string) (z Z, err error) {
	if err := t.frozen(); err != nil {
		return Z{}, err
	}
	g, err := t.claimAnyone(actCloseShift, by)
	if err != nil {
		return Z{}, err
	}
	defer func() { g.end(err) }()
	reason = strings.TrimSpace(reason)
	err = t.onShift(ctx, func(h *Head, s ShiftState) (Change, error) {
		if s.Number != number {
			return Change{}, refuse(CodeShiftClosed, nil)
		}
		if err := s.countedFor(h); err != nil {
			return Change{}, err
		}
		if z, err = t.sumUp(h, t.Settings(), g.by, reason); err != nil {
			return Change{}, err
		}
		if z.Drawer != nil && z.Drawer.Difference != 0 && reason == "" {
			return Change{}, refuse(CodeReason, nil)
		}
		next := Shift{Number: z.Seq + 1, Version: 1, After: z.Seq, Begun: z.At}
		return Change{Z: &z, Shift: &next,
			Audit: t.rows(h, []AuditRow{g.row(AuditShiftClosed, strings.TrimSpace(ZNumber(z.Seq)+" "+reason))})}, nil
	})
	switch CodeOf(err) {
	case "":
		return z, nil
	case CodeShiftClosed:
		old, readErr := t.cfg.Store.Shift(ctx, number)
		if readErr == nil {
			z, readErr = t.cfg.Store.Z(ctx, old.Z)
		}
		if readErr != nil {
			return Z{}, refuse(CodeShift, fmt.Errorf("shift %d: %w", number, readErr))
		}
		return z, err
	}
	return Z{}, err
}

// countedFor refuses to close a shift whose drawer was not counted since cash came
// or went. One that nobody opened has no drawer.
func (s ShiftState) countedFor(h *Head) error {
	if s.Opened == nil {
		return nil
	}
	switch _, stale, ok := s.Counted(h.Cash, h.Movement); {
	case !ok:
		return refuse(CodeCount, nil)
	case stale:
		return refuse(CodeCountStale, nil)
	}
	return nil
}

// sumUp makes the Z of the present shift, for the commit in which it is called.
func (t *Till) sumUp(h *Head, set Settings, by, reason string) (Z, error) {
	ctx := context.Background()
	s, err := t.cfg.Store.Shift(ctx, 0)
	if err != nil {
		return Z{}, refuse(CodeStore, err)
	}
	c, err := t.closing(ctx, set, by)
	if err != nil {
		return Z{}, err
	}
	newest, err := t.cfg.Store.Zs(ctx, 0, 1)
	if err != nil {
		return Z{}, refuse(CodeStore, err)
	}
	c.Seq, c.Reason = h.Z+1, reason
	if len(newest) > 0 {
		c.Before = newest[0].Seq
	}
	z, err := SumUp(s.Shift, s.Figures, c)
	if err != nil {
		return Z{}, refuse(CodeSum, err)
	}
	return z, nil
}

// closing is what an X or a Z says beside its shift: what may still be paid, and
// what is owed back.
func (t *Till) closing(ctx context.Context, set Settings, by string) (Closing, error) {
	c := Closing{Settings: set, Environment: t.cfg.Environment, At: t.Now(), By: by}
	sales, err := t.cfg.Store.OpenSales(ctx)
	if err != nil {
		return c, refuse(CodeStore, err)
	}
	if c.Open, err = stillOpen(sales); err != nil {
		return c, err
	}
	debts, err := t.cfg.Store.Debts(ctx, DebtQuery{Open: true, Limit: mostNamed})
	if err != nil {
		return c, refuse(CodeStore, err)
	}
	for _, d := range debts {
		c.OwedBy = append(c.OwedBy, d.Sale)
	}
	return c, nil
}

func stillOpen(sales []Sale) (StillOpen, error) {
	var open StillOpen
	add := adder{}
	for _, s := range sales {
		if s.Status().Group() != GroupOpen {
			continue
		}
		if len(open.Sales) < mostNamed {
			open.Sales = append(open.Sales, s.ID)
		}
		if open.Sums == nil {
			open.Sums = map[string]Tally{}
		}
		sum := open.Sums[s.Amount.Currency]
		open.Sums[s.Amount.Currency] = Tally{Number: sum.Number + 1, Minor: add.sum(sum.Minor, s.Amount.Minor)}
	}
	if add.over {
		return open, refuse(CodeSum, nil)
	}
	return open, nil
}
