package record

import (
	"crypto/hmac"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"go.etcd.io/bbolt"
)

type Digest [MacSize]byte

// mix adds or removes one record's MAC; the order does not matter.
func (d *Digest) mix(mac Digest) {
	for i := range d {
		d[i] ^= mac[i]
	}
}

// MarshalText implements encoding.TextMarshaler.
func (d Digest) MarshalText() ([]byte, error) { return []byte(hex.EncodeToString(d[:])), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (d *Digest) UnmarshalText(text []byte) error {
	if hex.DecodedLen(len(text)) != len(d) {
		return fmt.Errorf("digest of %d letters", len(text))
	}
	_, err := hex.Decode(d[:], text)
	return err
}

// Tx is one transaction seen through the store's eyes. What lies over its trees
// is read and written instead of them; a tx without an overlay knows the trees
// alone.
type Tx struct {
	*bbolt.Tx
	Seal   *Sealer
	Over   *Overlay
	Unread error // why the overlay is not known: nothing but the meta bucket can be read
}

// In returns a bucket; a file without it is damaged.
func (t Tx) In(name string) (Bucket, error) {
	b := t.Bucket([]byte(name))
	if b == nil {
		return Bucket{}, Corrupt("bucket %s is missing", name)
	}
	if fill, grows := fillPercent[name]; grows && t.Writable() {
		b.FillPercent = fill
	}
	out := Bucket{tree: b, Name: name, Seal: t.Seal}
	if name == MetaBucket || name == JournalBucket {
		return out, nil
	}
	out.over = t.Over
	return out, t.Unread
}

// fillPercent is how full pages are left when they are split, where new keys
// come last: the usual half would stay half empty for ever.
var fillPercent = map[string]float64{SalesBucket: 0.95, ReceiptsBucket: 0.95, AuditBucket: 0.95, HoursBucket: 0.95,
	ShiftsBucket: 0.95, ZsBucket: 0.95, CashBucket: 0.95, DrawerBucket: 0.95, OwedBucket: 0.95, DebtsBucket: 0.95}

// Format is the first byte of every record: how the rest is to be read.
const Format byte = 2

// TagSize is how much of a record's MAC is kept beside it. The digests of the
// manifest are made of whole ones.
const TagSize = 16

// Bucket is one authenticated bucket inside a transaction.
type Bucket struct {
	tree *bbolt.Bucket
	over *Overlay // nil for none
	Name string
	Seal *Sealer
}

// Get returns a key's value; nil when there is none. It is valid until the
// transaction ends.
func (b Bucket) Get(key []byte) []byte {
	if b.over != nil {
		if t := b.over.Tables[b.Name]; len(t) > 0 {
			if at, there := t.find(key); there {
				return t[at].value
			}
		}
	}
	return b.tree.Get(key)
}

// Put writes a value. Neither key nor value may be changed afterwards.
func (b Bucket) Put(key, value []byte) error {
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
func (b Bucket) journalled(key, value []byte) error {
	if b.over.Fresh == nil {
		return errReadOnly
	}
	b.over.put(b.Name, slices.Clone(key), value)
	return nil
}

// Delete removes a key; nothing happens when it is not there.
func (b Bucket) Delete(key []byte) error {
	if b.over == nil {
		return b.tree.Delete(key)
	}
	return b.journalled(key, nil)
}

var errReadOnly = errors.New("storage: written past the journal")

// Cursor walks the keys in their order. It is not to be used after the bucket
// was written to.
func (b Bucket) Cursor() *Cursor {
	c := &Cursor{tree: b.tree.Cursor()}
	if b.over != nil {
		c.over = b.over.Tables[b.Name]
	}
	return c
}

// ForEach visits every key in order until visit fails.
func (b Bucket) ForEach(visit func(key, value []byte) error) error {
	c := b.Cursor()
	for key, value := c.First(); key != nil; key, value = c.Next() {
		if err := visit(key, value); err != nil {
			return err
		}
	}
	return nil
}

// Write writes a record and returns its MAC.
func (b Bucket) Write(key, payload []byte) (Digest, error) {
	mac, value := b.Seal.Record(b.Name, key, payload)
	return mac, b.Put(key, value)
}

// Record returns what is kept of a payload, and its MAC.
func (s *Sealer) Record(name string, key, payload []byte) (mac Digest, value []byte) {
	mac = s.Mac(name, key, Format, payload)
	value = make([]byte, 0, 1+TagSize+len(payload))
	return mac, append(append(append(value, Format), mac[:TagSize]...), payload...)
}

// Read returns a record's content and MAC; nil when there is none. The content
// is valid until the transaction ends.
func (b Bucket) Read(key []byte) ([]byte, Digest, error) {
	return b.Authenticate(key, b.Get(key))
}

// Read is Bucket.Read of a bucket.
func (t Tx) Read(name string, key []byte) ([]byte, Digest, error) {
	b, err := t.In(name)
	if err != nil {
		return nil, Digest{}, err
	}
	return b.Read(key)
}

// Write is Bucket.Write into a bucket.
func (t Tx) Write(name string, key, payload []byte) (Digest, error) {
	b, err := t.In(name)
	if err != nil {
		return Digest{}, err
	}
	return b.Write(key, payload)
}

// Authenticate checks a value found under key.
func (b Bucket) Authenticate(key, value []byte) ([]byte, Digest, error) {
	var mac Digest
	if value == nil {
		return nil, mac, nil
	}
	if len(value) < 1+TagSize || value[0] != Format {
		return nil, mac, Corrupt("%s %q: not a record", b.Name, key)
	}
	payload := value[1+TagSize:]
	mac = b.Seal.Mac(b.Name, key, Format, payload)
	if !hmac.Equal(mac[:TagSize], value[1:1+TagSize]) {
		return nil, mac, Corrupt("%s %q: authentication failed", b.Name, key)
	}
	return payload, mac, nil
}

// The names of the buckets.
const (
	MetaBucket     = "meta"
	SalesBucket    = "sales"
	SecretsBucket  = "secrets"
	ReceiptsBucket = "receipts"
	AuditBucket    = "audit"
	SettingsBucket = "settings"
	TotalsBucket   = "totals"
	OpenBucket     = "open"
	IndexBucket    = "index"
	HoursBucket    = "hours"
	JournalBucket  = "journal"
	ShiftsBucket   = "shifts"
	ZsBucket       = "zs"
	CashBucket     = "cash"
	DrawerBucket   = "drawer"
	OwedBucket     = "owed"
	DebtsBucket    = "debts"
	OwingBucket    = "owing"
	// StatementsBucket is made with its first record: a file that was never told of a
	// bank's statement has none.
	StatementsBucket = "statements"
)

var AllBuckets = append([]string{MetaBucket, SalesBucket, SecretsBucket, ReceiptsBucket, AuditBucket, SettingsBucket,
	TotalsBucket, OpenBucket, IndexBucket, HoursBucket, JournalBucket}, DayBuckets...)

// DayBuckets are those of shifts, cash and what is owed back.
var DayBuckets = []string{ShiftsBucket, ZsBucket, CashBucket, DrawerBucket, OwedBucket, DebtsBucket, OwingBucket}
