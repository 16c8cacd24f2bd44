package webhooks

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"time"

	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/faults"
	"sanduq/core/practice/sandbox/ledger"
	"sanduq/core/practice/sandbox/secret"
)

// delivery is an event on its way to one receiver, as the ledger keeps it until it was taken or given up.
type delivery struct {
	Event
	URL      string `json:"url"`
	Attempts int    `json:"attempts"`
	Forged   bool   `json:"forged,omitempty"` // a fault: signed with another secret
}

// Queue puts an event down for each leg that a payment takes another status on.
func (w *Sender) Queue(tx *ledger.Tx, p *ledger.Record) error {
	receivers := w.receivers()
	if len(receivers) == 0 {
		return nil
	}
	before, err := tx.Payment(p.Seq)
	if err != nil {
		return err
	}
	for i, l := range p.Legs() {
		if l.Status == before.Legs()[i].Status {
			continue
		}
		event := Event{PaymentID: p.ID, OrderID: p.OrderID, PaymentStatus: l.Status, TransactionID: l.TransactionID,
			ByAccountNumber: l == &p.Account, CreatedAt: w.clock.Now()}
		for _, address := range receivers {
			if err := w.queueOne(tx, event, address); err != nil {
				return err
			}
		}
	}
	return nil
}

// queueOne puts one event down for one receiver, with what the faults make of it.
func (w *Sender) queueOne(tx *ledger.Tx, event Event, address string) error {
	hit := w.faults.Pick(contract.OpWebhook)
	copies, d := 1, delivery{Event: event, URL: address}
	d.EventID = "E-" + secret.Hex(8)
	if hit.Found {
		switch hit.Kind {
		case faults.Drop:
			return nil
		case faults.DuplicateWebhook:
			copies = 2
		case faults.ForgedWebhook:
			d.Forged = true
		case faults.FalseWebhook:
			d.PaymentStatus, d.TransactionID = contract.StatusSuccess, "T-FALSE"
		}
	}
	for range copies {
		if err := putWebhook(tx, d, event.CreatedAt.Add(hit.Early+hit.Late)); err != nil {
			return err
		}
	}
	return nil
}

func putWebhook(tx *ledger.Tx, d delivery, due time.Time) error {
	seq, err := tx.Bucket(ledger.BucketWebhooks).NextSequence()
	if err != nil {
		return err
	}
	key := binary.BigEndian.AppendUint64(nil, uint64(due.UnixNano()))
	return tx.Put(ledger.BucketWebhooks, append(key, ledger.SeqKey(seq)...), d)
}

// firstWebhook reads the delivery to an address that is due first; the key is nil when there is none.
func firstWebhook(tx *ledger.Tx, address string, d *delivery) (key []byte, due time.Time, err error) {
	c := tx.Bucket(ledger.BucketWebhooks).Cursor()
	for k, v := c.First(); len(k) == 16; k, v = c.Next() {
		*d = delivery{}
		if err := json.Unmarshal(v, d); err != nil {
			return nil, due, fmt.Errorf("sandbox: a damaged webhook: %w", err)
		}
		if d.URL == address {
			return append([]byte{}, k...), dueOf(k), nil
		}
	}
	return nil, due, nil
}

// webhookTried takes a delivery off the queue, and puts it back for later where it failed and may be sent again.
func webhookTried(tx *ledger.Tx, key []byte, d delivery, failed error, now time.Time) error {
	if err := tx.Bucket(ledger.BucketWebhooks).Delete(key); err != nil || failed == nil {
		return err
	}
	if d.Attempts >= len(webhookBackoff) {
		return nil
	}
	wait := webhookBackoff[d.Attempts]
	d.Attempts++
	return putWebhook(tx, d, now.Add(wait))
}

func pendingWebhooks(tx *ledger.Tx) ([]Pending, error) {
	list := []Pending{}
	err := tx.Bucket(ledger.BucketWebhooks).ForEach(func(k, v []byte) error {
		var d delivery
		if err := json.Unmarshal(v, &d); err != nil {
			return fmt.Errorf("sandbox: a damaged webhook: %w", err)
		}
		list = append(list, Pending{d.Event, d.URL, d.Attempts, dueOf(k)})
		return nil
	})
	return list, err
}

func dueOf(key []byte) time.Time { return time.Unix(0, int64(binary.BigEndian.Uint64(key))).UTC() }
