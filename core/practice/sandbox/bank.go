package sandbox

import "log/slog"

// Bank is the customer's side of every payment: what the customer sees, and does. All methods are safe for concurrent
// use.
type Bank struct {
	ledger   *ledger
	payments *payments
	clock    *Clock
	faults   *faults
	hub      *hub
	net      *network
	logger   *slog.Logger
}

func newBank(p *payments, n *network) *Bank {
	return &Bank{ledger: p.ledger, payments: p, clock: p.clock, faults: p.faults, hub: p.hub, net: n, logger: p.logger}
}

// Address is the bank's page as a phone would open it: payments, inbox and drills.
func (s *Bank) Address() string { return s.net.link("/bank") }

// pageOf is the address of a payment's page.
func (s *Bank) pageOf(paymentID string) string { return s.net.link("/b/" + paymentID) }

// Subscribe calls changed after each change of a payment, a message, the bank's behaviour or the network, on a
// goroutine of its own and never twice at once; changes that come meanwhile are told together. cancel ends it.
func (s *Bank) Subscribe(changed func()) (cancel func()) {
	changes, leave := s.hub.listen()
	go func() {
		for range changes {
			changed()
		}
	}()
	return leave
}
