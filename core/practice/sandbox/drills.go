package sandbox

import (
	"errors"
	"fmt"
	"time"
)

// Behaviour is how the bank treats the merchant.
type Behaviour int32

// The behaviours: answers at once; answers late and settles late; takes requests and never answers.
const (
	Answers Behaviour = iota
	Slow
	Silent
)

func (b Behaviour) String() string {
	return [...]string{"answers", "slow", "silent"}[max(0, min(b, Silent))]
}

// SetBehaviour changes how the bank treats the merchant from the next request on. What a silent bank holds is dropped
// when the client gives up, or when the bank speaks again; none of it was carried out.
func (s *Server) SetBehaviour(b Behaviour) {
	s.behaviour.Store(int32(max(Answers, min(b, Silent))))
	s.hub.tell()
}

// Behaviour returns what SetBehaviour set.
func (s *Server) Behaviour() Behaviour { return Behaviour(s.behaviour.Load()) }

// delay is what the bank's behaviour does to a call before it is looked at.
func (c *call) delay() {
	if !c.s.net.isUp() {
		c.drop()
	}
	switch c.s.Behaviour() {
	case Slow:
		if !c.pause(c.s.opts.SlowBy) {
			c.drop()
		}
	case Silent:
		c.noteArrival()
		changes, leave := c.s.hub.listen()
		defer leave()
		for c.s.Behaviour() == Silent {
			select {
			case _, open := <-changes:
				if !open {
					c.drop()
				}
			case <-c.r.Context().Done():
				c.drop()
			}
		}
		c.drop()
	}
}

// SetNetwork takes the service off the network, where every connection is refused by the operating system, and back
// on. The error says that its port was lost to another program meanwhile.
func (s *Server) SetNetwork(up bool) error {
	var err error
	if up {
		err = s.net.up()
	} else {
		s.net.down()
	}
	s.hub.tell()
	return err
}

// networkOff takes the network down and brings it back after a while of real time.
func (s *Server) networkOff(d time.Duration) {
	_ = s.SetNetwork(false)
	time.AfterFunc(d, func() {
		if err := s.SetNetwork(true); err != nil {
			s.opts.Logger.Error("the network could not be brought back", "error", err)
		}
	})
}

// NetworkUp reports whether connections are accepted.
func (s *Server) NetworkUp() bool { return s.net.isUp() }

// Drill is one thing to practise, switched on by one tap.
type Drill string

// The drills.
const (
	DrillSlowBank  Drill = "slow-bank"  // the bank becomes Slow, until DrillCalm
	DrillWalksAway Drill = "walks-away" // the newest open payment: the customer leaves, and nothing happens by itself
	DrillPaysLate  Drill = "pays-late"  // the newest open payment is approved by itself after Options.LateDelay
	DrillWrongCode Drill = "wrong-code" // the next code that is sent in is taken for a wrong one
	DrillNoNetwork Drill = "no-network" // connections are refused for twenty seconds
	DrillCalm      Drill = "calm"       // all of it off, faults included
)

const noNetworkFor = 20 * time.Second

// ErrNothingOpen says that a drill needs a payment that waits for the customer.
var ErrNothingOpen = errors.New("sandbox: no payment waits for the customer")

// Drill starts a drill.
func (s *Server) Drill(d Drill) error {
	defer s.hub.tell()
	switch d {
	case DrillSlowBank:
		s.SetBehaviour(Slow)
	case DrillWalksAway, DrillPaysLate:
		return s.drillNewest(d)
	case DrillWrongCode:
		s.wrongCodes.Store(1)
	case DrillNoNetwork:
		s.networkOff(noNetworkFor)
	case DrillCalm:
		s.SetBehaviour(Answers)
		s.wrongCodes.Store(0)
		s.ClearFaults()
		return s.SetNetwork(true)
	default:
		return fmt.Errorf("sandbox: no drill %q", d)
	}
	return nil
}

func (s *Server) drillNewest(d Drill) error {
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
func (s *Server) DrillPayment(id string, d Drill) error {
	defer s.hub.tell()
	return s.act(id, func(tx *ledgerTx, p *record) error {
		p.Drill = string(d)
		if d == DrillWalksAway {
			p.Shared.Plan = nil
			return nil
		}
		steps := s.outcomeSteps("", s.clock.Now().Add(s.opts.LateDelay))
		return s.plan(tx, p, &p.Shared, steps...)
	})
}
