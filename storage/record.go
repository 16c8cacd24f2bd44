package storage

import (
	"crypto/hmac"
	"encoding/binary"
	"encoding/json"

	"go.etcd.io/bbolt"

	"sanduq/core/till"
)

// format is the first byte of every record: how the rest is to be read.
const format byte = 1

// bucket is one authenticated bucket inside a transaction.
type bucket struct {
	*bbolt.Bucket
	name string
	seal *sealer
}

// put writes a record and returns its MAC.
func (b bucket) put(key, payload []byte) (digest, error) {
	mac := b.seal.mac(b.name, key, format, payload)
	value := make([]byte, 0, 1+macSize+len(payload))
	value = append(append(append(value, format), mac[:]...), payload...)
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
	if len(value) < 1+macSize || value[0] != format {
		return nil, mac, corrupt("%s %q: not a record", b.name, key)
	}
	payload := value[1+macSize:]
	mac = b.seal.mac(b.name, key, value[0], payload)
	if !hmac.Equal(mac[:], value[1:1+macSize]) {
		return nil, mac, corrupt("%s %q: authentication failed", b.name, key)
	}
	return payload, mac, nil
}

// saleRecord is a sale and the version of it that brought its secrets; 0
// without any. The version ties the sealed bytes to the sale: older ones put
// back, or missing ones, are noticed.
type saleRecord struct {
	sale    till.Sale
	secrets uint64
	mac     digest
}

func encodeSale(r saleRecord) ([]byte, error) {
	text, err := json.Marshal(r.sale)
	if err != nil {
		return nil, err
	}
	return append(binary.BigEndian.AppendUint64(make([]byte, 0, 8+len(text)), r.secrets), text...), nil
}

func decodeSale(id till.SaleID, payload []byte, mac digest) (saleRecord, error) {
	if len(payload) < 8 {
		return saleRecord{}, corrupt("sale %s: too short", id)
	}
	r := saleRecord{secrets: binary.BigEndian.Uint64(payload), mac: mac}
	if err := json.Unmarshal(payload[8:], &r.sale); err != nil {
		return saleRecord{}, corrupt("sale %s: %w", id, err)
	}
	if r.sale.ID != id {
		return saleRecord{}, corrupt("sale %s is kept as %s", r.sale.ID, id)
	}
	return r, nil
}

// seqKey is a row's number as a key that sorts.
func seqKey(seq uint64) []byte { return binary.BigEndian.AppendUint64(nil, seq) }
