package screen

import (
	"time"

	"sanduq/core/money"
)

// pickAfter is how long a digit waits for more to follow, and how long nothing may
// have come before it.
const pickAfter = 150 * time.Millisecond

// DebouncedDigit hears what is typed where a digit by itself decides something. Those of a
// barcode never stand alone.
type DebouncedDigit struct {
	typed int       // characters so far: a scan is many in no time
	heard time.Time // the newest of them
}

// Interrupt is for what ends a barcode: its last digit does not stand alone either.
func (d *DebouncedDigit) Interrupt() { d.typed++ }

// Press calls pick for a digit from 1 to 9 that stands alone, as soon as that is known.
func (d *DebouncedDigit) Press(e Env, r rune, pick func(n int)) {
	d.typed++
	now := e.Now()
	alone := now.Sub(d.heard) >= pickAfter
	d.heard = now
	one, is := money.Digit(r)
	if !alone || !is || one == '0' {
		return
	}
	typed := d.typed
	e.After(pickAfter, func() {
		if d.typed == typed {
			pick(int(one - '0'))
		}
	})
}
