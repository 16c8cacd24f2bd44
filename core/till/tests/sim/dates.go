package sim

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"

	"sanduq/core"
	"sanduq/core/practice/sandbox/faults"
	"sanduq/core/wire"
)

// wrongDates is a spell in which replies tell a wrong time in their Date header.
type wrongDates struct {
	until time.Time
	off   time.Duration // what the time is wrong by
	text  string        // what is said instead of a time; blank is the time
	right int           // one reply of so many tells the right time; 0 is none
	// skewed: the gateway's own clock is wrong, by which it validates signatures
	// too. Else a machine on the way writes the header.
	skewed bool
}

// minutes to years
var offDates = []time.Duration{4 * time.Minute, -20 * time.Minute, time.Hour, -26 * time.Hour, year, -year, 30 * year}

// misdate begins a spell of wrong dates, or ends the one that lasts.
func (w *world) misdate(r *rand.Rand) {
	w.gateMu.Lock()
	defer w.gateMu.Unlock()
	d := wrongDates{until: time.Now().Add(rand1(r, 3*time.Hour)), off: offDates[r.IntN(len(offDates))], right: []int{0, 0, 2, 3}[r.IntN(4)], skewed: r.IntN(3) == 0}
	switch r.IntN(8) {
	case 0:
		d.text = "today"
	case 1:
		d = wrongDates{}
	}
	w.endDatesLocked()
	if d.skewed = d.skewed && d.text == ""; d.skewed && w.skew(d.off) {
		d.right = 0 // it is wrong in each
	}
	w.dates = d
	w.see.count("wrong dates")
	w.did(fmt.Sprintf("Date headers are off by %v %q, skewed %v, right in %d", d.off, d.text, d.skewed, d.right), nil)
}

// skew sets the gateway's own clock, where it has one that can be set.
func (w *world) skew(d time.Duration) bool {
	g, able := w.gate.(interface{ Faults() *faults.Set })
	if able {
		g.Faults().SetSkew(d)
	}
	return able
}

func (w *world) endDatesLocked() {
	if w.dates.skewed {
		w.skew(0)
	}
	w.dates = wrongDates{}
}

// passLocked ends the spell when its time is over. The caller holds gateMu.
func (w *world) passLocked() {
	if !w.dates.until.IsZero() && time.Now().After(w.dates.until) {
		w.endDatesLocked()
	}
}

// date puts the Date of a spell into a reply. The caller holds gateMu.
func (w *world) date(r *rand.Rand, out *reply) {
	d := w.dates
	if d.until.IsZero() || out == nil || d.skewed || d.right > 0 && r.IntN(d.right) == 0 {
		return // a skewed gateway writes it itself
	}
	text := d.text
	if text == "" {
		text = time.Now().Add(d.off).UTC().Format(http.TimeFormat)
	}
	out.header.Set("Date", text)
	w.see.count("wrong Date headers")
}

// The merchant's name and secret at a gateway that demands signatures.
const hmacClient, hmacSecret = "till-2", "sim-hmac-secret"

// signer signs by the machine's clock where the client knows no better.
type signer struct {
	wire.Signer
	wall core.Clock
}

// Sign implements wire.Signer.
func (s signer) Sign(in wire.SignInput) (http.Header, error) {
	if in.Now.IsZero() {
		in.Now = s.wall.Now()
	}
	return s.Signer.Sign(in)
}

// signs is the signer of a process; nil where the gateway demands none.
func (w *world) signs(wall core.Clock) wire.Signer {
	if !w.manner.signed {
		return nil
	}
	ours, err := wire.NewHMACSigner(hmacClient, core.NewSecret(hmacSecret))
	if err != nil {
		w.see.problem("no signer: %v", err)
	}
	var s wire.Signer = signer{ours, wall}
	if w.o.Signer != nil {
		s = w.o.Signer(s)
	}
	return s
}
