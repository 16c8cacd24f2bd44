package storage

import (
	"crypto/hmac"
	"encoding/binary"
	"fmt"

	"go.etcd.io/bbolt"

	"sanduq/core/till"
	"sanduq/storage/codec"
)

// format is the first byte of every record: how the rest is to be read.
const format byte = 2

// tagSize is how much of a record's MAC is kept beside it. The digests of the
// head are made of whole ones.
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

// saleRecord is a sale and the version of it that brought its secrets; 0
// without any. The version ties the sealed bytes to the sale: older ones put
// back, or missing ones, are noticed.
type saleRecord struct {
	sale    till.Sale
	secrets uint64
	mac     digest
}

func encodeSale(r saleRecord) ([]byte, error) {
	return codec.AppendSale(binary.AppendUvarint(nil, r.secrets), &r.sale)
}

func (r *saleRecord) decode(id till.SaleID, payload []byte, mac digest) (err error) {
	r.mac = mac
	r.secrets, err = decodeSale(id, payload, &r.sale)
	return err
}

// decodeSale reads a sale and returns the version that brought its secrets.
func decodeSale(id till.SaleID, payload []byte, into *till.Sale) (secrets uint64, err error) {
	secrets, n := binary.Uvarint(payload)
	if n <= 0 {
		return 0, corrupt("sale %s: too short", id)
	}
	if err := codec.DecodeSale(payload[n:], id, into); err != nil {
		return 0, corrupt("sale %s: %w", id, err)
	}
	return secrets, nil
}

// appendRow appends a chained row's content.
func appendRow(to []byte, row any) ([]byte, error) {
	switch row := row.(type) {
	case *till.Receipt:
		return codec.AppendReceipt(to, row)
	case *till.AuditRow:
		return codec.AppendAudit(to, row)
	}
	return nil, fmt.Errorf("%T is no row", row)
}

// decodeRow reads a chained row's content.
func decodeRow(text []byte, into any) error {
	switch row := into.(type) {
	case *till.Receipt:
		return codec.DecodeReceipt(text, row)
	case *till.AuditRow:
		return codec.DecodeAudit(text, row)
	}
	return fmt.Errorf("%T is no row", into)
}

// seqOf is the number that seqKey made a key of; 0 for another key.
func seqOf(key []byte) uint64 {
	if len(key) != 8 {
		return 0
	}
	return binary.BigEndian.Uint64(key)
}

// seqKey is a row's number as a key that sorts.
func seqKey(seq uint64) []byte { return binary.BigEndian.AppendUint64(nil, seq) }
