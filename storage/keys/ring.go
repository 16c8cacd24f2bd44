package keys

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

// ringSource is a Source that keeps several keys at once. They are replaced as
// a whole: whatever happens, the old ring is there or the new one.
type ringSource interface {
	Source
	// loadRing returns all that is kept. Errors are those of Load.
	loadRing(ctx context.Context) (Ring, error)
	// replaceRing replaces it.
	replaceRing(ctx context.Context, r Ring) error
	// keepDamaged keeps what cannot be read as a key under another name, where
	// it lies in a file.
	keepDamaged() error
}

// Ring is the keys of one store.
type Ring struct {
	Newest []byte   // what the store is sealed with
	Coming []byte   // what it is about to be sealed with, or already is after a crash; nil for none
	Former [][]byte // of backups and of files that were set aside: never of the store
}

// maxFormer is how many former keys are kept: as many as a keyring's item has
// room for, and about as many as there are backups.
const maxFormer = 14

// Format implements fmt.Formatter: keys are not printed.
func (Ring) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, "[redacted]") }

// Live are the keys that the store's own file may be sealed with.
func (r Ring) Live() [][]byte {
	if r.Coming == nil {
		return [][]byte{r.Newest}
	}
	return [][]byte{r.Newest, r.Coming}
}

// All are those that open anything.
func (r Ring) All() [][]byte { return slices.Concat(r.Live(), r.Former) }

// Has reports whether a key is one of them.
func (r Ring) Has(key []byte) bool {
	return slices.ContainsFunc(r.All(), func(k []byte) bool { return slices.Equal(k, key) })
}

// Promoted is the ring once the store is sealed with key: all others are former
// ones, the oldest of which go when there are too many.
func (r Ring) Promoted(key []byte) Ring {
	former := slices.DeleteFunc(r.All(), func(k []byte) bool { return slices.Equal(k, key) })
	return Ring{Newest: key, Former: former[:min(len(former), maxFormer)]}
}

// LoadRing returns the keys of any source.
func LoadRing(ctx context.Context, from Source) (Ring, error) {
	if source, able := from.(ringSource); able {
		return source.loadRing(ctx)
	}
	key, err := from.Load(ctx)
	if err == nil {
		key, err = sizedKey(key)
	}
	return Ring{Newest: key}, err
}

// newestKey is Load of a ringSource.
func newestKey(r Ring, err error) ([]byte, error) { return r.Newest, err }

// Replaceable reports whether a source can take other keys than it has.
func Replaceable(s Source) bool {
	_, able := s.(ringSource)
	return able
}

// ReplaceRing replaces the keys of a source and reads them back.
func ReplaceRing(ctx context.Context, in Source, r Ring) error {
	source, able := in.(ringSource)
	if !able {
		return fault.ErrKeyring.Because(errors.New("this place of keys cannot take another"))
	}
	if err := source.replaceRing(ctx, r); err != nil {
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
func (r Ring) text() string {
	words := []string{base64.StdEncoding.EncodeToString(r.Newest)}
	if r.Coming != nil {
		words = append(words, comingSign+base64.StdEncoding.EncodeToString(r.Coming))
	}
	for _, key := range r.Former {
		words = append(words, base64.StdEncoding.EncodeToString(key))
	}
	return strings.Join(words, " ")
}

// ringOf reads what text wrote; ErrNoKey when it is something else.
func ringOf(text string) (r Ring, err error) {
	for word := range strings.FieldsSeq(text) {
		word, coming := strings.CutPrefix(word, comingSign)
		key, err := base64.StdEncoding.DecodeString(word)
		if err == nil {
			key, err = sizedKey(key)
		}
		switch {
		case err != nil, coming && (r.Newest == nil || r.Coming != nil || r.Former != nil):
			return Ring{}, fault.ErrNoKey.Because(errDamaged)
		case coming:
			r.Coming = key
		case r.Newest == nil:
			r.Newest = key
		default:
			r.Former = append(r.Former, key)
		}
	}
	if r.Newest == nil {
		return Ring{}, fault.ErrNoKey.Because(fmt.Errorf("%w: it is empty", errDamaged))
	}
	return r, nil
}
