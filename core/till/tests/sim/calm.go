package sim

import (
	"fmt"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// comeBack lets customers pay who still have a QR from earlier.
func (w *world) comeBack() {
	for _, s := range w.newest() {
		if s.Session.QRPayload == "" || w.driver.IntN(2) == 0 {
			continue
		}
		w.gateMu.Lock()
		err := w.gate.Press(s.OrderID, w.gate.Approve)
		w.gateMu.Unlock()
		w.did(fmt.Sprintf("the customer comes back for %s, %v", s.ID, err), nil)
		time.Sleep(rand1(w.driver, 10*time.Second))
	}
}

// patience is how long it may take the till to hear of money by itself.
const patience = 2 * time.Hour

// quiet is the end of the day: the network and the disk are well, the gateway
// answers truthfully, everything that moves there comes to rest, and the till
// has time to hear of it.
func (w *world) quiet() {
	w.sound.Store(true)
	if w.now.dead.Load() {
		w.restart("after a death")
	}
	if w.till == nil {
		return
	}
	kind := w.driver.IntN(10)
	if w.o.Calm {
		kind = 9
		time.Sleep(rand1(w.driver, 10*time.Minute)) // what a restart asks is not asked in the calm
	}
	w.network.Store(calm)
	w.honest.Store(true)
	w.gateMu.Lock()
	w.endDatesLocked()
	w.gateMu.Unlock()
	w.see.calm()
	w.did("calm", nil)
	w.comeBack()
	time.Sleep(20 * time.Minute) // a slow settlement of a late one takes longest
	w.confirm()
	switch {
	case kind < 4:
		for _, s := range w.newest() {
			w.check(s.ID)
		}
		w.till.WatchNow()
		time.Sleep(w.soon())
	case kind < 8:
		w.restart("at the end of the day")
		time.Sleep(w.soon())
	default: // nobody does anything: the plan alone must find it
		time.Sleep(2 * patience) // so that what comes late is told from what never comes
	}
	if w.till != nil {
		w.till.Wait()
	}
}

// soon is how long a question may take that somebody asks in the calm. The first signature
// of a wrong clock is refused, and its refusal tells the time: the plan then asks again.
func (w *world) soon() time.Duration {
	if w.manner.signed && w.ahead.Load() != 0 {
		return patience
	}
	return time.Minute
}

// track is what the history calls an order: its sale.
func (s *witness) track(orderID string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if o := s.orders[orderID]; o != nil {
		return string(o.sale)
	}
	return "no order"
}

// lied takes in that a lie is told of an order.
func (s *witness) lied(orderID, name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counts[lie+name]++
	if o := s.orders[orderID]; o != nil {
		o.lies[name] = true
	}
}

func (s *witness) calm() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calmed = time.Now()
}

// The ways in which a till comes to know of money.
const (
	byCode  = "the code's reply"
	byPoll  = "the poller"
	byWatch = "the watch"
)

// addPaidEvent takes in which of the SDK's events made a sale paid.
func (s *witness) addPaidEvent(v journal.View, ev core.PaymentEvent) {
	if v.Status() != journal.StatusPaid || !ev.Transition() {
		return
	}
	way := byCode
	switch {
	case ev.Operation == core.OpFetchStatus && ev.Kind == core.EventCall:
		way = byWatch
	case ev.Operation == core.OpFetchStatus:
		way = byPoll
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if o := s.orders[v.OrderID]; o != nil {
		o.way = way
	}
}

// learnt counts how and how fast the till came to know of a payment that was
// settled at the given moment, once it was calm.
func (s *witness) learnt(orderID string, settled time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.orders[orderID]
	from := s.calmed
	if settled.After(from) {
		from = settled
	}
	paid := s.law.PaidAt(o.sale)
	took := paid.Sub(from)
	if !paid.After(s.calmed) {
		return
	}
	s.counts["learnt"]++
	s.counts["learnt by "+o.way]++
	for name := range o.lies {
		s.counts["learnt after "+name]++
	}
	s.slowest = max(s.slowest, took)
	if took > patience {
		s.problemLocked("LATE: %s was known to be paid after %v of calm, by %s", o.sale, took, o.way)
	}
}
