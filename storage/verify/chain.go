package verify

import (
	"bytes"

	"sanduq/core/journal"
	"sanduq/storage/internal/record"
)

func (a *Auditor) receipts() error {
	return a.chain(record.ReceiptsBucket, func() (record.Chained, []record.Gap) { return a.manifest.Receipts, a.manifest.Gaps }, func(seq uint64) error {
		var receipt journal.Receipt
		if _, err := a.Row(record.ReceiptsBucket, seq, &receipt); err != nil {
			return err
		}
		a.report.Receipts++
		r, found, err := a.SaleRecord(receipt.SaleID)
		if err == nil && (!found || r.Sale.ReceiptSeq != seq || receipt.Seq != seq) {
			err = record.Corrupt("receipt %d and sale %s do not know each other", seq, receipt.SaleID)
		}
		if err == nil {
			err = a.shifts.receipt(&receipt)
		}
		return err
	})
}

func (a *Auditor) audit() error {
	return a.chain(record.AuditBucket, func() (record.Chained, []record.Gap) { return a.manifest.Audit, nil }, func(seq uint64) error {
		var row journal.AuditRow
		_, err := a.Row(record.AuditBucket, seq, &row)
		if err == nil && row.Seq != seq {
			err = record.Corrupt("audit row %d is kept as %d", row.Seq, seq)
		}
		a.report.Audit = seq
		return err
	})
}

// chainWalk is how far a chain was followed.
type chainWalk struct {
	record.Chained
	gaps   int  // that were passed
	broken bool // nothing more is read of it
}

// chain follows a chain from its first row to the manifest's, across the gaps that
// were left on purpose. end is asked again, since rows may come meanwhile; called
// again, it goes on where it ended. What breaks a chain ends it for good.
func (a *Auditor) chain(name string, end func() (record.Chained, []record.Gap), visit func(seq uint64) error) (err error) {
	walk := a.chains[name]
	if walk == nil {
		walk = &chainWalk{}
		a.chains[name] = walk
	}
	if walk.broken {
		return nil
	}
	defer func() { walk.broken = err != nil }()
	for {
		newest, gaps := end()
		if walk.Seq >= newest.Seq {
			break
		}
		seq := walk.Seq + 1
		if walk.gaps < len(gaps) && seq == gaps[walk.gaps].After+1 {
			seq = gaps[walk.gaps].Next
			walk.gaps++
		}
		key := record.SeqKey(seq)
		payload, _, err := a.Read(name, key)
		if err != nil {
			return err
		}
		if len(payload) < record.MacSize || !bytes.Equal(payload[:record.MacSize], walk.Link[:]) {
			return record.Corrupt("%s: the chain breaks at row %d", name, seq)
		}
		if err := visit(seq); err != nil {
			return err
		}
		walk.Chained = record.Chained{Seq: seq, Link: a.Seal.Link(name, key, payload)}
		if _, err := a.step(key); err != nil {
			return err
		}
	}
	newest, _ := end()
	if walk.Chained != newest {
		return record.Corrupt("%s: the chain ends elsewhere than at row %d", name, newest.Seq)
	}
	b, err := a.In(name)
	if err != nil {
		return err
	}
	if last, _ := b.Cursor().Last(); last != nil && !bytes.Equal(last, record.SeqKey(newest.Seq)) {
		return record.Corrupt("%s: a row after the newest", name)
	}
	return nil
}
