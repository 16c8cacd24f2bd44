package writing

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/storage/internal/record"
)

// ErrNothing ends a transaction of which every change was rejected.
var ErrNothing = errors.New("nothing to commit")

// Direct makes many changes in the trees themselves.
func (w *Writer) Direct(all []*Attempt) (err error) {
	if w.Tx, err = w.Merge(&w.Head); err != nil {
		return err
	}
	for _, one := range all {
		if err := w.Change(one.Change); err != nil {
			return err
		}
	}
	return nil
}

// Together makes the changes that the rules allow. Each is tried on a fork of
// what those before it left.
func (w *Writer) Together(all []*Attempt) (err error) {
	if w.Unread != nil {
		return w.Unread
	}
	if w.Full(&w.Head) {
		if w.Tx, err = w.Merge(&w.Head); err != nil {
			return err
		}
	}
	made := false
	for _, one := range all {
		try := *w
		try.Tx = w.Journalise()
		try.Head = w.Head.Own()
		err := try.Change(one.Change)
		switch {
		case err == nil:
			*w, made = try, true
		case Rejected(err):
			one.Err = err
		default:
			return err
		}
	}
	if !made {
		return ErrNothing
	}
	return nil
}

// End writes the journal's record, if there is one, and the manifest.
func (w *Writer) End(now time.Time) (mac record.Digest, err error) {
	w.Head.Commits++
	w.Head.At = now
	if w.Over != nil {
		if err := w.Append(&w.Head); err != nil {
			return mac, err
		}
	}
	return w.WriteManifest(w.Head)
}

// Rejected reports whether an error speaks of the change and not of the store.
func Rejected(err error) bool {
	return errors.Is(err, journal.ErrVersion) || errors.Is(err, journal.ErrRefused)
}

// Writer is one transaction under way.
type Writer struct {
	record.Tx
	Head   record.Manifest
	noting bool // a scrub wants to know what is moved
	Moved  []Move
}

// NewWriter begins one on the newest state of the file. noting keeps the moves.
func NewWriter(t record.Tx, noting bool) (*Writer, error) {
	h, err := t.Manifest()
	return &Writer{Tx: t, Head: h, noting: noting}, err
}

// On writes on top of a manifest that is not in the file yet.
func On(t record.Tx, h record.Manifest) *Writer { return &Writer{Tx: t, Head: h} }

// replaced takes a record's step to its successor into the manifest's sum.
func (w *Writer) replaced(sum *record.Counted, m Move) {
	sum.Replace(m.HadOld, m.Old, m.HasNew, m.Fresh)
	if w.noting {
		m.Key = slices.Clone(m.Key)
		w.Moved = append(w.Moved, m)
	}
}

// Change carries out c. Each part checks the contract's rules before it writes;
// an error undoes the whole transaction.
func (w *Writer) Change(c journal.Change) error {
	if c.Sale == nil && (c.Secrets != nil || c.Receipt != nil || c.Cash != nil) {
		return record.Refused("secrets and receipts come with their sale")
	}
	if c.Staff != nil && c.Settings == nil {
		return record.Refused("the staff comes with the settings")
	}
	if c.Sale != nil {
		if err := w.Sale(c); err != nil {
			return err
		}
	}
	if err := w.day(c); err != nil {
		return err
	}
	for _, row := range c.Audit {
		if want := w.Head.Audit.Seq + 1; row.Seq != want {
			return record.Refused("audit row %d where %d is next", row.Seq, want)
		}
		if err := w.Chain(record.AuditBucket, &w.Head.Audit, row.Seq, &row); err != nil {
			return err
		}
	}
	if c.Freeze != nil {
		if err := w.Head.PutFreeze(*c.Freeze); err != nil {
			return err
		}
	}
	if c.Settings != nil {
		if err := w.Settings(*c.Settings, c.Staff); err != nil {
			return err
		}
	}
	return w.statements(c)
}

