package storage

import (
	"bytes"

	"sanduq/core/journal"
)

func (a *auditor) receipts() error {
	return a.chain(receiptsBucket, func() (chained, []gap) { return a.manifest.Receipts, a.manifest.Gaps }, func(seq uint64) error {
		var receipt journal.Receipt
		if _, err := a.row(receiptsBucket, seq, &receipt); err != nil {
			return err
		}
		a.report.Receipts++
		r, found, err := a.saleRecord(receipt.SaleID)
		if err == nil && (!found || r.sale.ReceiptSeq != seq || receipt.Seq != seq) {
			err = corrupt("receipt %d and sale %s do not know each other", seq, receipt.SaleID)
		}
		if err == nil {
			err = a.shifts.receipt(&receipt)
		}
		return err
	})
}

func (a *auditor) audit() error {
	return a.chain(auditBucket, func() (chained, []gap) { return a.manifest.Audit, nil }, func(seq uint64) error {
		var row journal.AuditRow
		_, err := a.row(auditBucket, seq, &row)
		if err == nil && row.Seq != seq {
			err = corrupt("audit row %d is kept as %d", row.Seq, seq)
		}
		a.report.Audit = seq
		return err
	})
}

// chainWalk is how far a chain was followed.
type chainWalk struct {
	chained
	gaps   int  // that were passed
	broken bool // nothing more is read of it
}

// chain follows a chain from its first row to the manifest's, across the gaps that
// were left on purpose. end is asked again, since rows may come meanwhile; called
// again, it goes on where it ended. What breaks a chain ends it for good.
func (a *auditor) chain(name string, end func() (chained, []gap), visit func(seq uint64) error) (err error) {
	walk := a.chains[name]
	if walk == nil {
		walk = &chainWalk{}
		a.chains[name] = walk
	}
	if walk.broken {
		return nil
	}
	defer func() { walk.broken = err != nil }()
	b, err := a.in(name)
	if err != nil {
		return err
	}
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
		key := seqKey(seq)
		payload, _, err := b.get(key)
		if err != nil {
			return err
		}
		if len(payload) < macSize || !bytes.Equal(payload[:macSize], walk.Link[:]) {
			return corrupt("%s: the chain breaks at row %d", name, seq)
		}
		if err := visit(seq); err != nil {
			return err
		}
		walk.chained = chained{seq, a.seal.link(name, key, payload)}
		renewed, err := a.step(key)
		if err != nil {
			return err
		}
		if renewed {
			if b, err = a.in(name); err != nil {
				return err
			}
		}
	}
	newest, _ := end()
	if walk.chained != newest {
		return corrupt("%s: the chain ends elsewhere than at row %d", name, newest.Seq)
	}
	if last, _ := b.Cursor().Last(); last != nil && !bytes.Equal(last, seqKey(newest.Seq)) {
		return corrupt("%s: a row after the newest", name)
	}
	return nil
}
