// Package bank is the customer's side of every payment: what the customer's phone shows, what the customer does, and
// the drills that a shop practises with. It acts through packages payments and ledger and has no lock of its own.
package bank

import (
	"log/slog"

	"sanduq/core/practice/sandbox/clock"
	"sanduq/core/practice/sandbox/faults"
	"sanduq/core/practice/sandbox/hub"
	"sanduq/core/practice/sandbox/ledger"
	"sanduq/core/practice/sandbox/network"
	"sanduq/core/practice/sandbox/payments"
)

// Bank is the customer's side of every payment: what the customer sees, and does. All methods are safe for concurrent
// use.
type Bank struct {
	ledger   *ledger.Ledger
	payments *payments.Payments
	clock    *clock.Clock
	faults   *faults.Set
	hub      *hub.Hub
	net      *network.Network
	logger   *slog.Logger
}

// New makes the customer's side of some payments, which is reached through a network.
func New(p *payments.Payments, n *network.Network) *Bank {
	return &Bank{ledger: p.Ledger, payments: p, clock: p.Clock, faults: p.Faults, hub: p.Hub, net: n, logger: p.Logger}
}

// Address is the bank's page as a phone would open it: payments, inbox and drills.
func (s *Bank) Address() string { return s.net.Link("/bank") }

// PageOf is the address of a payment's page.
func (s *Bank) PageOf(paymentID string) string { return s.net.Link("/b/" + paymentID) }

// Subscribe calls changed after each change of a payment, a message, the bank's behaviour or the network, on a
// goroutine of its own and never twice at once; changes that come meanwhile are told together. cancel ends it.
func (s *Bank) Subscribe(changed func()) (cancel func()) {
	changes, leave := s.hub.Listen()
	go func() {
		for range changes {
			changed()
		}
	}()
	return leave
}
