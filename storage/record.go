package storage

import (
	"encoding/binary"
	"encoding/json"
	"fmt"

	"sanduq/core/journal"
	"sanduq/storage/codec"
)

// saleRecord is a sale and the version of it that brought its secrets; 0
// without any. The version ties the sealed bytes to the sale: older ones put
// back, or missing ones, are noticed.
type saleRecord struct {
	sale    journal.Sale
	secrets uint64
	mac     digest
}

func encodeSale(r saleRecord) ([]byte, error) {
	return codec.AppendSale(binary.AppendUvarint(nil, r.secrets), &r.sale)
}

func (r *saleRecord) decode(id journal.SaleID, payload []byte, mac digest) (err error) {
	r.mac = mac
	r.secrets, err = decodeSale(id, payload, &r.sale)
	return err
}

// decodeSale reads a sale and returns the version that brought its secrets.
func decodeSale(id journal.SaleID, payload []byte, into *journal.Sale) (secrets uint64, err error) {
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
	case *journal.Receipt:
		return codec.AppendReceipt(to, row)
	case *journal.AuditRow:
		return codec.AppendAudit(to, row)
	case *journal.Z:
		return codec.AppendZ(to, row)
	case *journal.CashReceipt:
		return codec.AppendCash(to, row)
	case *journal.Movement:
		return codec.AppendMovement(to, row)
	case *journal.DebtRow:
		return codec.AppendDebtRow(to, row)
	}
	return nil, fmt.Errorf("%T is no row", row)
}

// decodeRow reads a chained row's content.
func decodeRow(text []byte, into any) error {
	switch row := into.(type) {
	case *journal.Receipt:
		return codec.DecodeReceipt(text, row)
	case *journal.AuditRow:
		return codec.DecodeAudit(text, row)
	case *journal.Z:
		return codec.DecodeZ(text, row)
	case *journal.CashReceipt:
		return codec.DecodeCash(text, row)
	case *journal.Movement:
		return codec.DecodeMovement(text, row)
	case *journal.DebtRow:
		return codec.DecodeDebtRow(text, row)
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

func (t tx) saleRecord(id journal.SaleID) (saleRecord, bool, error) {
	b, err := t.in(salesBucket)
	if err != nil {
		return saleRecord{}, false, err
	}
	payload, mac, err := b.get([]byte(id))
	if err != nil || payload == nil {
		return saleRecord{}, false, err
	}
	var r saleRecord
	if err := r.decode(id, payload, mac); err != nil {
		return saleRecord{}, false, err
	}
	return r, true, nil
}

// saleSecrets opens what the version of the sale that brought secrets sealed.
func (t tx) saleSecrets(id journal.SaleID, version uint64) ([]byte, error) {
	b, err := t.in(secretsBucket)
	if err != nil {
		return nil, err
	}
	sealed, _, err := b.get([]byte(id))
	switch {
	case err != nil:
		return nil, err
	case version == 0 && sealed == nil:
		return nil, nil
	case version == 0 || sealed == nil:
		return nil, corrupt("secrets of %s: kept without the sale's knowledge, or lost", id)
	}
	return t.seal.open(secretPlace([]byte(id), version), sealed)
}

// secretPlace binds sealed bytes to their bucket, sale and version.
func secretPlace(key []byte, version uint64) []byte {
	return append(append([]byte(secretsBucket+"\x00"), key...), seqKey(version)...)
}

// row reads a chained row that must be there, and returns its content as kept.
func (t tx) row(name string, seq uint64, into any) ([]byte, error) {
	b, err := t.in(name)
	if err != nil {
		return nil, err
	}
	payload, _, err := b.get(seqKey(seq))
	if err != nil {
		return nil, err
	}
	if len(payload) < macSize {
		return nil, corrupt("%s: row %d is missing", name, seq)
	}
	if err := decodeRow(payload[macSize:], into); err != nil {
		return nil, corrupt("%s: row %d: %w", name, seq, err)
	}
	return payload, nil
}

// settingsRecord is what lies under settingsKey: what the shop chose, and
// sealed beside it who may sit at the till.
type settingsRecord struct {
	journal.Settings
	Staff []byte `json:"staff,omitempty"`
}

// readSettings reads the record, and refuses one that is not the newest.
func (t tx) readSettings() (record settingsRecord, found bool, err error) {
	h, err := t.manifest()
	if err != nil {
		return record, false, err
	}
	b, err := t.in(settingsBucket)
	if err != nil {
		return record, false, err
	}
	payload, mac, err := b.get(settingsKey)
	switch {
	case err != nil:
		return record, false, err
	case payload == nil && h.Settings.Count == 0:
		return record, false, nil
	case payload == nil || mac != h.Settings.Digest:
		return record, false, corrupt("the settings are lost or not the newest")
	}
	if err := json.Unmarshal(payload, &record); err != nil {
		return record, false, corrupt("settings: %w", err)
	}
	return record, true, nil
}

var settingsKey = []byte("settings")

// staffPlace binds the sealed staff to where it is kept.
var staffPlace = []byte(settingsBucket + "\x00staff")
