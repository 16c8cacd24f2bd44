package keys

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/zalando/go-keyring"

	"sanduq/core"
	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
)

// beside keeps one secret text as an environment's data key is kept: in the keyring, in
// a file that the same passphrase opens or, where practice has a key file, in a file
// beside it.
type beside struct {
	ring   Keyring
	dir    string
	phrase *Passphrase // nil for none
	plain  bool        // in a file that nothing closes
	name   string      // in the keyring
	suffix string      // of the file
	place  string      // what is sealed says what it is
}

func keepBeside(environment core.Environment, dir string, source Source, name, suffix, place string) beside {
	b := beside{ring: NewKeyring(environment, dir), dir: dir, name: name, suffix: suffix, place: place}
	switch s := source.(type) {
	case Passphrase:
		b.phrase = &s
	case File:
		b.plain = true
	}
	return b
}

// inRing reports whether the keyring has it.
func (b beside) inRing() bool { return !b.plain && b.phrase == nil }

// file is where it lies outside the keyring.
func (b beside) file() string {
	if b.plain {
		return filepath.Join(b.dir, "till."+b.suffix)
	}
	return filepath.Join(b.dir, "till.wrapped-"+b.suffix)
}

func (b beside) write(ctx context.Context, text []byte) (err error) {
	if b.inRing() {
		return keyringError(b.ring.set(ctx, b.name, string(text)))
	}
	if b.phrase != nil {
		text, err = b.phrase.seal(b.place, text)
	}
	if err == nil {
		err = files.Replace(b.file(), text)
	}
	if err != nil {
		return fault.ErrUnwritable.Because(err)
	}
	return nil
}

// read is what was kept; false when nothing was.
func (b beside) read(ctx context.Context) (text []byte, there bool, err error) {
	if b.inRing() {
		kept, err := b.ring.get(ctx, b.name)
		if errors.Is(err, keyring.ErrNotFound) {
			return nil, false, nil
		}
		return []byte(kept), err == nil, keyringError(err)
	}
	raw, err := files.Read(b.file(), files.MaxSmall)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, false, nil
	case err != nil:
		return nil, false, fault.ErrUnwritable.Because(err)
	case b.phrase != nil:
		raw, err = b.phrase.open(b.place, raw)
	}
	return raw, err == nil, err
}

// Delete forgets it. Nothing kept is no error.
func (b beside) Delete(ctx context.Context) error {
	if b.inRing() {
		return keyringError(b.ring.remove(ctx, b.name))
	}
	if err := files.Remove(b.file()); err != nil {
		return fault.ErrUnwritable.Because(err)
	}
	return nil
}

// MailStore keeps the password of an environment's mail server, as OfficeStore keeps an
// office's key.
type MailStore struct{ beside }

// NewMailStore returns the keeper beside the store in dir, whose data key is in a source.
func NewMailStore(environment core.Environment, dir string, source Source) MailStore {
	return MailStore{keepBeside(environment, dir, source, "mail", "mail-key", mailPlace)}
}

// Save replaces what was kept. An account names a user at a server, on one line.
func (m MailStore) Save(ctx context.Context, account string, password core.Secret) error {
	return m.write(ctx, []byte(account+"\n"+password.Reveal()))
}

// Load returns what was kept for an account; blank when nothing was, so that a password goes nowhere else.
func (m MailStore) Load(ctx context.Context, account string) (core.Secret, error) {
	text, _, err := m.read(ctx)
	of, password, _ := strings.Cut(string(text), "\n")
	if err != nil || of != account {
		return core.Secret{}, err
	}
	return core.NewSecret(password), nil
}
