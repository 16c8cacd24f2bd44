package keys

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/zalando/go-keyring"

	"sanduq/core"
	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
)

// Office is what a till has from its head office: where it is, as which till it is
// known there, and the key by which the office knows it. It prints and logs with
// the key redacted.
type Office struct {
	Address string
	Till    int64 // its number at the office
	Shop    string
	Name    string // of the till, as the office calls it
	Key     core.Secret
	Since   time.Time
}

// officeForm is how it lies where it is kept.
type officeForm struct {
	Address string    `json:"address"`
	Till    int64     `json:"till"`
	Shop    string    `json:"shop"`
	Name    string    `json:"name"`
	Key     string    `json:"key"`
	Since   time.Time `json:"since,omitzero"`
}

// OfficeStore keeps one environment's Office as its data key is kept: in the
// keyring, in a file that the same passphrase opens or, where practice has a key
// file, in a file beside it. Errors match ErrKeyring, ErrPassphrase or
// ErrUnwritable. Its methods may be called from any goroutine, and end within five
// seconds but for the disk's own time.
type OfficeStore struct {
	ring   Keyring
	dir    string
	phrase *Passphrase // nil for none
	plain  bool        // in a file that nothing closes
}

// NewOfficeStore returns the keeper beside the store in dir, whose data key is in
// a source.
func NewOfficeStore(environment core.Environment, dir string, source Source) OfficeStore {
	o := OfficeStore{ring: NewKeyring(environment, dir), dir: dir}
	switch s := source.(type) {
	case Passphrase:
		o.phrase = &s
	case File:
		o.plain = true
	}
	return o
}

// file is where it lies outside the keyring.
func (o OfficeStore) file() string {
	if o.plain {
		return filepath.Join(o.dir, "till.office-key")
	}
	return filepath.Join(o.dir, "till.wrapped-office-key")
}

// Save replaces what was kept.
func (o OfficeStore) Save(ctx context.Context, k Office) error {
	text, err := json.Marshal(officeForm{Address: k.Address, Till: k.Till, Shop: k.Shop, Name: k.Name, Key: k.Key.Reveal(), Since: k.Since})
	if err != nil {
		return fault.ErrUnwritable.Because(err)
	}
	if !o.plain && o.phrase == nil {
		return keyringError(o.ring.set(ctx, "office", string(text)))
	}
	if o.phrase != nil {
		text, err = o.phrase.seal(officePlace, text)
	}
	if err == nil {
		err = files.Replace(o.file(), text)
	}
	if err != nil {
		return fault.ErrUnwritable.Because(err)
	}
	return nil
}

// Load returns what was kept; false when nothing was.
func (o OfficeStore) Load(ctx context.Context) (Office, bool, error) {
	text, err := o.read(ctx)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, keyring.ErrNotFound) {
		return Office{}, false, nil
	}
	if err != nil {
		return Office{}, false, err
	}
	var f officeForm
	if err := json.Unmarshal(text, &f); err != nil {
		// The decoder's own error may quote what it read.
		return Office{}, false, fault.ErrKeyring.Because(errors.New("the office's key that was kept is not readable"))
	}
	return Office{Address: f.Address, Till: f.Till, Shop: f.Shop, Name: f.Name, Key: core.NewSecret(f.Key), Since: f.Since}, true, nil
}

func (o OfficeStore) read(ctx context.Context) ([]byte, error) {
	if !o.plain && o.phrase == nil {
		text, err := o.ring.get(ctx, "office")
		if err != nil && !errors.Is(err, keyring.ErrNotFound) {
			err = keyringError(err)
		}
		return []byte(text), err
	}
	raw, err := files.Read(o.file(), files.MaxSmall)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, err
	case err != nil:
		return nil, fault.ErrUnwritable.Because(err)
	case o.phrase != nil:
		return o.phrase.open(officePlace, raw)
	}
	return raw, nil
}

// Delete forgets it. Nothing kept is no error.
func (o OfficeStore) Delete(ctx context.Context) error {
	if !o.plain && o.phrase == nil {
		return keyringError(o.ring.remove(ctx, "office"))
	}
	if err := files.Remove(o.file()); err != nil {
		return fault.ErrUnwritable.Because(err)
	}
	return nil
}
