package storage

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"

	"sanduq/core/till"
	"sanduq/storage/codec"
)

// Report is what Verify counted and found.
type Report struct {
	Sales, Open, Receipts, Audit uint64
	// Problems says in words for the log what is wrong; empty when all is
	// well. It ends after maxProblems.
	Problems []string
}

const maxProblems = 20

// Verify reads the whole file and tells whether it is what was committed:
// nothing damaged, exchanged, dropped or put back. It returns an error that
// matches till.ErrCorrupt together with the report when it is not. It takes
// about a second for 100,000 sales, holds up no commit, and ends early, with
// context.Canceled, when the store is reopened or closed.
func (s *Store) Verify(ctx context.Context) (Report, error) {
	ctx, done := s.long.begin(ctx)
	defer done()
	var report Report
	err := s.view(ctx, func(t tx) (err error) {
		report, err = t.verify(ctx)
		return err
	})
	return report, err
}

// auditor goes through one state of the file.
type auditor struct {
	tx
	ctx     context.Context
	head    head
	report  Report
	entries uint64 // index entries that the sales call for
	open    uint64 // open entries that they call for
	secrets uint64 // sealed values that they call for
	totals  map[string][2]int64
	figures head // of the sales found
	steps   int
}

func (t tx) verify(ctx context.Context) (Report, error) {
	a := &auditor{tx: t, ctx: ctx, totals: map[string][2]int64{}}
	h, err := t.head()
	if err != nil {
		return a.report, err
	}
	a.head = h
	for _, part := range []func() error{a.sales, a.indexes, a.sums, a.sealed, a.receipts, a.audit, a.settings} {
		if err := part(); errors.Is(err, till.ErrCorrupt) {
			a.problem("%v", err)
		} else if err != nil {
			return a.report, err
		}
	}
	if len(a.report.Problems) > 0 {
		return a.report, corrupt("%d problems, first: %s", len(a.report.Problems), a.report.Problems[0])
	}
	return a.report, nil
}

func (a *auditor) problem(format string, args ...any) {
	if len(a.report.Problems) < maxProblems {
		a.report.Problems = append(a.report.Problems, fmt.Sprintf(format, args...))
	}
}

// each visits the authenticated records of a bucket and compares their number
// and digest with the head's.
func (a *auditor) each(name string, want counted, visit func(key, payload []byte, mac digest) error) error {
	b, err := a.in(name)
	if err != nil {
		return err
	}
	var found counted
	err = b.ForEach(func(key, value []byte) error {
		if err := a.step(); err != nil {
			return err
		}
		payload, mac, err := b.authenticate(key, value)
		if err == nil {
			found.replace(false, mac, true, mac)
			err = visit(key, payload, mac)
		}
		if errors.Is(err, till.ErrCorrupt) {
			a.problem("%v", err)
			return nil
		}
		return err
	})
	if err == nil && found != want {
		a.problem("%s: %d records found, %d expected, or not those expected", name, found.Count, want.Count)
	}
	return err
}

func (a *auditor) step() error {
	if a.steps++; a.steps%checkEvery == 0 {
		return a.ctx.Err()
	}
	return nil
}

func (a *auditor) sales() error {
	index, err := a.in(indexBucket)
	if err != nil {
		return err
	}
	open, err := a.in(openBucket)
	if err != nil {
		return err
	}
	opened := open.Cursor()
	return a.each(salesBucket, a.head.Sales, func(key, payload []byte, mac digest) error {
		var r saleRecord
		if err := r.decode(till.SaleID(key), payload, mac); err != nil {
			return err
		}
		a.report.Sales++
		packed, ok := codec.Pack(r.sale.ID)
		if !ok {
			return corrupt("sale %q", key)
		}
		for prefix := range entries(&r.sale) {
			a.entries++
			if there, err := listed(index, []byte(prefix), packed); err != nil || !there {
				return corrupt("sale %s is missing in the index %q", key, prefix[:1])
			}
		}
		if r.sale.Open() {
			a.open++
			if found, _ := opened.Seek(key); !bytes.Equal(found, key) {
				return corrupt("sale %s is missing among the open ones", key)
			}
		}
		if r.secrets != 0 {
			a.secrets++
		}
		if _, err := a.saleSecrets(r.sale.ID, r.secrets); err != nil {
			return err
		}
		a.figures.recount("", bothTerm(r.sale.Status(), r.sale.Route))
		sum := a.totals[string(totalKey(&r.sale))]
		a.totals[string(totalKey(&r.sale))] = [2]int64{sum[0] + 1, sum[1] + r.sale.Amount.Minor}
		return a.receiptOf(r.sale)
	})
}

