package writing

import (
	"encoding/json"

	"sanduq/core/journal"
	"sanduq/storage/internal/record"
)

// statements writes what statements of banks say. It comes last in a change, and
// refuses before it writes: what it writes goes into the trees themselves, and no
// attempt that is rejected takes it back.
func (w *Writer) statements(c journal.Change) error {
	if len(c.Reconciled) == 0 && c.Statement == nil {
		return nil
	}
	named := map[journal.SaleID]bool{}
	for _, r := range c.Reconciled {
		s, found, err := w.SaleRecord(r.Sale)
		switch {
		case err != nil:
			return err
		case !found || s.Sale.ReceiptSeq == 0:
			return record.Refused("a statement has the payment of %s, which has no receipt", r.Sale)
		case named[r.Sale]:
			return record.Refused("%s is reconciled twice in one change", r.Sale)
		}
		named[r.Sale] = true
	}
	if c.Statement != nil && c.Statement.ID == "" {
		return record.Refused("a statement without an ID")
	}
	b, err := w.MakeStatements()
	if err != nil {
		return err
	}
	for _, r := range c.Reconciled {
		if len(r.Lines) == 0 {
			err = b.Delete(record.ReconciledKey(r.Sale))
		} else {
			err = putJSON(b, record.ReconciledKey(r.Sale), r)
		}
		if err != nil {
			return err
		}
	}
	if c.Statement == nil {
		return nil
	}
	return putJSON(b, record.StatementKey(c.Statement.ID), c.Statement)
}

func putJSON(b record.Bucket, key []byte, v any) error {
	payload, err := json.Marshal(v)
	if err == nil {
		_, err = b.Write(key, payload)
	}
	return err
}
