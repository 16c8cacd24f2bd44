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

// TestASecretBelongsToItsVersion: what was sealed for one version of a sale is not opened for
// another, nor for another sale.
func TestASecretBelongsToItsVersion(t *testing.T) {
	seal, err := NewSealer(bytes.Repeat([]byte{7}, keys.Size))
	if err != nil {
		t.Fatal(err)
	}
	key := []byte("20261120-000001")
	sealed, err := seal.Seal(SecretPlace(key, 3), []byte("a token"))
	if err != nil {
		t.Fatal(err)
	}
	if plain, err := seal.Open(SecretPlace(key, 3), sealed); err != nil || string(plain) != "a token" {
		t.Fatalf("%q, %v", plain, err)
	}
	for what, place := range map[string][]byte{"an older version": SecretPlace(key, 2), "another sale": SecretPlace([]byte("20261120-000002"), 3)} {
		if plain, err := seal.Open(place, sealed); err == nil {
			t.Errorf("%s: %q", what, plain)
		}
	}
}

// TestALinkBelongsToItsChain: a row of one chain does not fit into another.
func TestALinkBelongsToItsChain(t *testing.T) {
	seal, err := NewSealer(bytes.Repeat([]byte{7}, keys.Size))
	if err != nil {
		t.Fatal(err)
	}
	row := seal.Link(ReceiptsBucket, SeqKey(1), []byte("a row"))
	for what, other := range map[string]Digest{
		"chain": seal.Link(AuditBucket, SeqKey(1), []byte("a row")), "number": seal.Link(ReceiptsBucket, SeqKey(2), []byte("a row")),
		"row": seal.Link(ReceiptsBucket, SeqKey(1), []byte("a roW")),
	} {
		if other == row {
			t.Errorf("another %s has the same link", what)
		}
	}
}

// TestNothingIsMergedOfAJournalThatWasNotRead: its records would be dropped unseen.
func TestNothingIsMergedOfAJournalThatWasNotRead(t *testing.T) {
	unread := errors.New("unread")
	if _, err := (Tx{Unread: unread}).Merge(new(Manifest)); !errors.Is(err, unread) {
		t.Errorf("%v", err)
	}
}
