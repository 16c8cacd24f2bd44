package sandbox

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

var errNoPayment = errors.New("sandbox: no such payment")

// ledgerTx is the ledger inside one transaction.
type ledgerTx struct {
	*bolt.Tx
	saving func(*ledgerTx, *record) error
}

func seqKey(seq uint64) []byte { return binary.BigEndian.AppendUint64(nil, seq) }

func (tx *ledgerTx) put(bucket, key []byte, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return tx.Bucket(bucket).Put(key, data)
}

// get reports whether the key is there.
func (tx *ledgerTx) get(bucket, key []byte, v any) (bool, error) {
	data := tx.Bucket(bucket).Get(key)
	if data == nil {
		return false, nil
	}
	if err := json.Unmarshal(data, v); err != nil {
		return false, fmt.Errorf("sandbox: the ledger's bucket %s holds a damaged record: %w", bucket, err)
	}
	return true, nil
}

func (tx *ledgerTx) payment(seq uint64) (*record, error) {
	var p record
	found, err := tx.get(bucketPayments, seqKey(seq), &p)
	if err == nil && !found {
		err = errNoPayment
	}
	return &p, err
}

func (tx *ledgerTx) paymentByID(id string) (*record, error) {
	key := tx.Bucket(bucketByID).Get([]byte(id))
	if len(key) != 8 {
		return nil, errNoPayment
	}
	return tx.payment(binary.BigEndian.Uint64(key))
}

// savePayment replaces a payment.
func (tx *ledgerTx) savePayment(p *record) error {
	if tx.saving != nil {
		if err := tx.saving(tx, p); err != nil {
			return err
		}
	}
	return tx.put(bucketPayments, seqKey(p.Seq), p)
}

// addPayment numbers a new payment, enters it under its id and its order, and counts the call that opened it.
func (tx *ledgerTx) addPayment(p *record) (order orderRecord, err error) {
	if p.Seq, err = tx.Bucket(bucketPayments).NextSequence(); err != nil {
		return order, err
	}
	if err := tx.put(bucketPayments, seqKey(p.Seq), p); err != nil {
		return order, err
	}
	if err := tx.Bucket(bucketByID).Put([]byte(p.ID), seqKey(p.Seq)); err != nil {
		return order, err
	}
	if order, err = tx.order(p.OrderID); err != nil {
		return order, err
	}
	order.Arrivals++
	order.Payments = append(order.Payments, p.Seq)
	if len(order.Payments) > 1 {
		if err := tx.Bucket(bucketTwice).Put([]byte(p.OrderID), nil); err != nil {
			return order, err
		}
	}
	return order, tx.put(bucketOrders, []byte(p.OrderID), order)
}

func (tx *ledgerTx) order(orderID string) (orderRecord, error) {
	var o orderRecord
	_, err := tx.get(bucketOrders, []byte(orderID), &o)
	return o, err
}

// newest walks the payments from the newest on until each returns false.
func (tx *ledgerTx) newest(each func(*record) (more bool)) error {
	c := tx.Bucket(bucketPayments).Cursor()
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
func (tx *ledgerTx) wake(at time.Time, seq uint64) error {
	key := binary.BigEndian.AppendUint64(nil, uint64(at.UnixNano()))
	return tx.Bucket(bucketDue).Put(append(key, seqKey(seq)...), nil)
}

// nextWake returns when the soonest payment is due.
func (tx *ledgerTx) nextWake() (at time.Time, seq uint64, found bool) {
	k, _ := tx.Bucket(bucketDue).Cursor().First()
	if len(k) != 16 {
		return at, 0, false
	}
	return time.Unix(0, int64(binary.BigEndian.Uint64(k))).UTC(), binary.BigEndian.Uint64(k[8:]), true
}

// takeDue removes and returns the payments whose time has come, each once.
func (tx *ledgerTx) takeDue(now time.Time, limit int) ([]uint64, error) {
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

// addMessage puts a message on the customer's phone.
func (tx *ledgerTx) addMessage(m messageRecord) (err error) {
	if m.Seq, err = tx.Bucket(bucketMessages).NextSequence(); err != nil {
		return err
	}
	return tx.put(bucketMessages, seqKey(m.Seq), m)
}

// newestMessages walks the phone's messages from the newest on until each returns false.
func (tx *ledgerTx) newestMessages(each func(messageRecord) (more bool, err error)) error {
	c := tx.Bucket(bucketMessages).Cursor()
	for k, v := c.Last(); k != nil; k, v = c.Prev() {
		var m messageRecord
		if err := json.Unmarshal(v, &m); err != nil {
			return err
		}
		if more, err := each(m); err != nil || !more {
			return err
		}
	}
	return nil
}

// ordersOpenedTwice walks the orders that have more than one payment.
func (tx *ledgerTx) ordersOpenedTwice(each func(orderID string, o orderRecord) error) error {
	return tx.Bucket(bucketTwice).ForEach(func(k, _ []byte) error {
		o, err := tx.order(string(k))
		if err != nil {
			return err
		}
		return each(string(k), o)
	})
}

// noteArrival counts a call that meant to open a payment and opened none.
func (tx *ledgerTx) noteArrival(orderID string) error {
	o, err := tx.order(orderID)
	if err != nil {
		return err
	}
	o.Arrivals++
	return tx.put(bucketOrders, []byte(orderID), o)
}

// clockLead returns how far the service's own clock was ahead of the wall clock when that was last noted.
func (tx *ledgerTx) clockLead() (time.Duration, error) {
	text := tx.Bucket(bucketMeta).Get(keyClock)
	if text == nil {
		return 0, nil
	}
	n, err := strconv.ParseInt(string(text), 10, 64)
	return time.Duration(n), err
}

// noteClockLead writes down how far the service's own clock is ahead.
func (tx *ledgerTx) noteClockLead(lead time.Duration) error {
	return tx.Bucket(bucketMeta).Put(keyClock, strconv.AppendInt(nil, int64(lead), 10))
}
