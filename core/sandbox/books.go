package sandbox

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	bolt "go.etcd.io/bbolt"
)

var errNoPayment = errors.New("sandbox: no such payment")

// books is the ledger inside one transaction.
type books struct{ tx *bolt.Tx }

func seqKey(seq uint64) []byte { return binary.BigEndian.AppendUint64(nil, seq) }

func (b *books) put(bucket, key []byte, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return b.tx.Bucket(bucket).Put(key, data)
}

// get reports whether the key is there.
func (b *books) get(bucket, key []byte, v any) (bool, error) {
	data := b.tx.Bucket(bucket).Get(key)
	if data == nil {
		return false, nil
	}
	if err := json.Unmarshal(data, v); err != nil {
		return false, fmt.Errorf("sandbox: the ledger's bucket %s holds a damaged record: %w", bucket, err)
	}
	return true, nil
}

func (b *books) payment(seq uint64) (*record, error) {
	var p record
	found, err := b.get(bucketPayments, seqKey(seq), &p)
	if err == nil && !found {
		err = errNoPayment
	}
	return &p, err
}

func (b *books) paymentByID(id string) (*record, error) {
	key := b.tx.Bucket(bucketByID).Get([]byte(id))
	if len(key) != 8 {
		return nil, errNoPayment
	}
	return b.payment(binary.BigEndian.Uint64(key))
}

func (b *books) savePayment(p *record) error { return b.put(bucketPayments, seqKey(p.Seq), p) }

// addPayment numbers a new payment, enters it under its id and its order, and counts the call that opened it.
func (b *books) addPayment(p *record) (order orderRecord, err error) {
	if p.Seq, err = b.tx.Bucket(bucketPayments).NextSequence(); err != nil {
		return order, err
	}
	if err := b.savePayment(p); err != nil {
		return order, err
	}
	if err := b.tx.Bucket(bucketByID).Put([]byte(p.ID), seqKey(p.Seq)); err != nil {
		return order, err
	}
	if order, err = b.order(p.OrderID); err != nil {
		return order, err
	}
	order.Arrivals++
	order.Payments = append(order.Payments, p.Seq)
	if len(order.Payments) > 1 {
		if err := b.tx.Bucket(bucketTwice).Put([]byte(p.OrderID), nil); err != nil {
			return order, err
		}
	}
	return order, b.put(bucketOrders, []byte(p.OrderID), order)
}

func (b *books) order(orderID string) (orderRecord, error) {
	var o orderRecord
	_, err := b.get(bucketOrders, []byte(orderID), &o)
	return o, err
}

// newest walks the payments from the newest on until each returns false.
func (b *books) newest(each func(*record) (more bool)) error {
	c := b.tx.Bucket(bucketPayments).Cursor()
	for k, v := c.Last(); k != nil; k, v = c.Prev() {
		var p record
		if err := json.Unmarshal(v, &p); err != nil {
			return fmt.Errorf("sandbox: a damaged payment: %w", err)
		}
		if !each(&p) {
			return nil
		}
	}
	return nil
}

// wake notes that something may be due for a payment.
func (b *books) wake(at time.Time, seq uint64) error {
	key := binary.BigEndian.AppendUint64(nil, uint64(at.UnixNano()))
	return b.tx.Bucket(bucketDue).Put(append(key, seqKey(seq)...), nil)
}

// nextWake returns when the soonest payment is due.
func (b *books) nextWake() (at time.Time, seq uint64, found bool) {
	k, _ := b.tx.Bucket(bucketDue).Cursor().First()
	if len(k) != 16 {
		return at, 0, false
	}
	return time.Unix(0, int64(binary.BigEndian.Uint64(k))).UTC(), binary.BigEndian.Uint64(k[8:]), true
}

// takeDue removes and returns the payments whose time has come, each once.
func (b *books) takeDue(now time.Time, limit int) ([]uint64, error) {
	until := binary.BigEndian.AppendUint64(nil, uint64(now.UnixNano()))
	var keys [][]byte
	c := b.tx.Bucket(bucketDue).Cursor()
	for k, _ := c.First(); k != nil && len(keys) < limit && bytes.Compare(k[:8], until) <= 0; k, _ = c.Next() {
		keys = append(keys, bytes.Clone(k))
	}
	seen := map[uint64]bool{}
	var due []uint64
	for _, k := range keys {
		if err := b.tx.Bucket(bucketDue).Delete(k); err != nil {
			return nil, err
		}
		if seq := binary.BigEndian.Uint64(k[8:]); !seen[seq] {
			seen[seq] = true
			due = append(due, seq)
		}
	}
	return due, nil
}

// addMessage puts a message on the customer's phone.
func (b *books) addMessage(m messageRecord) (err error) {
	if m.Seq, err = b.tx.Bucket(bucketMessages).NextSequence(); err != nil {
		return err
	}
	return b.put(bucketMessages, seqKey(m.Seq), m)
}
