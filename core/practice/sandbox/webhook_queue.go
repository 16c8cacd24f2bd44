package sandbox

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"time"
)

// delivery is an event on its way to one receiver, as the ledger keeps it until it was taken or given up.
type delivery struct {
	WebhookEvent
	URL      string `json:"url"`
	Attempts int    `json:"attempts"`
	Forged   bool   `json:"forged,omitempty"` // a fault: signed with another secret
}

// queue puts an event down for each leg that a payment takes another status on.
func (w *webhooks) queue(tx *ledgerTx, p *record) error {
	receivers := w.receivers()
	if len(receivers) == 0 {
		return nil
	}
	before, err := tx.payment(p.Seq)
	if err != nil {
		return err
	}
	for i, l := range p.legs() {
		if l.Status == before.legs()[i].Status {
			continue
		}
		event := WebhookEvent{PaymentID: p.ID, OrderID: p.OrderID, PaymentStatus: l.Status, TransactionID: l.TransactionID,
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
func (w *webhooks) queueOne(tx *ledgerTx, event WebhookEvent, address string) error {
	hit := w.faults.pick(OpWebhook)
	copies, d := 1, delivery{WebhookEvent: event, URL: address}
	d.EventID = "E-" + randomHex(8)
	if hit.found {
		switch hit.Kind {
		case FaultDrop:
			return nil
		case FaultDuplicateWebhook:
			copies = 2
		case FaultForgedWebhook:
			d.Forged = true
		case FaultFalseWebhook:
			d.PaymentStatus, d.TransactionID = StatusSuccess, "T-FALSE"
		}
	}
	for range copies {
		if err := putWebhook(tx, d, event.CreatedAt.Add(hit.delay+hit.late)); err != nil {
			return err
		}
	}
	return nil
}

func putWebhook(tx *ledgerTx, d delivery, due time.Time) error {
	seq, err := tx.Bucket(bucketWebhooks).NextSequence()
	if err != nil {
		return err
	}
	key := binary.BigEndian.AppendUint64(nil, uint64(due.UnixNano()))
	return tx.put(bucketWebhooks, append(key, seqKey(seq)...), d)
}

// firstWebhook reads the delivery that is due first; the key is nil when there is none.
func firstWebhook(tx *ledgerTx, d *delivery) (key []byte, due time.Time, err error) {
	k, v := tx.Bucket(bucketWebhooks).Cursor().First()
	if len(k) != 16 {
		return nil, due, nil
	}
	if err := json.Unmarshal(v, d); err != nil {
		return nil, due, fmt.Errorf("sandbox: a damaged webhook: %w", err)
	}
	return append([]byte{}, k...), dueOf(k), nil
}

// webhookTried takes a delivery off the queue, and puts it back for later where it failed and may be sent again.
func webhookTried(tx *ledgerTx, key []byte, d delivery, failed error, now time.Time) error {
	if err := tx.Bucket(bucketWebhooks).Delete(key); err != nil || failed == nil {
		return err
	}
	if d.Attempts >= len(webhookBackoff) {
		return nil
	}
	wait := webhookBackoff[d.Attempts]
	d.Attempts++
	return putWebhook(tx, d, now.Add(wait))
}

func pendingWebhooks(tx *ledgerTx) ([]PendingWebhook, error) {
	list := []PendingWebhook{}
	err := tx.Bucket(bucketWebhooks).ForEach(func(k, v []byte) error {
		var d delivery
		if err := json.Unmarshal(v, &d); err != nil {
			return fmt.Errorf("sandbox: a damaged webhook: %w", err)
		}
		list = append(list, PendingWebhook{d.WebhookEvent, d.URL, d.Attempts, dueOf(k)})
		return nil
	})
	return list, err
}

func dueOf(key []byte) time.Time { return time.Unix(0, int64(binary.BigEndian.Uint64(key))).UTC() }
