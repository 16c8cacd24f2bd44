package checkout

import (
	"bytes"
	"encoding/json"
	"time"

	"sanduq/core"
	"sanduq/core/checkout/internal/unknown"
	"sanduq/core/money"
	"sanduq/core/pause"
)

// record is a payment as the Store keeps it, sealed as a whole.
type record struct {
	PaymentID   string        `json:"paymentId"`
	OrderID     string        `json:"orderId"`
	Amount      money.Amount  `json:"amount"`
	ReturnURL   string        `json:"returnUrl"`
	Snapshot    core.Snapshot `json:"snapshot"`
	Turn        uint64        `json:"turn"` // grows with each form that is taken: a form works once
	Institution string        `json:"institution,omitempty"`
	times
	Told   bool         `json:"told,omitempty"`   // the shop knows that it was settled
	Twice  bool         `json:"twice,omitempty"`  // it is settled, and can be debited by another leg, too
	Second *secondDebit `json:"second,omitempty"` // what was

	Codes   int `json:"codes,omitempty"`   // one-time codes that the customer was sent
	Guesses int `json:"guesses,omitempty"` // codes that the customer entered
	// Step is the form that some process works on.
	Step   *underway `json:"step,omitempty"`
	Lease  lease     `json:"lease,omitzero"`
	Polled polled    `json:"polled,omitzero"`
	Capped bool      `json:"capped,omitempty"` // polling ended without the gateway's last word
	Denied bool      `json:"denied,omitempty"` // the gateway refuses the token
	Watch  watch     `json:"watch,omitzero"`

	session core.PaymentSession // of the snapshot
	version uint64              // in the Store
	dueThen time.Time           // as the Store has it
	beyond  unknown.Fields      // what a newer program has written
}

// times are when each step of the payment was done; zero for what was not.
type times struct {
	OpenedAt  time.Time `json:"openedAt"`
	ShownAt   time.Time `json:"shownAt,omitzero"` // of the QR
	SentAt    time.Time `json:"sentAt,omitzero"`  // of the newest one-time code to the customer
	TakenAt   time.Time `json:"takenAt,omitzero"` // of the code that the customer entered
	SettledAt time.Time `json:"settledAt,omitzero"`
}

// lease says which process watches the payment, until a moment by which it says so again. Afterwards any other may.
type lease struct {
	Holder string    `json:"holder,omitempty"`
	Until  time.Time `json:"until,omitzero"`
}

// polled is from when to when the payment was polled last, and the gateway's newest
// answer, as of the holder's last word.
type polled struct {
	Since   time.Time `json:"since,omitzero"`
	Until   time.Time `json:"until,omitzero"`
	HeardAt time.Time `json:"heardAt,omitzero"`
	Heard   string    `json:"heard,omitempty"`
}

// secondDebit is the money that came by another leg of a settled payment, or may have.
type secondDebit struct {
	TransactionID string `json:"transactionId,omitempty"`
	Uncertain     bool   `json:"uncertain,omitempty"`
	Told          bool   `json:"told,omitempty"` // the shop knows of it

	beyond unknown.Fields
}

// words names what the customer is told of it; blank where there is none.
func (s *secondDebit) words() string {
	switch {
	case s == nil:
		return ""
	case s.Uncertain:
		return "paid.maybeTwice"
	}
	return "paid.twice"
}

// underway is a step that a process has begun. The turn was used up for it.
type underway struct {
	ID    string    `json:"id"`
	Until time.Time `json:"until"` // by when the process says again that it works on it
}

// watch is when a payment that nobody polls is asked about.
type watch struct {
	Next     time.Time `json:"next,omitzero"`
	Answered int       `json:"answered,omitempty"`
	Silent   int       `json:"silent,omitempty"`
	Ended    bool      `json:"ended,omitempty"`
}

// waits reports whether only the gateway can say what becomes of a session.
func waits(s core.PaymentSession) bool {
	switch s.State {
	case core.StateQRGenerated, core.StateWaitingPayment, core.StateAuthorized:
		return true
	}
	return s.OTPUnresolved
}

// open reports whether money may come: a QR was shown or a code submitted, and nothing is settled. A payment that
// failed or expired is open: its money may be late.
func (r record) open() bool {
	s := r.session
	return s.State != core.StateSuccess && (waits(s) || s.QROut() || s.OTPIndeterminate || r.Guesses > 0 || !r.TakenAt.IsZero())
}

// watched reports whether the payment is asked about on the plan: money may come, or come twice.
func (r record) watched() bool { return r.open() || r.Twice && r.Second == nil }

// untold reports whether the shop has to be told of a settlement, or of a second debit.
func (r record) untold(by *Config) bool { return r.untoldFirst(by) || r.untoldSecond(by) }

func (r record) untoldFirst(by *Config) bool {
	return by.Tell != nil && r.session.State == core.StateSuccess && !r.Told
}

func (r record) untoldSecond(by *Config) bool {
	return by.TellTwice != nil && r.Second != nil && !r.Second.Told
}

// spans are the longest times for which something is said ahead. What is further away was written by a clock that was
// ahead by more than clocks may be apart: it binds nobody, so that nobody waits for the clock to come round again.
type spans struct {
	lease time.Duration // of a lease, a step or a claim
	watch time.Duration // to a planned question
}

func spansOf(cfg Config) spans {
	pause := cfg.Watch.Every
	for _, first := range cfg.Watch.First {
		pause = max(pause, first)
	}
	return spans{lease: 2 * cfg.Lease, watch: pause + cfg.Lease}
}

// goesOn reports whether a lease, a step or a claim goes on at a moment.
func (s spans) goesOn(until, now time.Time) bool { return pause.Left(until, now, s.lease) > 0 }

// lasts reports whether it goes on for so long at least.
func (s spans) lasts(until, now time.Time, long time.Duration) bool {
	return pause.Left(until, now, s.lease) >= long
}

// held reports whether a process has the lease at a moment.
func (r record) held(now time.Time, by spans) bool {
	return r.Lease.Holder != "" && by.goesOn(r.Lease.Until, now)
}

// planned reports whether the next question is still to come.
func (r record) planned(now time.Time, by spans) bool {
	return pause.Left(r.Watch.Next, now, by.watch) > 0
}

// goesOn reports whether the payment is polled by somebody at a moment, as far as he has said.
func (p polled) goesOn(now time.Time, by spans) bool {
	return now.Before(p.Until) && now.Add(by.lease).After(p.Since)
}

// due is when somebody has to look at the payment.
func (r record) due(now time.Time, c *Checkout) time.Time {
	switch {
	case r.Lease.Holder != "":
		return r.Lease.Until
	case r.untold(&c.cfg), r.open() && waits(r.session) && r.Polled.goesOn(now, c.spans):
		return now
	case r.watched():
		return r.Watch.Next
	}
	return time.Time{}
}

// same reports whether two records would be stored alike.
func (r record) same(other record) bool {
	one, err := json.Marshal(r)
	two, failed := json.Marshal(other)
	return err == nil && failed == nil && bytes.Equal(one, two)
}
