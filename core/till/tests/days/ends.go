package days

import (
	"fmt"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/till/tests/oracle"
)

// The laws that are this room's own.
const (
	// saidOnce: what was called not saved, and done again, is there once.
	saidOnce = "SAID ONCE"
	// goesOn: on a disk that is well a shift can be closed, and somebody signs in.
	goesOn = "GOES ON"
)

// moves moves cash with a reason of its own, and once more where it was called not
// saved, as a person does.
func (l *life) moves() {
	l.tally.Moves++
	kind := []journal.MovementKind{journal.MovementIn, journal.MovementOut}[l.rand.IntN(2)]
	minor := 1 + l.rand.Int64N(50_000)
	l.shaky = l.rand.IntN(4) == 0
	reason := fmt.Sprintf("the till's own affair %d", l.tally.Moves)
	twice := func(what string, move func() error) error {
		err := move()
		l.must(what, err)
		if journal.CodeOf(err) == journal.CodeStore {
			l.pass(time.Minute)
			err = move()
			l.must(what, err)
		}
		return err
	}
	err := twice("move", func() error { return l.till.Shifts.MoveCash(l.ctx, l.person(), kind, minor, reason, "") })
	if journal.CodeOf(err) == journal.CodeDrawer && l.rand.IntN(2) == 0 {
		_ = twice("beyond", func() error { return l.till.Shifts.MoveCashBeyond(l.ctx, l.person(), minor, reason, "") })
	}
}

// once holds the movements of a book against what was asked for.
func (l *life) once(b oracle.Book) {
	seen := map[string]uint64{}
	for _, m := range b.Movements {
		if m.Kind == journal.MovementHand || m.Float { // what a float differs by is asked for in another place
			continue
		}
		if first := seen[m.Reason]; first != 0 {
			l.fault("%s: movements %d and %d are of one affair", saidOnce, first, m.Seq)
		}
		seen[m.Reason] = m.Seq
	}
}

// goesOn closes the last shift, whatever the days did to it, and lets somebody sign
// in.
func (l *life) goesOn() {
	if l.till.Recovery() != nil {
		return // the gateway has not answered for every sale
	}
	s, err := l.store.Shift(l.ctx, 0)
	if err != nil {
		l.fault("%s: no shift: %v", goesOn, err)
		return
	}
	if s.Opened == nil {
		err = l.till.Shifts.OpenShift(l.ctx, "Amal", 0, "the safe")
	}
	if err == nil {
		_, err = l.till.Shifts.CountDrawer(l.ctx, "Amal", journal.DrawerCount{Currency: "LYD"})
	}
	if err == nil {
		_, err = l.till.Shifts.CloseShift(l.ctx, s.Number, "Huda", "the last day")
	}
	if err != nil {
		l.fault("%s: shift %d cannot be closed: %v", goesOn, s.Number, err)
		return
	}
	if l.rand.IntN(8) != 0 { // a PIN is slow to compare
		return
	}
	who, err := l.till.Staff.AddUser(l.ctx, "Huda", journal.RoleManager, core.NewSecret("12345"))
	if err == nil {
		l.till.Staff.SignOut(l.ctx)
		err = l.till.Staff.SignIn(l.ctx, who.ID, core.NewSecret("12345"))
	}
	if err != nil {
		l.fault("%s: nobody signs in: %v", goesOn, err)
	}
}
