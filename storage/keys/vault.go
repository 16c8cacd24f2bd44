package keys

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"sanduq/core"
	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
)

// The names of the Credentials, as a Vault is asked for them.
const (
	NameAPIKey     = "apiKey"
	NameSecretKey  = "secretKey"
	NameClientID   = "clientId"
	NameHMACSecret = "hmacSecret"
)

// Vault is the Credentials of every environment below one root, for a screen
// that may put keys in and take them out but never sees one. Its methods may be
// called from any goroutine; errors match ErrKeyring when the keyring cannot be
// used.
type Vault struct {
	root    string
	now     func() time.Time
	mu      sync.Mutex // one change at a time: each reads, then writes
	known   sync.Mutex
	sources map[core.Environment]Source // where the data keys lie that were opened
}

// NewVault returns the Vault of the folders below root.
func NewVault(root string) *Vault {
	return &Vault{root: root, now: time.Now, sources: map[core.Environment]Source{}}
}

// Use lets the Vault keep an environment's keys as its data key is kept.
func (v *Vault) Use(environment core.Environment, source Source) {
	v.known.Lock()
	defer v.known.Unlock()
	v.sources[environment] = source
}

// Credentials are those of an environment, to be read.
func (v *Vault) Credentials(environment core.Environment) CredentialStore {
	v.known.Lock()
	defer v.known.Unlock()
	return NewCredentialStore(environment, v.folder(environment)).With(v.sources[environment])
}

// Office keeps what an environment's till has from its head office.
func (v *Vault) Office(environment core.Environment) OfficeStore {
	v.known.Lock()
	defer v.known.Unlock()
	return NewOfficeStore(environment, v.folder(environment), v.sources[environment])
}

// Mail keeps the password of an environment's mail server.
func (v *Vault) Mail(environment core.Environment) MailStore {
	v.known.Lock()
	defer v.known.Unlock()
	return NewMailStore(environment, v.folder(environment), v.sources[environment])
}

func (v *Vault) folder(environment core.Environment) string {
	return filepath.Join(v.root, string(environment))
}

// Protect makes a passphrase open an environment that has no data yet, for a
// computer without a keyring: its data key is made and wrapped, and its keys are
// kept by the same passphrase. Where a passphrase protects it already it must be
// this one: ErrPassphrase when it is not. ErrNoKey when there are data whose key
// lies elsewhere.
func (v *Vault) Protect(ctx context.Context, environment core.Environment, phrase core.Secret) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	dir := v.folder(environment)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fault.ErrUnwritable.Because(err)
	}
	begun, err := files.Exists(filepath.Join(dir, files.Database))
	if err != nil {
		return fault.ErrUnwritable.Because(err)
	}
	source := NewPassphrase(dir, phrase)
	if _, err := LoadOrCreate(ctx, source, begun); err != nil {
		return err
	}
	v.Use(environment, source)
	return nil
}

// Kept returns since when each key that is there has been kept, by name; the
// zero time when that was not written down.
func (v *Vault) Kept(ctx context.Context, environment core.Environment) (map[string]time.Time, error) {
	c, _, err := v.Credentials(environment).Load(ctx)
	if err != nil {
		return nil, err
	}
	kept := map[string]time.Time{}
	for name, one := range c.named() {
		if !one.value.Empty() {
			kept[name] = *one.since
		}
	}
	return kept, nil
}

// Change replaces the keys that it is given, by name, and removes those that
// are empty; others stay. What is left must be usable in part: ErrIncomplete
// when of client ID and signing secret only one would remain.
func (v *Vault) Change(ctx context.Context, environment core.Environment, keys map[string]core.Secret) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	store := v.Credentials(environment)
	c, _, err := store.Load(ctx)
	if err != nil {
		return err
	}
	named := c.named()
	for name, value := range keys {
		one, known := named[name]
		if !known {
			return fmt.Errorf("storage: no key is called %q", name)
		}
		*one.value, *one.since = value, v.now()
		if value.Empty() {
			*one.since = time.Time{}
		}
	}
	if c.ClientID.Empty() != c.HMACSecret.Empty() {
		return ErrIncomplete
	}
	if c.APIKey.Empty() && c.SecretKey.Empty() && c.ClientID.Empty() {
		return store.Delete(ctx)
	}
	return store.Save(ctx, c)
}

type credential struct {
	value *core.Secret
	since *time.Time
}

func (c *Credentials) named() map[string]credential {
	return map[string]credential{
		NameAPIKey: {&c.APIKey, &c.Since.APIKey}, NameSecretKey: {&c.SecretKey, &c.Since.SecretKey},
		NameClientID: {&c.ClientID, &c.Since.ClientID}, NameHMACSecret: {&c.HMACSecret, &c.Since.HMACSecret},
	}
}
