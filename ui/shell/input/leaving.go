package input

import (
	"time"

	"sanduq/core/journal"
	"sanduq/ui/keys"
	"sanduq/ui/screen"
	"sanduq/ui/shell/navigation"
)

// leaving is what was typed at an open sale that is being left, for the screen that
// comes next: the disk may take longer than the next customer's amount.
type leaving struct {
	sale  journal.SaleID
	typed []screen.KeyPress
}

// Leaving keeps what is typed from now on at a sale for the screen that comes next. The
// caller calls what it returns once, with the way to that screen or nil for none; the way
// is not taken where the person has gone elsewhere meanwhile.
func (i *Input) Leaving(id journal.SaleID) func(next func()) {
	h := &leaving{sale: id}
	i.leaving = h
	return func(next func()) {
		at := i.deps.Place
		mine := i.leaving == h && at.Shows(id) && at.At.Location == navigation.Sale && !i.Away()
		if i.leaving == h {
			i.leaving = nil
		}
		if next == nil || !mine {
			return
		}
		next()
		for _, p := range h.typed {
			i.deps.Area().Screen().Press(p)
		}
	}
}

// keepForNext keeps an event for the screen that comes next, and reports whether it does.
// Enter decides nothing that nobody has seen.
func (i *Input) keepForNext(e keys.Event) bool {
	h := i.leaving
	if h == nil {
		return false
	}
	if !i.deps.Place.Shows(h.sale) { // somebody went on by themselves
		i.leaving = nil
		return false
	}
	switch {
	case e.Kind == keys.Scan:
		h.typed = append(h.typed, screen.KeyPress{Scan: e.Code, Taken: e.Taken})
	case e.Kind != keys.Command:
		h.typed = append(h.typed, screen.KeyPress{Rune: e.Rune})
	case e.Name == keys.Backspace || e.Name == keys.Clear:
		h.typed = append(h.typed, screen.KeyPress{Name: e.Name})
	case e.Name == keys.Enter:
	default:
		return false
	}
	return true
}

// deaf keeps keys that were meant for what was there before from what came up
// instead of it.
type deaf struct {
	to    time.Time // no Enter before
	quiet time.Time // no key at all, until none was pressed for keys.HoldTime; zero for none
}

// hears reports whether a key is for who hears it now.
func (d *deaf) hears(now time.Time, enter bool) bool {
	if !d.quiet.IsZero() {
		if now.Sub(d.quiet) < keys.HoldTime {
			d.quiet = now
			return false
		}
		d.quiet = time.Time{}
	}
	return !enter || !now.Before(d.to)
}
