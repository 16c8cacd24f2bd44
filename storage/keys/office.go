package keys

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"sanduq/core"
	"sanduq/storage/fault"
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

// OfficeStore keeps one environment's Office as its data key is kept. Errors match
// ErrKeyring, ErrPassphrase or ErrUnwritable. Its methods may be called from any
// goroutine, and end within five seconds but for the disk's own time.
type OfficeStore struct{ beside }

// NewOfficeStore returns the keeper beside the store in dir, whose data key is in
// a source.
func NewOfficeStore(environment core.Environment, dir string, source Source) OfficeStore {
	return OfficeStore{keepBeside(environment, dir, source, "office", "office-key", officePlace)}
}

// Save replaces what was kept.
func (o OfficeStore) Save(ctx context.Context, k Office) error {
	text, err := json.Marshal(officeForm{Address: k.Address, Till: k.Till, Shop: k.Shop, Name: k.Name, Key: k.Key.Reveal(), Since: k.Since})
	if err != nil {
		return fault.ErrUnwritable.Because(err)
	}
	return o.write(ctx, text)
}

// Load returns what was kept; false when nothing was.
func (o OfficeStore) Load(ctx context.Context) (Office, bool, error) {
	text, there, err := o.read(ctx)
	if err != nil || !there {
		return Office{}, false, err
	}
	var f officeForm
	if err := json.Unmarshal(text, &f); err != nil {
		// The decoder's own error may quote what it read.
		return Office{}, false, fault.ErrKeyring.Because(errors.New("the office's key that was kept is not readable"))
	}
	return Office{Address: f.Address, Till: f.Till, Shop: f.Shop, Name: f.Name, Key: core.NewSecret(f.Key), Since: f.Since}, true, nil
}