func (w *Writer) Sale(c journal.Change) error {
	sale, secrets := *c.Sale, c.Secrets
	if !WellFormed(sale.ID) {
		return record.Refused("sale ID %q", sale.ID)
	}
	old, found, err := w.SaleRecord(sale.ID)
	if err != nil {
		return err
	}
	if sale.Version != old.Sale.Version+1 {
		return fmt.Errorf("storage: %w: %s has version %d, the change %d", journal.ErrVersion, sale.ID, old.Sale.Version,
			sale.Version)
	}
	if err := w.receipt(old.Sale, sale, c.Receipt); err != nil {
		return err
	}
	if err := w.saleOfDay(old.Sale, c); err != nil {
		return err
	}
	fresh := record.SaleRecord{Sale: sale, Secrets: old.Secrets}
	if secrets != nil {
		if err := w.secret(&fresh, old.Secrets, secrets.Reveal()); err != nil {
			return err
		}
	}
	payload, err := record.EncodeSale(fresh)
	if err != nil {
		return record.Refused("sale %s cannot be written down: %v", sale.ID, err)
	}
	if fresh.Mac, err = w.Write(record.SalesBucket, []byte(sale.ID), payload); err != nil {
		return err
	}
	m := Move{Name: record.SalesBucket, Key: []byte(sale.ID), HadOld: found, Old: old.Mac, HasNew: true, Fresh: fresh.Mac, NewSale: &fresh}
	var before *journal.Sale
	if found {
		before, m.OldSale = &old.Sale, &old
	}
	w.replaced(&w.Head.Sales, m)
	return w.derive(before, sale)
}

// receipt checks the rules that tie a receipt to its sale and writes it.
func (w *Writer) receipt(old, sale journal.Sale, r *journal.Receipt) error {
	if r == nil {
		if sale.ReceiptSeq != old.ReceiptSeq {
			return record.Refused("receipt number of %s changes from %d to %d", sale.ID, old.ReceiptSeq, sale.ReceiptSeq)
		}
		return nil
	}
	switch {
	case old.ReceiptSeq != 0:
		return record.Refused("%s has receipt %d already", sale.ID, old.ReceiptSeq)
	case r.SaleID != sale.ID || r.Seq != sale.ReceiptSeq:
		return record.Refused("receipt %d of %s comes with %s", r.Seq, r.SaleID, sale.ID)
	case sale.Session.State != core.StateSuccess:
		return record.Refused("receipt for a sale in %q", sale.Session.State)
	}
	return w.next(w.Head.ReceiptNumbers(), r.Seq, r)
}

// next appends the row that comes next in a chain of numbers that stand on paper.
func (w *Writer) next(n record.Numbered, seq uint64, row any) error {
	if want := n.Newest() + 1; seq != want {
		return record.Refused("%s: row %d where %d is next", n.Name, seq, want)
	}
	if last := n.End.Seq; seq != last+1 {
		*n.Gaps = append(*n.Gaps, record.Gap{After: last, Next: seq})
	}
	return w.Chain(n.Name, n.End, seq, row)
}

// Chain appends a row: the link to the row before it, then its content.
func (w *Writer) Chain(name string, end *record.Chained, seq uint64, row any) error {
	payload, err := record.AppendRow(slices.Clone(end.Link[:]), row)
	if err != nil {
		return record.Refused("row of %s cannot be written down: %v", name, err)
	}
	key := record.SeqKey(seq)
	if _, err := w.Write(name, key, payload); err != nil {
		return err
	}
	*end = record.Chained{Seq: seq, Link: w.Seal.Link(name, key, payload)}
	return nil
}

// secret seals the sale's secrets again, or removes them when plain is empty.
func (w *Writer) secret(sale *record.SaleRecord, oldVersion uint64, plain []byte) error {
	b, err := w.In(record.SecretsBucket)
	if err != nil {
		return err
	}
	key := []byte(sale.Sale.ID)
	_, oldMAC, err := b.Read(key)
	if err != nil {
		return err
	}
	if len(plain) == 0 {
		sale.Secrets = 0
		w.replaced(&w.Head.Secrets, Move{Name: record.SecretsBucket, Key: key, HadOld: oldVersion != 0, Old: oldMAC})
		return b.Delete(key)
	}
	sale.Secrets = sale.Sale.Version
	sealed, err := w.Seal.Seal(record.SecretPlace(key, sale.Secrets), plain)
	if err != nil {
		return err
	}
	mac, err := b.Write(key, sealed)
	w.replaced(&w.Head.Secrets, Move{Name: record.SecretsBucket, Key: key, HadOld: oldVersion != 0, Old: oldMAC, HasNew: true, Fresh: mac})
	return err
}

// WellFormed reports whether a SaleID sorts where its day and number belong.
func WellFormed(id journal.SaleID) bool {
	n := id.Number()
	return n > 0 && journal.NewSaleID(id.Day(), n) == id && !id.Day().Time(time.UTC).IsZero()
}

// Attempt is one change of a transaction.
type Attempt struct {
	Change journal.Change
	Err    error // of the change alone
}
