package specoracle

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
)

// Meaning is what a reply says about the payment that was asked about.
type Meaning string

// The meanings.
const (
	Nothing    Meaning = "nothing"     // no answer at all: a page, a cut body, a server's fault, a refused token
	Settled    Meaning = "settled"     // SUCCESS
	Failed     Meaning = "failed"      // FAILED
	Expired    Meaning = "expired"     // EXPIRED
	Processing Meaning = "processing"  // the customer has confirmed
	Pending    Meaning = "pending"     // no change
	Unlisted   Meaning = "unlisted"    // a word that the contract does not have
	Wordless   Meaning = "wordless"    // success without a word
	Refused    Meaning = "refused"     // in words: no payment is known here
	Elsewhere  Meaning = "elsewhere"   // it names another payment
	Taken      Meaning = "taken"       // a code was accepted
	NotTaken   Meaning = "not taken"   // a code was refused by a definite code
	PerhapsNot Meaning = "perhaps not" // a code was refused in other words
)

// Reply is a reply as it was read off the wire, whole.
type Reply struct {
	Status int
	Body   []byte
}

// Payment is what a question was about.
type Payment struct {
	Order, ID, Currency string
	Minor               int64
}

// most is the largest body that is an answer.
const most = 1 << 20

// envelope is the members of a reply that the contract names. Raw members are
// looked at one by one: one of a wrong type corrupts what it says, no other.
type envelope struct {
	success bool
	code    string
	data    json.RawMessage
}

// open reads an envelope. False is a body that is none.
func open(r Reply) (e envelope, ok bool) {
	if r.Status >= 300 && r.Status < 400 || r.Status < 200 || len(r.Body) > most {
		return e, false
	}
	top, ok := object(r.Body)
	if !ok || top["success"] == nil {
		return e, false
	}
	switch string(top["success"]) {
	case "true":
		e.success = true
	case "false":
	default:
		return e, false
	}
	if m, there := top["message"]; there && !isNull(m) {
		if _, isText := text(m); !isText {
			return e, false
		}
	}
	e.data = top["data"]
	for _, name := range []string{"code", "errorCode"} {
		if e.code == "" {
			e.code, _ = text(top[name])
		}
	}
	if inner, is := object(top["error"]); is && e.code == "" {
		e.code, _ = text(inner["code"])
	}
	return e, true
}

// object reads a JSON object and nothing behind it. One in which a member stands
// twice says two things, and is none.
func object(raw []byte) (map[string]json.RawMessage, bool) {
	d := json.NewDecoder(bytes.NewReader(raw))
	first, err := d.Token()
	if err != nil || first != json.Delim('{') {
		return nil, false
	}
	all := map[string]json.RawMessage{}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, false
		}
		var value json.RawMessage
		if d.Decode(&value) != nil {
			return nil, false
		}
		key, _ := name.(string)
		if _, twice := all[key]; twice {
			return nil, false
		}
		all[key] = value
	}
	if _, err := d.Token(); err != nil {
		return nil, false
	}
	_, err = d.Token()
	return all, errors.Is(err, io.EOF)
}

func isNull(raw json.RawMessage) bool { return string(raw) == "null" }

// text reads a JSON string; null and nothing are none.
func text(raw json.RawMessage) (string, bool) {
	if len(raw) == 0 || raw[0] != '"' {
		return "", false
	}
	var s string
	return s, json.Unmarshal(raw, &s) == nil
}

// unsure are the statuses that tell neither that something was done nor that it
// was not: time out, conflict, too early, too many.
func unsure(status int) bool { return slices.Contains([]int{408, 409, 425, 429}, status) }

// Status reads the reply to a question about a payment's status.
func Status(r Reply, p Payment) Meaning {
	e, ok := open(r)
	if !ok || r.Status >= 500 || r.Status == 401 || r.Status == 403 || unsure(r.Status) {
		return Nothing
	}
	if !e.success {
		return Refused
	}
	if r.Status >= 300 {
		return Nothing // success by a status that says the contrary
	}
	return word(e.data, p)
}

// word reads the data of a reply that tells of a payment.
func word(data json.RawMessage, p Payment) Meaning {
	d, ok := object(data)
	if !ok {
		return Nothing
	}
	switch named(d, p) {
	case differs:
		return Elsewhere
	case malformed:
		return Nothing
	}
	if tx := d["transactionId"]; len(tx) > 0 && !isNull(tx) && tx[0] != '"' && !isNumber(string(tx)) {
		return Nothing
	}
	status, there := d["paymentStatus"]
	if !there || isNull(status) {
		return Wordless
	}
	s, isText := text(status)
	if !isText {
		return Nothing
	}
	switch strings.ToUpper(strings.Trim(ascii(s), " \t\r\n")) {
	case "SUCCESS":
		return Settled
	case "FAILED":
		return Failed
	case "EXPIRED":
		return Expired
	case "PROCESSING":
		return Processing
	case "PENDING":
		return Pending
	case "":
		return Wordless
	}
	return Unlisted
}

// ascii marks every other letter, so that none is folded into a Latin one.
func ascii(s string) string {
	return strings.Map(func(r rune) rune {
		if r > 0x7e {
			return '?'
		}
		return r
	}, s)
}

// definite are the codes by which a one-time code is refused for certain, and
// their usual spellings.
var definite = []string{
	"WRONG_OTP", "INVALID_OTP", "OTP_INVALID", "OTP_INCORRECT", "INCORRECT_OTP", "WRONG_CODE", "INVALID_CODE",
	"OTP_EXPIRED", "EXPIRED_OTP", "CODE_EXPIRED",
	"TOO_MANY_TRIES", "TOO_MANY_ATTEMPTS", "OTP_ATTEMPTS_EXCEEDED",
	"INVALID_ACCOUNT", "ACCOUNT_BLOCKED", "ACCOUNT_CLOSED",
	"INSUFFICIENT_FUNDS", "LIMIT_EXCEEDED",
}

// Code reads the reply to a one-time code on the bank's or the wallet's path.
func Code(r Reply, p Payment, wallet bool) Meaning {
	e, ok := open(r)
	switch {
	case !ok || r.Status >= 500 || unsure(r.Status):
		return Nothing
	case !e.success && slices.Contains(definite, strings.ToUpper(strings.TrimSpace(e.code))):
		return NotTaken
	case !e.success:
		return PerhapsNot
	case r.Status >= 300:
		return Nothing
	}
	if _, acknowledged := text(e.data); acknowledged {
		return Taken
	}
	if !wallet {
		return Nothing // the bank's reply holds a string
	}
	switch m := word(e.data, p); m {
	case Pending, Processing, Unlisted, Wordless:
		return Taken
	default:
		return m
	}
}
