package ledger

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	bolt "go.etcd.io/bbolt"
)

// ErrNoPayment says that the ledger holds no such payment.
var ErrNoPayment = errors.New("sandbox: no such payment")

// Tx is the ledger inside one transaction.
type Tx struct {
	*bolt.Tx
	saving func(*Tx, *Record) error
}

// SeqKey is a sequence number as a key that sorts by it.
func SeqKey(seq uint64) []byte { return binary.BigEndian.AppendUint64(nil, seq) }

// Put writes a value as JSON.
func (tx *Tx) Put(bucket, key []byte, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return tx.Bucket(bucket).Put(key, data)
}

// get reports whether the key is there.
func (tx *Tx) get(bucket, key []byte, v any) (bool, error) {
	data := tx.Bucket(bucket).Get(key)
	if data == nil {
		return false, nil
	}
	if err := json.Unmarshal(data, v); err != nil {
		return false, fmt.Errorf("sandbox: the ledger's bucket %s holds a damaged record: %w", bucket, err)
	}
	return true, nil
}

// Payment returns the payment with a sequence number, or ErrNoPayment.
func (tx *Tx) Payment(seq uint64) (*Record, error) {
	var p Record
	found, err := tx.get(bucketPayments, SeqKey(seq), &p)
	if err == nil && !found {
		err = ErrNoPayment
	}
	return &p, err
}

// PaymentByID returns the payment with a paymentId, or ErrNoPayment.
func (tx *Tx) PaymentByID(id string) (*Record, error) {
	key := tx.Bucket(bucketByID).Get([]byte(id))
	if len(key) != 8 {
		return nil, ErrNoPayment
	}
	return tx.Payment(binary.BigEndian.Uint64(key))
}

// SavePayment replaces a payment.
func (tx *Tx) SavePayment(p *Record) error {
	if tx.saving != nil {
		if err := tx.saving(tx, p); err != nil {
			return err
		}
	}
	return tx.Put(bucketPayments, SeqKey(p.Seq), p)
}

// AddPayment numbers a new payment, enters it under its id and its order, and counts the call that opened it.
func (tx *Tx) AddPayment(p *Record) (order Order, err error) {
	if p.Seq, err = tx.Bucket(bucketPayments).NextSequence(); err != nil {
		return order, err
	}
	if err := tx.Put(bucketPayments, SeqKey(p.Seq), p); err != nil {
		return order, err
	}
	if err := tx.Bucket(bucketByID).Put([]byte(p.ID), SeqKey(p.Seq)); err != nil {
		return order, err
	}
	if order, err = tx.Order(p.OrderID); err != nil {
		return order, err
	}
	order.Arrivals++
	order.Payments = append(order.Payments, p.Seq)
	if len(order.Payments) > 1 {
		if err := tx.Bucket(bucketTwice).Put([]byte(p.OrderID), nil); err != nil {
			return order, err
		}
	}
	return order, tx.Put(bucketOrders, []byte(p.OrderID), order)
}

// Order returns what arrived for an order; nothing for one that is not known.
func (tx *Tx) Order(orderID string) (Order, error) {
	var o Order
	_, err := tx.get(bucketOrders, []byte(orderID), &o)
	return o, err
}

// Newest walks the payments from the newest on until each returns false.
func (tx *Tx) Newest(each func(*Record) (more bool)) error {
	c := tx.Bucket(bucketPayments).Cursor()
	for k, v := c.Last(); k != nil; k, v = c.Prev() {
		var p Record
		if err := json.Unmarshal(v, &p); err != nil {
			return fmt.Errorf("sandbox: a damaged payment: %w", err)
		}
		if !each(&p) {
			return nil
		}
	}
	return nil
}

// Wake notes that something may be due for a payment.
func (tx *Tx) Wake(at time.Time, seq uint64) error {
	key := binary.BigEndian.AppendUint64(nil, uint64(at.UnixNano()))
	return tx.Bucket(bucketDue).Put(append(key, SeqKey(seq)...), nil)
}

// NextWake returns when the soonest payment is due.
func (tx *Tx) NextWake() (at time.Time, seq uint64, found bool) {
	k, _ := tx.Bucket(bucketDue).Cursor().First()
	if len(k) != 16 {
		return at, 0, false
	}
	return time.Unix(0, int64(binary.BigEndian.Uint64(k))).UTC(), binary.BigEndian.Uint64(k[8:]), true
}

// TakeDue removes and returns the payments whose time has come, each once.
func (tx *Tx) TakeDue(now time.Time, limit int) ([]uint64, error) {
	until := binary.BigEndian.AppendUint64(nil, uint64(now.UnixNano()))
	var keys [][]byte
	c := tx.Bucket(bucketDue).Cursor()
	for k, _ := c.First(); k != nil && len(keys) < limit && bytes.Compare(k[:8], until) <= 0; k, _ = c.Next() {
		keys = append(keys, bytes.Clone(k))
	}
	seen := map[uint64]bool{}
	var due []uint64
	for _, k := range keys {
		if err := tx.Bucket(bucketDue).Delete(k); err != nil {
			return nil, err
		}
		if seq := binary.BigEndian.Uint64(k[8:]); !seen[seq] {
			seen[seq] = true
			due = append(due, seq)
		}
	}
	return due, nil
}

// AddMessage puts a message on the customer's phone.
func (tx *Tx) AddMessage(m Message) (err error) {
	if m.Seq, err = tx.Bucket(bucketMessages).NextSequence(); err != nil {
		return err
	}
	return tx.Put(bucketMessages, SeqKey(m.Seq), m)
}

// NewestMessages walks the phone's messages from the newest on until each returns false.
func (tx *Tx) NewestMessages(each func(Message) (more bool, err error)) error {
	c := tx.Bucket(bucketMessages).Cursor()
	for k, v := c.Last(); k != nil; k, v = c.Prev() {
		var m Message
		if err := json.Unmarshal(v, &m); err != nil {
			return err
		}
		if more, err := each(m); err != nil || !more {
			return err
		}
	}
	return nil
}

// OrdersOpenedTwice walks the orders that have more than one payment.
func (tx *Tx) OrdersOpenedTwice(each func(orderID string, o Order) error) error {
	return tx.Bucket(bucketTwice).ForEach(func(k, _ []byte) error {
		o, err := tx.Order(string(k))
		if err != nil {
			return err
		}
		return each(string(k), o)
	})
}

// NoteArrival counts a call that meant to open a payment and opened none.
func (tx *Tx) NoteArrival(orderID string) error {
	o, err := tx.Order(orderID)
	if err != nil {
		return err
	}
	o.Arrivals++
	return tx.Put(bucketOrders, []byte(orderID), o)
}

// ClockLead returns how far the service's own clock was ahead of the wall clock when that was last noted.
func (tx *Tx) ClockLead() (time.Duration, error) {
	text := tx.Bucket(bucketMeta).Get(keyClock)
	if text == nil {
		return 0, nil
	}
	n, err := strconv.ParseInt(string(text), 10, 64)
	return time.Duration(n), err
}

// NoteClockLead writes down how far the service's own clock is ahead.
func (tx *Tx) NoteClockLead(lead time.Duration) error {
	return tx.Bucket(bucketMeta).Put(keyClock, strconv.AppendInt(nil, int64(lead), 10))
}
