package record

import (
	"encoding/binary"
	"encoding/json"
	"fmt"

	"sanduq/core/journal"
	"sanduq/storage/codec"
)

// SaleRecord is a sale and the version of it that brought its secrets; 0
// without any. The version ties the sealed bytes to the sale: older ones put
// back, or missing ones, are noticed.
type SaleRecord struct {
	Sale    journal.Sale
	Secrets uint64
	Mac     Digest
}

func EncodeSale(r SaleRecord) ([]byte, error) {
	return codec.AppendSale(binary.AppendUvarint(nil, r.Secrets), &r.Sale)
}

func (r *SaleRecord) Decode(id journal.SaleID, payload []byte, mac Digest) (err error) {
	r.Mac = mac
	r.Secrets, err = DecodeSale(id, payload, &r.Sale)
	return err
}

// DecodeSale reads a sale and returns the version that brought its secrets.
func DecodeSale(id journal.SaleID, payload []byte, into *journal.Sale) (secrets uint64, err error) {
	secrets, n := binary.Uvarint(payload)
	if n <= 0 {
		return 0, Corrupt("sale %s: too short", id)
	}
	if err := codec.DecodeSale(payload[n:], id, into); err != nil {
		return 0, Corrupt("sale %s: %w", id, err)
	}
	return secrets, nil
}

// AppendRow appends a chained row's content.
func AppendRow(to []byte, row any) ([]byte, error) {
	switch row := row.(type) {
	case *journal.Receipt:
		return codec.Receipts.Append(to, row)
	case *journal.AuditRow:
		return codec.Audit.Append(to, row)
	case *journal.Z:
		return codec.Zs.Append(to, row)
	case *journal.CashReceipt:
		return codec.Cash.Append(to, row)
	case *journal.Movement:
		return codec.Movements.Append(to, row)
	case *journal.DebtRow:
		return codec.DebtRows.Append(to, row)
	}
	return nil, fmt.Errorf("%T is no row", row)
}

// decodeRow reads a chained row's content.
func decodeRow(text []byte, into any) error {
	switch row := into.(type) {
	case *journal.Receipt:
		return codec.Receipts.Decode(text, row)
	case *journal.AuditRow:
		return codec.Audit.Decode(text, row)
	case *journal.Z:
		return codec.Zs.Decode(text, row)
	case *journal.CashReceipt:
		return codec.Cash.Decode(text, row)
	case *journal.Movement:
		return codec.Movements.Decode(text, row)
	case *journal.DebtRow:
		return codec.DebtRows.Decode(text, row)
	}
	return fmt.Errorf("%T is no row", into)
}

// SeqOf is the number that SeqKey made a key of; 0 for another key.
func SeqOf(key []byte) uint64 {
	if len(key) != 8 {
		return 0
	}
	return binary.BigEndian.Uint64(key)
}

// SeqKey is a row's number as a key that sorts.
func SeqKey(seq uint64) []byte { return binary.BigEndian.AppendUint64(nil, seq) }

func (t Tx) SaleRecord(id journal.SaleID) (SaleRecord, bool, error) {
	payload, mac, err := t.Read(SalesBucket, []byte(id))
	if err != nil || payload == nil {
		return SaleRecord{}, false, err
	}
	var r SaleRecord
	if err := r.Decode(id, payload, mac); err != nil {
		return SaleRecord{}, false, err
	}
	return r, true, nil
}

// SaleSecrets opens what the version of the sale that brought secrets sealed.
func (t Tx) SaleSecrets(id journal.SaleID, version uint64) ([]byte, error) {
	sealed, _, err := t.Read(SecretsBucket, []byte(id))
	if err != nil || version == 0 && sealed == nil {
		return nil, err
	}
	// What is lost, or kept without the sale's knowledge, does not open.
	return t.Seal.Open(SecretPlace([]byte(id), version), sealed)
}

// SecretPlace binds sealed bytes to their bucket, sale and version.
func SecretPlace(key []byte, version uint64) []byte {
	return append(append([]byte(SecretsBucket+"\x00"), key...), SeqKey(version)...)
}

// Row reads a chained row that must be there, and returns its content as kept.
func (t Tx) Row(name string, seq uint64, into any) ([]byte, error) {
	payload, _, err := t.Read(name, SeqKey(seq))
	if err != nil {
		return nil, err
	}
	if len(payload) < MacSize {
		return nil, Corrupt("%s: row %d is missing", name, seq)
	}
	if err := decodeRow(payload[MacSize:], into); err != nil {
		return nil, Corrupt("%s: row %d: %w", name, seq, err)
	}
	return payload, nil
}

// SettingsRecord is what lies under SettingsKey: what the shop chose, and
// sealed beside it who may sit at the till.
type SettingsRecord struct {
	journal.Settings
	Staff []byte `json:"staff,omitempty"`
}

// ReadSettings reads the record, and refuses one that is not the newest.
func (t Tx) ReadSettings() (record SettingsRecord, found bool, err error) {
	h, err := t.Manifest()
	if err != nil {
		return record, false, err
	}
	payload, mac, err := t.Read(SettingsBucket, SettingsKey)
	switch {
	case err != nil:
		return record, false, err
	case payload == nil && h.Settings.Count == 0:
		return record, false, nil
	case payload == nil || mac != h.Settings.Digest:
		return record, false, Corrupt("the settings are lost or not the newest")
	}
	if err := json.Unmarshal(payload, &record); err != nil {
		return record, false, Corrupt("settings: %w", err)
	}
	return record, true, nil
}

var SettingsKey = []byte("settings")

// StaffPlace binds the sealed staff to where it is kept.
var StaffPlace = []byte(SettingsBucket + "\x00staff")
