package format

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"go.etcd.io/bbolt"
	"golang.org/x/crypto/chacha20poly1305"
)

// file is what a till.db holds, the journal laid over the trees.
type file struct {
	keys     map[string][]byte // subkeys by purpose
	layout   uint64
	manifest manifest
	raw      map[string]map[string][]byte // values as they lie there
	buckets  map[string]map[string][]byte // their payloads
}

type manifest struct {
	Sales           struct{ Count uint64 }
	Receipts, Audit struct {
		Seq  uint64
		Link string
	}
}

var journaled = []string{"sales", "secrets", "receipts", "audit", "settings", "totals", "open", "index", "hours", "shifts", "zs", "cash", "drawer", "owed",
	"debts", "owing"}

func be64(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

func read(db *bbolt.DB, dataKey []byte) (*file, error) {
	f := &file{keys: map[string][]byte{}, raw: map[string]map[string][]byte{}, buckets: map[string]map[string][]byte{}}
	for _, purpose := range []string{"record", "chain", "secret", "key check"} {
		k, err := hkdf.Key(sha256.New, dataKey, nil, "sanduq "+purpose+" v1", 32)
		if err != nil {
			return nil, err
		}
		f.keys[purpose] = k
	}
	return f, db.View(func(tx *bbolt.Tx) error {
		if err := f.readMeta(tx.Bucket([]byte("meta"))); err != nil {
			return err
		}
		for _, name := range journaled {
			f.raw[name] = map[string][]byte{}
			if err := tx.Bucket([]byte(name)).ForEach(func(k, v []byte) error {
				f.raw[name][string(k)] = slices.Clone(v)
				return nil
			}); err != nil {
				return err
			}
		}
		if err := tx.Bucket([]byte("journal")).ForEach(f.replay); err != nil {
			return err
		}
		return f.openAll()
	})
}

func (f *file) readMeta(meta *bbolt.Bucket) error {
	f.layout = binary.BigEndian.Uint64(meta.Get([]byte("schema")))
	if string(meta.Get([]byte("schema again"))) != string(be64(f.layout)) {
		return errors.New("the two numbers of the layout differ")
	}
	if string(meta.Get([]byte("key check"))) != string(f.keys["key check"][:16]) {
		return errors.New("another key")
	}
	text, _, err := f.open("meta", []byte("head"), meta.Get([]byte("head")))
	if err != nil {
		return err
	}
	return json.Unmarshal(text, &f.manifest)
}

// replay lays one record of the journal over the trees.
func (f *file) replay(k, v []byte) error {
	payload, _, err := f.open("journal", k, slices.Clone(v))
	if err != nil {
		return err
	}
	for len(payload) > 0 {
		bucket := f.raw[journaled[payload[0]]]
		size, n := binary.Uvarint(payload[1:])
		payload = payload[1+n:]
		key := string(payload[:size])
		payload = payload[size:]
		size, n = binary.Uvarint(payload)
		payload = payload[n:]
		if size == 0 {
			delete(bucket, key)
			continue
		}
		bucket[key], payload = payload[:size-1], payload[size-1:]
	}
	return nil
}

// openAll authenticates everything. The values of the index and of owing and open
// are hints and may be plain.
func (f *file) openAll() error {
	for name, values := range f.raw {
		f.buckets[name] = map[string][]byte{}
		for key, value := range values {
			if name == "index" || name == "open" || name == "owing" {
				continue
			}
			payload, _, err := f.open(name, []byte(key), value)
			if err != nil {
				return err
			}
			f.buckets[name][key] = payload
		}
	}
	return nil
}

// open checks a record and returns its payload and its whole MAC.
func (f *file) open(bucket string, key, value []byte) (payload, mac []byte, err error) {
	if len(value) < 17 || value[0] != 2 {
		return nil, nil, fmt.Errorf("%s %q: not a record", bucket, key)
	}
	h := hmac.New(sha256.New, f.keys["record"])
	for _, part := range [][]byte{[]byte(bucket), key, value[17:]} {
		h.Write([]byte{2})
		h.Write(be64(uint64(len(part))))
		h.Write(part)
	}
	if mac = h.Sum(nil); !hmac.Equal(mac[:16], value[1:17]) {
		return nil, nil, fmt.Errorf("%s %q: the MAC is not that of the content", bucket, key)
	}
	return value[17:], mac, nil
}

// chain returns the rows of a chained bucket, and the link of the last one.
func (f *file) chain(bucket string) (rows [][]byte, end string, err error) {
	before := make([]byte, 32)
	for seq := uint64(1); seq <= uint64(len(f.buckets[bucket])); seq++ {
		payload := f.buckets[bucket][string(be64(seq))]
		if len(payload) < 32 || string(payload[:32]) != string(before) {
			return nil, "", fmt.Errorf("%s: row %d does not follow the one before", bucket, seq)
		}
		h := hmac.New(sha256.New, f.keys["chain"])
		h.Write([]byte(bucket))
		h.Write(be64(seq))
		h.Write(payload)
		before = h.Sum(nil)
		rows = append(rows, payload[32:])
	}
	return rows, hex.EncodeToString(before), nil
}

// secret opens what is sealed for a sale; nil for nothing.
func (f *file) secret(sale string) ([]byte, error) {
	version, n := binary.Uvarint(f.buckets["sales"][sale])
	sealed := f.buckets["secrets"][sale]
	if n <= 0 || (version == 0) != (sealed == nil) {
		return nil, fmt.Errorf("version %d of secrets with %d bytes", version, len(sealed))
	}
	if version == 0 {
		return nil, nil
	}
	aead, err := chacha20poly1305.NewX(f.keys["secret"])
	if err != nil {
		return nil, err
	}
	return aead.Open(nil, sealed[:24], sealed[24:], slices.Concat([]byte("secrets\x00"), []byte(sale), be64(version)))
}
