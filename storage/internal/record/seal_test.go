package record

import (
	"bytes"
	"errors"
	"testing"

	"sanduq/core/journal"
	"sanduq/storage/keys"
)

// TestARecordBelongsToItsPlace: a record is believed under its own key, in its own bucket, with
// each of its bytes, and under no other.
func TestARecordBelongsToItsPlace(t *testing.T) {
	seal, err := NewSealer(bytes.Repeat([]byte{7}, keys.Size))
	if err != nil {
		t.Fatal(err)
	}
	key, payload := []byte("20261120-000001"), []byte("what was paid")
	mac := seal.Mac(SalesBucket, key, Format, payload)
	value := append(append([]byte{Format}, mac[:TagSize]...), payload...)
	read := func(bucket string, key, value []byte) error {
		_, _, err := Bucket{Name: bucket, Seal: seal}.Authenticate(key, value)
		return err
	}
	if err := read(SalesBucket, key, value); err != nil {
		t.Fatal(err)
	}
	for i := range value {
		for bit := range 8 {
			other := bytes.Clone(value)
			other[i] ^= 1 << bit
			if err := read(SalesBucket, key, other); !errors.Is(err, journal.ErrCorrupt) {
				t.Errorf("bit %d of byte %d of %d: %v", bit, i, len(value), err)
			}
		}
	}
	for what, err := range map[string]error{
		"another bucket":                  read(SecretsBucket, key, value),
		"a bucket with the same letters":  read("selas", key, value),
		"another key":                     read(SalesBucket, []byte("20261120-000002"), value),
		"a letter moved to the key":       read(SalesBucket[:len(SalesBucket)-1], append([]byte{'s'}, key...), value),
		"cut off":                         read(SalesBucket, key, value[:len(value)-1]),
		"with more":                       read(SalesBucket, key, append(bytes.Clone(value), 0)),
		"without its payload":             read(SalesBucket, key, value[:1+TagSize]),
		"without a part of its signature": read(SalesBucket, key, value[:TagSize]),
	} {
		if !errors.Is(err, journal.ErrCorrupt) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
