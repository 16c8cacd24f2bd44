package storage

import (
	"crypto/hmac"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"go.etcd.io/bbolt"
)

type digest [macSize]byte

// mix adds or removes one record's MAC; the order does not matter.
func (d *digest) mix(mac digest) {
	for i := range d {
		d[i] ^= mac[i]
	}
}

// MarshalText implements encoding.TextMarshaler.
func (d digest) MarshalText() ([]byte, error) { return []byte(hex.EncodeToString(d[:])), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (d *digest) UnmarshalText(text []byte) error {
	if hex.DecodedLen(len(text)) != len(d) {
		return fmt.Errorf("digest of %d letters", len(text))
	}
	_, err := hex.Decode(d[:], text)
	return err
}

// tx is one transaction seen through the store's eyes. What lies over its trees
// is read and written instead of them; a tx without an overlay knows the trees
// alone.
type tx struct {
	*bbolt.Tx
	seal   *sealer
	over   *overlay
	unread error // why the overlay is not known: nothing but the meta bucket can be read
}

// in returns a bucket; a file without it is damaged.
func (t tx) in(name string) (bucket, error) {
	b := t.Bucket([]byte(name))
	if b == nil {
		return bucket{}, corrupt("bucket %s is missing", name)
	}
	if fill, grows := fillPercent[name]; grows && t.Writable() {
		b.FillPercent = fill
	}
	out := bucket{tree: b, name: name, seal: t.seal}
	if name == metaBucket || name == journalBucket {
		return out, nil
	}
	out.over = t.over
	return out, t.unread
}

// fillPercent is how full pages are left when they are split, where new keys
// come last: the usual half would stay half empty for ever.
var fillPercent = map[string]float64{salesBucket: 0.95, receiptsBucket: 0.95, auditBucket: 0.95, hoursBucket: 0.95,
	shiftsBucket: 0.95, zsBucket: 0.95, cashBucket: 0.95, drawerBucket: 0.95, owedBucket: 0.95, debtsBucket: 0.95}

// format is the first byte of every record: how the rest is to be read.
const format byte = 2

// tagSize is how much of a record's MAC is kept beside it. The digests of the
// manifest are made of whole ones.
const tagSize = 16

// bucket is one authenticated bucket inside a transaction.
type bucket struct {
	tree *bbolt.Bucket
	over *overlay // nil for none
	name string
	seal *sealer
}

// Get returns a key's value; nil when there is none. It is valid until the
// transaction ends.
func (b bucket) Get(key []byte) []byte {
	if b.over != nil {
		if t := b.over.tables[b.name]; len(t) > 0 {
			if at, there := t.find(key); there {
				return t[at].value
			}
		}
	}
	return b.tree.Get(key)
}

// Put writes a value. Neither key nor value may be changed afterwards.
func (b bucket) Put(key, value []byte) error {
	if b.over == nil {
		return b.tree.Put(key, value)
	}
	if value == nil {
		value = []byte{}
	}
	return b.journalled(key, value)
}

// journalled puts a value, nil for the key's removal, over the tree. Only a
// writer's overlay takes it.
func (b bucket) journalled(key, value []byte) error {
	if b.over.fresh == nil {
		return errReadOnly
	}
	b.over.put(b.name, slices.Clone(key), value)
	return nil
}

// Delete removes a key; nothing happens when it is not there.
func (b bucket) Delete(key []byte) error {
	if b.over == nil {
		return b.tree.Delete(key)
	}
	return b.journalled(key, nil)
}

var errReadOnly = errors.New("storage: written past the journal")

// Cursor walks the keys in their order. It is not to be used after the bucket
// was written to.
func (b bucket) Cursor() *cursor {
	c := &cursor{tree: b.tree.Cursor()}
	if b.over != nil {
		c.over = b.over.tables[b.name]
	}
	return c
}

// ForEach visits every key in order until visit fails.
func (b bucket) ForEach(visit func(key, value []byte) error) error {
	c := b.Cursor()
	for key, value := c.First(); key != nil; key, value = c.Next() {
		if err := visit(key, value); err != nil {
			return err
		}
	}
	return nil
}

// put writes a record and returns its MAC.
func (b bucket) put(key, payload []byte) (digest, error) {
	mac, value := b.seal.record(b.name, key, payload)
	return mac, b.Put(key, value)
}

// record returns what is kept of a payload, and its MAC.
func (s *sealer) record(name string, key, payload []byte) (mac digest, value []byte) {
	mac = s.mac(name, key, format, payload)
	value = make([]byte, 0, 1+tagSize+len(payload))
	return mac, append(append(append(value, format), mac[:tagSize]...), payload...)
}

// get returns a record's content and MAC; nil when there is none. The content
// is valid until the transaction ends.
func (b bucket) get(key []byte) ([]byte, digest, error) {
	return b.authenticate(key, b.Get(key))
}

// authenticate checks a value found under key.
func (b bucket) authenticate(key, value []byte) ([]byte, digest, error) {
	var mac digest
	if value == nil {
		return nil, mac, nil
	}
	if len(value) < 1+tagSize || value[0] != format {
		return nil, mac, corrupt("%s %q: not a record", b.name, key)
	}
	payload := value[1+tagSize:]
	mac = b.seal.mac(b.name, key, format, payload)
	if !hmac.Equal(mac[:tagSize], value[1:1+tagSize]) {
		return nil, mac, corrupt("%s %q: authentication failed", b.name, key)
	}
	return payload, mac, nil
}

// The names of the buckets.
const (
	metaBucket     = "meta"
	salesBucket    = "sales"
	secretsBucket  = "secrets"
	receiptsBucket = "receipts"
	auditBucket    = "audit"
	settingsBucket = "settings"
	totalsBucket   = "totals"
	openBucket     = "open"
	indexBucket    = "index"
	hoursBucket    = "hours"
	journalBucket  = "journal"
	shiftsBucket   = "shifts"
	zsBucket       = "zs"
	cashBucket     = "cash"
	drawerBucket   = "drawer"
	owedBucket     = "owed"
	debtsBucket    = "debts"
	owingBucket    = "owing"
)

var allBuckets = append([]string{metaBucket, salesBucket, secretsBucket, receiptsBucket, auditBucket, settingsBucket,
	totalsBucket, openBucket, indexBucket, hoursBucket, journalBucket}, dayBuckets...)

// dayBuckets are those of shifts, cash and what is owed back.
var dayBuckets = []string{shiftsBucket, zsBucket, cashBucket, drawerBucket, owedBucket, debtsBucket, owingBucket}
