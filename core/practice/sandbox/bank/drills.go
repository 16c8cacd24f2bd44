package bank

import (
	"errors"
	"fmt"
	"time"

	"sanduq/core/practice/sandbox/faults"
	"sanduq/core/practice/sandbox/ledger"
)

// SetBehaviour changes how the bank treats the merchant from the next request on. What a silent bank holds is dropped
// when the client gives up, or when the bank speaks again; none of it was carried out.
func (s *Bank) SetBehaviour(b faults.Behaviour) {
	s.faults.SetBehaviour(b)
	s.hub.Notify()
}

// Behaviour returns what SetBehaviour set.
func (s *Bank) Behaviour() faults.Behaviour { return s.faults.Behaviour() }

// SetNetwork takes the service off the network, where every connection is refused by the operating system, and back
// on. The error says that its port was lost to another program meanwhile.
func (s *Bank) SetNetwork(up bool) error {
	var err error
	if up {
		err = s.net.Up()
	} else {
		s.net.Down()
	}
	s.hub.Notify()
	return err
}

// TakeNetworkDown takes the network down and brings it back after a while of real time.
func (s *Bank) TakeNetworkDown(d time.Duration) {
	_ = s.SetNetwork(false)
	time.AfterFunc(d, func() {
		if err := s.SetNetwork(true); err != nil {
			s.logger.Error("the network could not be brought back", "error", err)
		}
	})
}

// NetworkUp reports whether connections are accepted.
func (s *Bank) NetworkUp() bool { return s.net.IsUp() }

// Drill is one thing to practise, switched on by one tap.
type Drill string

// The drills.
const (
	DrillSlowBank  Drill = "slow-bank"  // the bank becomes Slow, until DrillCalm
	DrillWalksAway Drill = "walks-away" // the newest open payment: the customer leaves, and nothing happens by itself
	DrillPaysLate  Drill = "pays-late"  // the newest open payment is approved by itself after payments.Timing.Late
	DrillWrongCode Drill = "wrong-code" // the next code that is sent in is taken for a wrong one
	DrillNoNetwork Drill = "no-network" // connections are refused for twenty seconds
	DrillCalm      Drill = "calm"       // all of it off, faults included
)

const noNetworkFor = 20 * time.Second

// ErrNothingOpen says that a drill needs a payment that waits for the customer.
var ErrNothingOpen = errors.New("sandbox: no payment waits for the customer")

// Drill starts a drill.
func (s *Bank) Drill(d Drill) error {
	defer s.hub.Notify()
	switch d {
	case DrillSlowBank:
		s.SetBehaviour(faults.Slow)
	case DrillWalksAway, DrillPaysLate:
		return s.drillNewest(d)
	case DrillWrongCode:
		s.faults.SetWrongCodes(1)
	case DrillNoNetwork:
		s.TakeNetworkDown(noNetworkFor)
	case DrillCalm:
		s.SetBehaviour(faults.Answers)
		s.faults.SetWrongCodes(0)
		s.faults.Clear()
		return s.SetNetwork(true)
	default:
		return fmt.Errorf("sandbox: no drill %q", d)
	}
	return nil
}

func (s *Bank) drillNewest(d Drill) error {
	open, err := s.Pending()
	if err != nil {
		return err
	}
	if len(open) == 0 {
		return ErrNothingOpen
	}
	return s.DrillPayment(open[0].ID, d)
}

// DrillPayment starts a drill that is about a payment, DrillWalksAway or DrillPaysLate, for one that waits.
func (s *Bank) DrillPayment(id string, d Drill) error {
	defer s.hub.Notify()
	return s.act(id, func(tx *ledger.Tx, p *ledger.Record) error {
		p.Drill = string(d)
		if d == DrillWalksAway {
			p.Shared.Plan = nil
			return nil
		}
		steps := s.payments.Steps("", s.clock.Now().Add(s.payments.Times().Late))
		return s.payments.Plan(tx, p, &p.Shared, steps...)
	})
}
