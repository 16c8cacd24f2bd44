package storage

import (
	"bytes"
	"encoding/binary"
	"slices"

	"go.etcd.io/bbolt"
)

// A change of one sale touches some thirty pages of the trees, and a disk is
// asked for each of them on its own. So what a commit puts is written down in
// one record of the journal, and lies over the trees from then on: every
// transaction reads it with them. When the journal is full, the commit that
// finds it so brings all of it into the trees, where most pages are then
// written once for many commits. The manifest says which records there are.

// A journal is full with this many records, or bytes.
const (
	journalRecords = 64
	journalBytes   = 256 << 10
)

// journalSchema is the first layout with a journal, figuresSchema the first one
// with figures, daySchema the first one with shifts, cash and what is owed back.
const (
	journalSchema = 3
	figuresSchema = 4
	daySchema     = 5
)

// journaled are the buckets of which the journal speaks, by their numbers in
// its records. The order is frozen.
var journaled = []string{salesBucket, secretsBucket, receiptsBucket, auditBucket, settingsBucket, totalsBucket, openBucket, indexBucket,
	hoursBucket, shiftsBucket, zsBucket, cashBucket, drawerBucket, owedBucket, debtsBucket, owingBucket}

// newTx sees a transaction with what the journal holds.
func newTx(begun *bbolt.Tx, seal *sealer) tx {
	t := tx{Tx: begun, seal: seal}
	meta, err := t.in(metaBucket)
	if err != nil {
		t.unread = err
		return t
	}
	raw := meta.Get(manifestKey)
	if k := seal.known(); k != nil && k.over != nil && len(raw) > 1+tagSize && bytes.Equal(raw[1:1+tagSize], k.mac[:tagSize]) {
		t.over = k.over
		return t
	}
	t.over, t.unread = t.readJournal()
	return t
}

// readJournal reads all records, and remembers what they say.
func (t tx) readJournal() (*overlay, error) {
	k, err := t.known()
	if err != nil {
		return nil, err
	}
	over, err := t.journalOf(k.manifest)
	if err == nil {
		t.seal.newest.Store(&knownState{k.mac, k.manifest, over})
	}
	return over, err
}

// journalOf reads the records that a manifest speaks of, no more and no less.
func (t tx) journalOf(h manifest) (*overlay, error) {
	over := newOverlay()
	if h.Journal == (counted{}) && h.Schema < journalSchema {
		return over, nil
	}
	journal, err := t.in(journalBucket)
	if err != nil {
		return nil, err
	}
	var found counted
	if err := journal.ForEach(func(key, value []byte) error {
		payload, mac, err := journal.authenticate(key, value)
		if err != nil {
			return err
		}
		found.replace(false, mac, true, mac)
		return over.replay(slices.Clone(payload))
	}); err != nil {
		return nil, err
	}
	if found != h.Journal {
		return nil, corrupt("journal: %d records found, %d expected, or not those expected", found.Count, h.Journal.Count)
	}
	return over, nil
}

// record writes down what was put since the overlay was forked.
func (f *fresh) record() (payload []byte) {
	for number, name := range journaled {
		for _, e := range f.tables[name] {
			payload = binary.AppendUvarint(append(payload, byte(number)), uint64(len(e.key)))
			payload = append(payload, e.key...)
			if e.value == nil {
				payload = append(payload, 0)
				continue
			}
			payload = append(binary.AppendUvarint(payload, uint64(len(e.value))+1), e.value...)
		}
	}
	return payload
}

// replay puts what a record says. The record is kept.
func (o *overlay) replay(payload []byte) error {
	part := func(size uint64) []byte {
		out := payload[:size:size]
		payload = payload[size:]
		return out
	}
	number := func() (uint64, bool) {
		n, size := binary.Uvarint(payload)
		if size <= 0 {
			return 0, false
		}
		payload = payload[size:]
		return n, true
	}
	for len(payload) > 0 {
		bucket := int(payload[0])
		payload = payload[1:]
		size, ok := number()
		if !ok || bucket >= len(journaled) || size == 0 || size > uint64(len(payload)) {
			return corrupt("journal: not a record")
		}
		key := part(size)
		if size, ok = number(); !ok || size > uint64(len(payload))+1 {
			return corrupt("journal: not a record")
		}
		var value []byte
		if size > 0 {
			value = part(size - 1)
		}
		o.put(journaled[bucket], key, value)
	}
	return nil
}

// full reports whether the journal is to be brought into the trees.
func (t tx) full(h *manifest) bool {
	return h.Journal.Count >= journalRecords || t.over.size >= journalBytes
}

// settle brings what lies over the trees into them and empties the journal. The
// transaction that it returns knows the trees alone.
func (t tx) settle(h *manifest) (tx, error) {
	if t.unread != nil {
		return t, t.unread
	}
	direct := tx{Tx: t.Tx, seal: t.seal}
	if h.Journal == (counted{}) {
		return direct, nil
	}
	for _, name := range journaled {
		if len(t.over.tables[name]) == 0 {
			continue
		}
		b, err := direct.in(name)
		if err != nil {
			return direct, err
		}
		for _, e := range t.over.tables[name] {
			if e.value == nil {
				err = b.Delete(e.key)
			} else {
				err = b.Put(e.key, e.value)
			}
			if err != nil {
				return direct, err
			}
		}
	}
	h.Journal = counted{}
	if err := t.DeleteBucket([]byte(journalBucket)); err != nil {
		return direct, err
	}
	_, err := t.CreateBucket([]byte(journalBucket))
	return direct, err
}

// journalise lets a writer put into the journal from now on.
func (t tx) journalise() tx {
	if t.over == nil {
		t.over = newOverlay()
	}
	t.over = t.over.fork()
	return t
}

// append writes the record of what was put.
func (t tx) append(h *manifest) error {
	journal, err := t.in(journalBucket)
	if err != nil {
		return err
	}
	mac, err := journal.put(seqKey(h.Commits), t.over.fresh.record())
	h.Journal.replace(false, mac, true, mac)
	return err
}
