package sim

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"

	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/wire"
)

// manner is how a gateway tells the truth. Each seed has one, and it stays the
// same from morning to evening: none of it is a lie.
type manner struct {
	profile wire.Profile
	unnamed []string          // members that its status replies leave out
	amounts string            // how it writes amounts; blank is as the practice bank does
	words   map[string]string // what it says instead of the practice bank's words
	shy     [2]bool           // it refuses in words to speak of a leg on which nothing has happened: QR and wallet, account
	refusal refusal           // the words in which it does
	idle    time.Duration     // until a payment that nobody touches expires
	unclear int               // replies that say SUCCESS before one names the transaction
	signed  bool              // it demands a signature, with the time, on each call
}

func (m manner) String() string {
	return fmt.Sprintf("declares %v, leaves out %v, amounts %q, words %v, shy of %v by %v, idle %v, %d unclear, signed %v", m.profile.DeclaredStatusFields,
		m.unnamed, m.amounts, m.words, m.shy, m.refusal, m.idle, m.unclear, m.signed)
}

// refusal is a status and a code of the gateway's.
type refusal struct {
	status int
	code   string
}

// The ways of writing an amount.
const (
	amountText  = "text"
	amountMinor = "minor"
)

// The members by which a reply names its payment.
var names = []string{"paymentId", "orderId", "amount", "currency"}

// notFound are ways to say that there is no such order.
var notFound = []refusal{{200, "ORDER_NOT_FOUND"}, {404, "ORDER_NOT_FOUND"}, {404, "NOT_FOUND"}, {400, "INVALID_LEG"}, {422, "NO_PAYMENT"}}

// plain is the practice bank's own manner.
func plain(*rand.Rand) manner { return manner{profile: wire.SandboxProfile()} }

func drawManner(r *rand.Rand) manner {
	m := plain(r)
	if r.IntN(2) == 0 {
		m.profile = wire.DefaultProfile()
		switch r.IntN(4) {
		case 0:
			m.unnamed = names
		case 1:
			for _, name := range names {
				if r.IntN(2) == 0 {
					m.unnamed = append(m.unnamed, name)
				}
			}
		}
	}
	m.amounts = []string{"", "", amountText, amountMinor}[r.IntN(4)]
	m.words = []map[string]string{nil, nil, {contract.StatusProcessing: "IN_REVIEW"}, {contract.StatusSuccess: " Success "},
		{contract.StatusSuccess: "success", contract.StatusPending: "CREATED"}}[r.IntN(5)]
	m.shy = [][2]bool{{}, {}, {}, {false, true}, {true, false}, {true, true}}[r.IntN(6)]
	m.refusal = notFound[r.IntN(len(notFound))]
	m.idle = []time.Duration{0, 20 * time.Hour}[r.IntN(2)]
	m.unclear = max(0, r.IntN(5)-2)
	m.signed = r.IntN(2) == 0
	return m
}

// tale is what a status reply says of a payment, member by member.
type tale map[string]json.RawMessage

func (t tale) text(name string) (s string) {
	if json.Unmarshal(t[name], &s) != nil {
		return string(t[name])
	}
	return s
}

func (t tale) with(name string, value any) tale {
	out := tale{}
	for k, v := range t {
		out[k] = v
	}
	raw, err := json.Marshal(value)
	if err != nil {
		panic(err) // strings and numbers only
	}
	out[name] = raw
	return out
}

func (t tale) without(some []string) tale {
	out := tale{}
	for k, v := range t {
		out[k] = v
	}
	for _, name := range some {
		delete(out, name)
	}
	return out
}

// answer puts the truth in this gateway's own way; told is how often it was told
// before that the money is there.
func (m manner) answer(t tale, told int) tale {
	word := t.text("paymentStatus")
	if word == contract.StatusSuccess && told < m.unclear {
		t = t.with("transactionId", "")
	}
	if own, ok := m.words[word]; ok {
		t = t.with("paymentStatus", own)
	}
	switch m.amounts {
	case amountText:
		t = t.with("amount", t.text("amount"))
	case amountMinor:
		t = t.with("amount", minor(t.text("amount")))
	}
	return t.without(m.unnamed)
}

// minor reads an amount of three fraction digits, which all sales here have.
func minor(major string) int64 {
	var whole, part int64
	if _, err := fmt.Sscanf(major, "%d.%03d", &whole, &part); err != nil {
		return 0
	}
	return whole*1000 + part
}

// nothing happened: neither the customer nor the bank has done anything on the
// leg that a reply speaks of.
func (t tale) nothing() bool { return t.text("paymentStatus") == contract.StatusPending }

// envelope is what every reply but a garbled one comes in.
type envelope struct {
	Success bool            `json:"success"`
	Message string          `json:"message"`
	Code    string          `json:"code,omitempty"`
	Data    json.RawMessage `json:"data,omitempty"`
}

func (r *reply) open() (e envelope, readable bool) {
	err := json.Unmarshal(r.body.Bytes(), &e)
	return e, err == nil
}

// replace exchanges what a reply says.
func (r *reply) replace(status int, e envelope) {
	raw, err := json.Marshal(e)
	if err != nil {
		panic(err) // it was read as JSON
	}
	r.status = status
	r.header.Set("Content-Type", "application/json")
	r.body.Reset()
	_, _ = r.body.Write(raw)
	r.header.Set("Content-Length", strconv.Itoa(len(raw)))
}

func (r *reply) refuse(why refusal) {
	r.replace(why.status, envelope{Code: why.code, Message: http.StatusText(why.status)})
}

func (r *reply) fill(t tale) {
	raw, err := json.Marshal(t)
	if err != nil {
		panic(err) // it was read as JSON
	}
	r.replace(http.StatusOK, envelope{Success: true, Message: "status", Data: raw})
}
