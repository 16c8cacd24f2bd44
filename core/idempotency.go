package core

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// keyRecord is a record in an engine's ring.
type keyRecord = IdempotencyRecord

const (
	keyCreated = IdempotencyCreated
	keyRefused = IdempotencyRefused
	keyUnknown = IdempotencyUnknown
)

func (k IdempotencyOutcome) known() bool {
	return k == keyCreated || k == keyRefused || k == keyUnknown
}

// replay returns the first call's result or error once more.
func (r *keyRecord) replay() (PaymentSession, error) {
	switch {
	case r.Outcome == keyCreated && r.Session != nil:
		return *r.Session, nil
	case r.Outcome == keyRefused:
		return PaymentSession{}, &PaymentAPIError{Operation: OpInitiate, HTTPStatus: r.HTTPStatus,
			Code: r.Code, Message: r.Message, RequestID: r.RequestID}
	}
	return PaymentSession{}, outcomeUnknown(errors.New("an earlier call for this order had no clear reply"))
}

// fingerprint reports whether two requests mean the same order.
func fingerprint(req CreateInvoiceRequest) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %d %q", req.OrderID, req.Amount.Minor, req.Amount.Currency))
	return hex.EncodeToString(sum[:])
}

// idempotencyKeys holds the records of one engine. The engine's lock guards the
// records.
type idempotencyKeys struct {
	records []*keyRecord
	shared  IdempotencyStore // nil for none; set before use
}

func (k *idempotencyKeys) find(key string) *keyRecord {
	for _, r := range k.records {
		if r.Key == key {
			return r
		}
	}
	return nil
}

// indeterminate reports whether an earlier call for an order may have opened a
// payment that nobody here knows.
func (k *idempotencyKeys) indeterminate(orderID string) bool {
	for _, r := range k.records {
		if r.OrderID == orderID && r.Outcome == keyUnknown {
			return true
		}
	}
	return false
}

func (k *idempotencyKeys) use(req CreateInvoiceRequest) *keyRecord {
	r := &keyRecord{Key: req.IdempotencyKey, OrderID: req.OrderID, Fingerprint: fingerprint(req), Outcome: keyUnknown}
	k.records = append(k.records, r)
	return r
}

// release forgets a key whose call provably never left the machine.
func (k *idempotencyKeys) release(gone *keyRecord) {
	for i, r := range k.records {
		if r == gone {
			k.records = append(k.records[:i:i], k.records[i+1:]...)
			return
		}
	}
}

func (r *keyRecord) refuse(e *PaymentAPIError) {
	r.Outcome, r.HTTPStatus, r.Code, r.Message, r.RequestID = keyRefused, e.HTTPStatus, e.Code, e.Message, e.RequestID
}

func (r *keyRecord) create(s PaymentSession) { r.Outcome, r.Session = keyCreated, &s }

// merge takes records in from a snapshot. Those that it does not hold stay, and
// so does what became of a call that it only knows to have begun.
func (k *idempotencyKeys) merge(records []keyRecord) {
	for _, record := range records {
		switch known := k.find(record.Key); {
		case known == nil:
			k.records = append(k.records, &record)
		case known.Outcome == keyUnknown:
			*known = record
		}
	}
}

// opened reports whether one of the given records is of the call that opened a
// payment.
func (k *idempotencyKeys) opened(paymentID string, records []keyRecord) bool {
	for _, record := range records {
		if known := k.find(record.Key); known != nil && known.Session != nil && known.Session.PaymentID == paymentID {
			return true
		}
	}
	return false
}

// copies returns the records by value, for a snapshot.
func (k *idempotencyKeys) copies() []keyRecord {
	list := make([]keyRecord, len(k.records))
	for i, r := range k.records {
		list[i] = *r
	}
	return list
}

// checkCreate refuses what must not be sent.
func checkCreate(req CreateInvoiceRequest) error {
	switch {
	case strings.TrimSpace(req.OrderID) == "" || len(req.OrderID) > maxIdentifier || hasControl(req.OrderID):
		return notSent(fmt.Errorf("%w: order id", ErrInvalidRequest))
	case strings.TrimSpace(req.IdempotencyKey) == "" || !utf8.ValidString(req.IdempotencyKey):
		return notSent(fmt.Errorf("%w: idempotency key", ErrInvalidRequest))
	case req.Amount.Minor <= 0:
		return notSent(fmt.Errorf("%w: amount is not positive", ErrInvalidRequest))
	}
	if err := req.Amount.Valid(); err != nil {
		return notSent(fmt.Errorf("%w: %w", ErrInvalidRequest, err))
	}
	return nil
}
