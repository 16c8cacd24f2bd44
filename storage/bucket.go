package storage

import (
	"crypto/hmac"
	"encoding/hex"
	"fmt"

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

// tx is one transaction seen through the store's eyes.
type tx struct {
	*bbolt.Tx
	seal *sealer
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
	return bucket{Bucket: b, name: name, seal: t.seal}, nil
}

// fillPercent is how full pages are left when they are split, where new keys
// come last: the usual half would stay half empty for ever.
var fillPercent = map[string]float64{salesBucket: 0.95, receiptsBucket: 0.95, auditBucket: 0.95}

// format is the first byte of every record: how the rest is to be read.
const format byte = 2

// tagSize is how much of a record's MAC is kept beside it. The digests of the
// manifest are made of whole ones.
const tagSize = 16

// bucket is one authenticated bucket inside a transaction.
type bucket struct {
	*bbolt.Bucket
	name string
	seal *sealer
}

// put writes a record and returns its MAC.
func (b bucket) put(key, payload []byte) (digest, error) {
	mac := b.seal.mac(b.name, key, format, payload)
	value := make([]byte, 0, 1+tagSize+len(payload))
	value = append(append(append(value, format), mac[:tagSize]...), payload...)
	return mac, b.Put(key, value)
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
)

var allBuckets = []string{metaBucket, salesBucket, secretsBucket, receiptsBucket, auditBucket, settingsBucket,
	totalsBucket, openBucket, indexBucket}
