package record

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
	JournalRecords = 128
	JournalBytes   = 1 << 20
)

// JournalSchema is the first layout with a journal, FiguresSchema the first one
// with figures, DaySchema the first one with shifts, cash and what is owed back,
// NamesSchema the first one in which sales stand under the gateway's names of them.
const (
	JournalSchema = 3
	FiguresSchema = 4
	DaySchema     = 5
	NamesSchema   = 6
)

// journaled are the buckets of which the journal speaks, by their numbers in
// its records. The order is frozen.
var journaled = []string{SalesBucket, SecretsBucket, ReceiptsBucket, AuditBucket, SettingsBucket, TotalsBucket, OpenBucket, IndexBucket,
	HoursBucket, ShiftsBucket, ZsBucket, CashBucket, DrawerBucket, OwedBucket, DebtsBucket, OwingBucket}

// NewTx sees a transaction with what the journal holds.
func NewTx(begun *bbolt.Tx, seal *Sealer) Tx {
	t := Tx{Tx: begun, Seal: seal}
	meta, err := t.In(MetaBucket)
	if err != nil {
		t.Unread = err
		return t
	}
	raw := meta.Get(ManifestKey)
	if k := seal.known(); k != nil && k.over != nil && len(raw) > 1+TagSize && bytes.Equal(raw[1:1+TagSize], k.mac[:TagSize]) {
		t.Over = k.over
		return t
	}
	t.Over, t.Unread = t.readJournal()
	return t
}

// readJournal reads all records, and remembers what they say.
func (t Tx) readJournal() (*Overlay, error) {
	k, err := t.known()
	if err != nil {
		return nil, err
	}
	over, err := t.JournalOf(k.manifest)
	if err == nil {
		t.Seal.Newest.Store(&KnownState{k.mac, k.manifest, over})
	}
	return over, err
}

// JournalOf reads the records that a manifest speaks of, no more and no less.
func (t Tx) JournalOf(h Manifest) (*Overlay, error) {
	over := NewOverlay()
	if h.Journal == (Counted{}) && h.Schema < JournalSchema {
		return over, nil
	}
	journal, err := t.In(JournalBucket)
	if err != nil {
		return nil, err
	}
	var found Counted
	if err := journal.ForEach(func(key, value []byte) error {
		payload, mac, err := journal.Authenticate(key, value)
		if err != nil {
			return err
		}
		found.Replace(false, mac, true, mac)
		return over.Replay(slices.Clone(payload))
	}); err != nil {
		return nil, err
	}
	if found != h.Journal {
		return nil, Corrupt("journal: %d records found, %d expected, or not those expected", found.Count, h.Journal.Count)
	}
	return over, nil
}

// Record writes down what was put since the overlay was forked.
func (f *fresh) Record() (payload []byte) {
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

// Replay puts what a record says. The record is kept.
func (o *Overlay) Replay(payload []byte) error {
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
			return Corrupt("journal: not a record")
		}
		key := part(size)
		if size, ok = number(); !ok || size > uint64(len(payload))+1 {
			return Corrupt("journal: not a record")
		}
		var value []byte
		if size > 0 {
			value = part(size - 1)
		}
		o.put(journaled[bucket], key, value)
	}
	return nil
}

// Full reports whether the journal is to be brought into the trees.
func (t Tx) Full(h *Manifest) bool {
	return h.Journal.Count >= JournalRecords || t.Over.Size >= JournalBytes
}

// Merge brings what lies over the trees into them and empties the journal. The
// transaction that it returns knows the trees alone.
func (t Tx) Merge(h *Manifest) (Tx, error) {
	if t.Unread != nil {
		return t, t.Unread
	}
	direct := Tx{Tx: t.Tx, Seal: t.Seal}
	if h.Journal == (Counted{}) {
		return direct, nil
	}
	for _, name := range journaled {
		if len(t.Over.Tables[name]) == 0 {
			continue
		}
		b, err := direct.In(name)
		if err != nil {
			return direct, err
		}
		for _, e := range t.Over.Tables[name] {
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
	h.Journal = Counted{}
	if err := t.DeleteBucket([]byte(JournalBucket)); err != nil {
		return direct, err
	}
	_, err := t.CreateBucket([]byte(JournalBucket))
	return direct, err
}

// Journalise lets a writer put into the journal from now on.
func (t Tx) Journalise() Tx {
	if t.Over == nil {
		t.Over = NewOverlay()
	}
	t.Over = t.Over.fork()
	return t
}

// Append writes the record of what was put.
func (t Tx) Append(h *Manifest) error {
	journal, err := t.In(JournalBucket)
	if err != nil {
		return err
	}
	mac, err := journal.Write(SeqKey(h.Commits), t.Over.Fresh.Record())
	h.Journal.Replace(false, mac, true, mac)
	return err
}
