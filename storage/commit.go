package storage

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
	"sanduq/storage/internal/record"
)

// CommitAll applies changes in their order as one transaction, by the rules of
// Commit: all of them are durable, or none was made. It is for filling a store
// quickly; a few hundred at a time keep others from waiting.
func (s *Store) CommitAll(_ context.Context, changes []journal.Change) error {
	if s.poisoned.Load() && !s.ended.Load() {
		return journal.ErrPoisoned // without waiting for what may hang
	}
	all := make([]*attempt, len(changes))
	for i := range changes {
		all[i] = &attempt{change: changes[i]}
	}
	err := s.within(func() error {
		s.life.RLock()
		defer s.life.RUnlock()
		s.gate.Lock()
		defer s.gate.Unlock()
		return s.commitNow(all, true)
	})
	if errors.Is(err, fault.ErrSlow) { // it may be durable yet: doubtful
		s.poison(err)
	}
	return err
}

// commitNow makes one transaction of changes. Each alone may be refused, which
// its err says, unless they are bulk: then the first refusal is that of all.
// life and gate are held.
func (s *Store) commitNow(all []*attempt, bulk bool) error {
	if err := s.usable(); err != nil {
		return err
	}
	var w *writer
	err := record.Guarded(func() (err error) {
		w, err = s.write(all, bulk)
		return err
	})
	if errors.Is(err, errNothing) {
		return nil
	}
	if err == nil {
		s.last = w.manifest
		s.moves.add(w.moved)
		s.checkpoints.offer(s.checkpointOf(w.manifest))
		return nil
	}
	if rejected(err) {
		return err
	}
	s.poison(err)
	if files.IsFull(err) {
		return fault.ErrFull.Because(err)
	}
	return fmt.Errorf("storage: commit: %w", err)
}

// rejected reports whether an error speaks of the change and not of the store.
func rejected(err error) bool {
	return errors.Is(err, journal.ErrVersion) || errors.Is(err, journal.ErrRefused)
}

// writer is one transaction under way.
type writer struct {
	record.Tx
	manifest record.Manifest
	noting   bool // a scrub wants to know what is moved
	moved    []move
}

// newWriter begins one on the newest state of the file. noting keeps the moves.
func newWriter(t record.Tx, noting bool) (*writer, error) {
	h, err := t.Manifest()
	return &writer{Tx: t, manifest: h, noting: noting}, err
}

// on writes on top of a manifest that is not in the file yet.
func on(t record.Tx, h record.Manifest) *writer { return &writer{Tx: t, manifest: h} }

// replaced takes a record's step to its successor into the manifest's sum.
func (w *writer) replaced(sum *record.Counted, m move) {
	sum.Replace(m.hadOld, m.old, m.hasNew, m.fresh)
	if w.noting {
		m.key = slices.Clone(m.key)
		w.moved = append(w.moved, m)
	}
}

// change carries out c. Each part checks the contract's rules before it writes;
// an error undoes the whole transaction.
func (w *writer) change(c journal.Change) error {
	if c.Sale == nil && (c.Secrets != nil || c.Receipt != nil || c.Cash != nil) {
		return record.Refused("secrets and receipts come with their sale")
	}
	if c.Staff != nil && c.Settings == nil {
		return record.Refused("the staff comes with the settings")
	}
	if c.Sale != nil {
		if err := w.sale(c); err != nil {
			return err
		}
	}
	if err := w.day(c); err != nil {
		return err
	}
	for _, row := range c.Audit {
		if want := w.manifest.Audit.Seq + 1; row.Seq != want {
			return record.Refused("audit row %d where %d is next", row.Seq, want)
		}
		if err := w.chain(record.AuditBucket, &w.manifest.Audit, row.Seq, &row); err != nil {
			return err
		}
	}
	if c.Freeze != nil {
		if err := w.manifest.PutFreeze(*c.Freeze); err != nil {
			return err
		}
	}
	if c.Settings != nil {
		return w.settings(*c.Settings, c.Staff)
	}
	return nil
}

func (w *writer) sale(c journal.Change) error {
	sale, secrets := *c.Sale, c.Secrets
	if !wellFormed(sale.ID) {
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
	sales, err := w.In(record.SalesBucket)
	if err != nil {
		return err
	}
	if fresh.Mac, err = sales.Write([]byte(sale.ID), payload); err != nil {
		return err
	}
	m := move{name: record.SalesBucket, key: []byte(sale.ID), hadOld: found, old: old.Mac, hasNew: true, fresh: fresh.Mac, newSale: &fresh}
	var before *journal.Sale
	if found {
		before, m.oldSale = &old.Sale, &old
	}
	w.replaced(&w.manifest.Sales, m)
	return w.derive(before, sale)
}

// receipt checks the rules that tie a receipt to its sale and writes it.
func (w *writer) receipt(old, sale journal.Sale, r *journal.Receipt) error {
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
	return w.next(w.manifest.ReceiptNumbers(), r.Seq, r)
}

// next appends the row that comes next in a chain of numbers that stand on paper.
func (w *writer) next(n record.Numbered, seq uint64, row any) error {
	if want := n.Newest() + 1; seq != want {
		return record.Refused("%s: row %d where %d is next", n.Name, seq, want)
	}
	if last := n.End.Seq; seq != last+1 {
		*n.Gaps = append(*n.Gaps, record.Gap{After: last, Next: seq})
	}
	return w.chain(n.Name, n.End, seq, row)
}

// chain appends a row: the link to the row before it, then its content.
func (w *writer) chain(name string, end *record.Chained, seq uint64, row any) error {
	payload, err := record.AppendRow(slices.Clone(end.Link[:]), row)
	if err != nil {
		return record.Refused("row of %s cannot be written down: %v", name, err)
	}
	b, err := w.In(name)
	if err != nil {
		return err
	}
	key := record.SeqKey(seq)
	if _, err := b.Write(key, payload); err != nil {
		return err
	}
	*end = record.Chained{Seq: seq, Link: w.Seal.Link(name, key, payload)}
	return nil
}

// secret seals the sale's secrets anew, or removes them when plain is empty.
func (w *writer) secret(sale *record.SaleRecord, oldVersion uint64, plain []byte) error {
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
		w.replaced(&w.manifest.Secrets, move{name: record.SecretsBucket, key: key, hadOld: oldVersion != 0, old: oldMAC})
		return b.Delete(key)
	}
	sale.Secrets = sale.Sale.Version
	sealed, err := w.Seal.Seal(record.SecretPlace(key, sale.Secrets), plain)
	if err != nil {
		return err
	}
	mac, err := b.Write(key, sealed)
	w.replaced(&w.manifest.Secrets, move{name: record.SecretsBucket, key: key, hadOld: oldVersion != 0, old: oldMAC, hasNew: true, fresh: mac})
	return err
}

// wellFormed reports whether a SaleID sorts where its day and number belong.
func wellFormed(id journal.SaleID) bool {
	n := id.Number()
	return n > 0 && journal.NewSaleID(id.Day(), n) == id && !id.Day().Time(time.UTC).IsZero()
}