// receiptOf checks that a sale's receipt speaks of this sale.
func (a *auditor) receiptOf(sale till.Sale) error {
	if sale.ReceiptSeq == 0 {
		return nil
	}
	var receipt till.Receipt
	if _, err := a.row(receiptsBucket, sale.ReceiptSeq, &receipt); err != nil {
		return err
	}
	if receipt.SaleID != sale.ID {
		return corrupt("receipt %d of %s speaks of %s", sale.ReceiptSeq, sale.ID, receipt.SaleID)
	}
	return nil
}

// indexes counts what no sale calls for.
func (a *auditor) indexes() error {
	for name, want := range map[string]uint64{indexBucket: a.entries, openBucket: a.open} {
		b, err := a.in(name)
		if err != nil {
			return err
		}
		var found uint64
		var ids []uint64
		if err := b.ForEach(func(key, value []byte) error {
			found++
			if name == indexBucket {
				if ids, err = unpackChunk(ids[:0], key, value); err != nil {
					return err
				}
				found += uint64(len(ids)) - 1
			}
			return a.step()
		}); err != nil {
			return err
		}
		if found != want {
			a.problem("%s: %d entries, the sales call for %d", name, found, want)
		}
	}
	a.report.Open = a.open
	if a.entries != a.head.Entries {
		a.problem("%d index entries, %d expected", a.entries, a.head.Entries)
	}
	if a.open != a.head.Open {
		a.problem("%d open sales, %d expected", a.open, a.head.Open)
	}
	if !maps.Equal(a.figures.Figures, a.head.Figures) {
		a.problem("sales by status are %v, %v expected", a.figures.Figures, a.head.Figures)
	}
	return nil
}

func (a *auditor) sums() error {
	err := a.each(totalsBucket, a.head.Totals, func(key, payload []byte, _ digest) error {
		count, sum, err := decodeTotal(payload)
		if err != nil {
			return err
		}
		if want := a.totals[string(key)]; want != [2]int64{count, sum} {
			return corrupt("total %q is %d, %d; the sales add up to %d, %d", key, count, sum, want[0], want[1])
		}
		delete(a.totals, string(key))
		return nil
	})
	if err == nil && len(a.totals) > 0 {
		a.problem("%d totals are missing", len(a.totals))
	}
	return err
}

func (a *auditor) sealed() error {
	err := a.each(secretsBucket, a.head.Secrets, func(_, _ []byte, _ digest) error { return nil })
	if err == nil && a.secrets != a.head.Secrets.Count {
		a.problem("sales have %d sealed values, %d expected", a.secrets, a.head.Secrets.Count)
	}
	return err
}

func (a *auditor) receipts() error {
	return a.chain(receiptsBucket, a.head.Receipts, a.head.Gaps, func(seq uint64) error {
		var receipt till.Receipt
		if _, err := a.row(receiptsBucket, seq, &receipt); err != nil {
			return err
		}
		a.report.Receipts++
		r, found, err := a.saleRecord(receipt.SaleID)
		if err == nil && (!found || r.sale.ReceiptSeq != seq || receipt.Seq != seq) {
			err = corrupt("receipt %d and sale %s do not know each other", seq, receipt.SaleID)
		}
		return err
	})
}

func (a *auditor) audit() error {
	a.report.Audit = a.head.Audit.Seq
	return a.chain(auditBucket, a.head.Audit, nil, func(seq uint64) error {
		var row till.AuditRow
		_, err := a.row(auditBucket, seq, &row)
		if err == nil && row.Seq != seq {
			err = corrupt("audit row %d is kept as %d", row.Seq, seq)
		}
		return err
	})
}

// chain follows a chain from its first row to the head's, across the gaps that
// were left on purpose.
func (a *auditor) chain(name string, end chained, gaps []gap, visit func(seq uint64) error) error {
	b, err := a.in(name)
	if err != nil {
		return err
	}
	var link digest
	for seq := uint64(1); seq <= end.Seq; seq++ {
		if err := a.step(); err != nil {
			return err
		}
		if len(gaps) > 0 && seq == gaps[0].After+1 {
			seq, gaps = gaps[0].Next, gaps[1:]
		}
		key := seqKey(seq)
		payload, _, err := b.get(key)
		if err != nil {
			return err
		}
		if len(payload) < macSize || !bytes.Equal(payload[:macSize], link[:]) {
			return corrupt("%s: the chain breaks at row %d", name, seq)
		}
		if err := visit(seq); err != nil {
			return err
		}
		link = a.seal.link(name, key, payload)
	}
	if link != end.Link {
		return corrupt("%s: the chain ends elsewhere than at row %d", name, end.Seq)
	}
	if last, _ := b.Cursor().Last(); last != nil && !bytes.Equal(last, seqKey(end.Seq)) {
		return corrupt("%s: a row after the newest", name)
	}
	return nil
}

func (a *auditor) settings() error {
	return a.each(settingsBucket, a.head.Settings, func(_, _ []byte, _ digest) error { return nil })
}
