package wire

import (
	"context"

	"sanduq/core"
	"sanduq/core/sandbox"
)

// bank is the payment service behind the proxy with its customers.
type bank interface {
	Address() string // "host:port"
	Keys() (api, secret string)
	Profile() core.WireProfile
	Close(context.Context) error

	// Press does something with the payment of an order: one of the two below.
	Press(order string, act func(payment string) error) error
	Approve(payment string) error
	Decline(payment string) error
	// Code is the newest that was sent for an order; blank before the first.
	Code(order string) string

	InitiateCount(order string) (arrived, opened int, err error)
	// Status is what became of the payment of an order; blank when there is none.
	Status(order string) (string, error)
	CheckLedger() error
}

// practice is the practice bank.
type practice struct{ *sandbox.Server }

// Address implements bank.
func (p practice) Address() string { return p.BaseURL()[len("http://"):] }

// Keys implements bank.
func (p practice) Keys() (api, secret string) {
	a, s := p.Credentials()
	return a.Reveal(), s.Reveal()
}

// Profile implements bank: the practice bank names the payment in each answer.
func (practice) Profile() core.WireProfile { return core.SandboxProfile() }

// Code implements bank.
func (p practice) Code(order string) string {
	h, _ := p.Handset(order)
	return h.Code.Reveal()
}

// Status implements bank.
func (p practice) Status(order string) (string, error) {
	x, _, err := p.PaymentByOrder(order)
	return string(x.Status), err
}
