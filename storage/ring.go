package storage

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"sanduq/storage/fault"
)

// keyRing is a KeySource that keeps several keys at once. They are replaced as
// a whole: whatever happens, the old ring is there or the new one.
type keyRing interface {
	KeySource
	// loadRing returns all that is kept. Errors are those of Load.
	loadRing(ctx context.Context) (ring, error)
	// keepRing replaces it.
	keepRing(ctx context.Context, r ring) error
}

// ring is the keys of one store.
type ring struct {
	newest []byte   // what the store is sealed with
	coming []byte   // what it is about to be sealed with, or already is after a crash; nil for none
	former [][]byte // of backups and of files that were set aside: never of the store
}

// maxFormer is how many former keys are kept: as many as a keyring's item has
// room for, and about as many as there are backups.
const maxFormer = 14

// Format implements fmt.Formatter: keys are not printed.
func (ring) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, "[redacted]") }

// live are the keys that the store's own file may be sealed with.
func (r ring) live() [][]byte {
	if r.coming == nil {
		return [][]byte{r.newest}
	}
	return [][]byte{r.newest, r.coming}
}

// all are those that open anything.
func (r ring) all() [][]byte { return slices.Concat(r.live(), r.former) }

func (r ring) has(key []byte) bool {
	return slices.ContainsFunc(r.all(), func(k []byte) bool { return slices.Equal(k, key) })
}

// promoted is the ring once the store is sealed with key: all others are former
// ones, the oldest of which go when there are too many.
func (r ring) promoted(key []byte) ring {
	former := slices.DeleteFunc(r.all(), func(k []byte) bool { return slices.Equal(k, key) })
	return ring{newest: key, former: former[:min(len(former), maxFormer)]}
}

// loadRing returns the keys of any source.
func loadRing(ctx context.Context, keys KeySource) (ring, error) {
	if source, able := keys.(keyRing); able {
		return source.loadRing(ctx)
	}
	key, err := keys.Load(ctx)
	if err == nil {
		key, err = sizedKey(key)
	}
	return ring{newest: key}, err
}

// newestKey is Load of a keyRing.
func newestKey(r ring, err error) ([]byte, error) { return r.newest, err }

// keepRing replaces the keys of a source and reads them back.
func keepRing(ctx context.Context, keys KeySource, r ring) error {
	source, able := keys.(keyRing)
	if !able {
		return fault.ErrKeyring.Because(errors.New("this place of keys cannot take another"))
	}
	if err := source.keepRing(ctx, r); err != nil {
		return err
	}
	back, err := source.loadRing(ctx)
	if err == nil && back.text() != r.text() {
		err = fault.ErrKeyring.Because(errors.New("the keys read back are not those that were kept"))
	}
	return err
}

// comingSign stands before the coming key. It is no letter of base64.
const comingSign = "~"

// text writes a ring down, one key a word; of one key it is what earlier
// versions wrote.
func (r ring) text() string {
	words := []string{base64.StdEncoding.EncodeToString(r.newest)}
	if r.coming != nil {
		words = append(words, comingSign+base64.StdEncoding.EncodeToString(r.coming))
	}
	for _, key := range r.former {
		words = append(words, base64.StdEncoding.EncodeToString(key))
	}
	return strings.Join(words, " ")
}

// ringOf reads what text wrote; ErrNoKey when it is something else.
func ringOf(text string) (r ring, err error) {
	for word := range strings.FieldsSeq(text) {
		word, coming := strings.CutPrefix(word, comingSign)
		key, err := base64.StdEncoding.DecodeString(word)
		if err == nil {
			key, err = sizedKey(key)
		}
		switch {
		case err != nil, coming && (r.newest == nil || r.coming != nil || r.former != nil):
			return ring{}, fault.ErrNoKey.Because(errors.New("what is kept is not readable as a key"))
		case coming:
			r.coming = key
		case r.newest == nil:
			r.newest = key
		default:
			r.former = append(r.former, key)
		}
	}
	if r.newest == nil {
		return ring{}, fault.ErrNoKey.Because(errors.New("what is kept as the key is empty"))
	}
	return r, nil
}
