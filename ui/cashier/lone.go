package cashier

import (
	"time"

	"sanduq/core/money"
)

// pickAfter is how long a digit waits for more to follow, and how long nothing may
// have come before it.
const pickAfter = 150 * time.Millisecond

// lone hears what is typed where a digit by itself decides something. Those of a
// barcode never stand alone.
type lone struct {
	typed int       // characters so far: a scan is many in no time
	heard time.Time // the newest of them
}

// interrupt is for what ends a barcode: its last digit does not stand alone either.
func (l *lone) interrupt() { l.typed++ }

// hear calls pick for a digit from 1 to 9 that stands alone, as soon as that is known.
func (l *lone) hear(d Deps, r rune, pick func(n int)) {
	l.typed++
	now := d.Now()
	alone := now.Sub(l.heard) >= pickAfter
	l.heard = now
	one, is := money.Digit(r)
	if !alone || !is || one == '0' {
		return
	}
	typed := l.typed
	d.After(pickAfter, func() {
		if l.typed == typed {
			pick(int(one - '0'))
		}
	})
}
