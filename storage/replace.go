package storage

import (
	"context"
	"encoding/base64"
	"errors"
	"io/fs"
	"os"

	"github.com/zalando/go-keyring"
)

// Replace implements Replacer: the old item stays as "key <stamp>".
func (k Keyring) Replace(ctx context.Context, key []byte, stamp string) error {
	old, err := k.get(ctx, "key")
	if err == nil {
		err = k.set(ctx, "key "+stamp, old)
	} else if errors.Is(err, keyring.ErrNotFound) {
		err = nil
	}
	if err == nil {
		err = k.set(ctx, "key", base64.StdEncoding.EncodeToString(key))
	}
	if err != nil {
		return ErrKeyring.because(err)
	}
	return nil
}

// Replace implements Replacer: the old file stays with the stamp in its name.
func (f KeyFile) Replace(ctx context.Context, key []byte, stamp string) error {
	if err := setAside(f.path(), stamp); err != nil {
		return err
	}
	return f.Create(ctx, key)
}

// Replace implements Replacer: the new key is wrapped by the same phrase, the
// old file stays with the stamp in its name.
func (p Passphrase) Replace(ctx context.Context, key []byte, stamp string) error {
	if err := setAside(p.path(), stamp); err != nil {
		return err
	}
	return p.Create(ctx, key)
}

func setAside(path, stamp string) error {
	if err := os.Rename(path, path+".replaced-"+stamp); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return ErrUnwritable.because(err)
	}
	return nil
}
