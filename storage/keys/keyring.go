package keys

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"github.com/zalando/go-keyring"

	"sanduq/core"
	"sanduq/storage/fault"
)

const (
	keyringService = "sanduq"
	// keyringTimeout bounds each word with the keyring. A locked one may wait
	// for a prompt that nobody sees.
	keyringTimeout = 5 * time.Second
)

// Keyring keeps the data key and the checkpoint of one store in the operating
// system's keyring: the Secret Service on Linux, the login keychain on macOS,
// the credential manager on Windows. No call takes longer than five seconds,
// even when the keyring does not answer at all; such a call goes on in the
// background until the keyring ends it.
//
// Its items are named by the folder's identity, which lies in the folder.
type Keyring struct {
	environment core.Environment
	dir         string
	timeout     time.Duration
}

// NewKeyring returns the Keyring of one environment's store in dir.
func NewKeyring(environment core.Environment, dir string) Keyring {
	if whole, err := filepath.Abs(dir); err == nil {
		dir = whole
	}
	return Keyring{environment: environment, dir: filepath.Clean(dir), timeout: keyringTimeout}
}

// Load implements Source. A folder that was copied gets items of its own.
func (k Keyring) Load(ctx context.Context) ([]byte, error) { return newestKey(k.loadRing(ctx)) }

// LoadRing implements ringSource.
func (k Keyring) loadRing(ctx context.Context) (Ring, error) {
	text, err := k.get(ctx, "key")
	if err == nil {
		err = k.ensureUnique(ctx)
	}
	if errors.Is(err, keyring.ErrNotFound) {
		return Ring{}, fault.ErrNoKey.Because(err)
	}
	if err != nil {
		return Ring{}, keyringError(err)
	}
	return ringOf(text)
}

// ReplaceRing implements ringSource.
func (k Keyring) replaceRing(ctx context.Context, r Ring) error {
	if err := k.set(ctx, "key", r.text()); err != nil {
		return keyringError(err)
	}
	return nil
}

func (Keyring) keepDamaged() error { return nil }

// Create implements Source.
func (k Keyring) Create(ctx context.Context, key []byte) error {
	_, err := k.get(ctx, "key")
	if err == nil {
		return fault.ErrKeyring.Because(errors.New("the keyring holds a key already"))
	}
	if errors.Is(err, keyring.ErrNotFound) {
		err = k.set(ctx, "key", Ring{Newest: key}.text())
	}
	if err != nil {
		return keyringError(err)
	}
	return nil
}

// Place implements Source.
func (Keyring) Place() Place { return PlaceKeyring }

// LoadCheckpoint implements Checkpoints.
func (k Keyring) LoadCheckpoint(ctx context.Context) (string, error) {
	mark, err := k.get(ctx, "mark")
	if errors.Is(err, keyring.ErrNotFound) {
		return "", nil
	}
	return mark, err
}

// SaveCheckpoint implements Checkpoints.
func (k Keyring) SaveCheckpoint(ctx context.Context, checkpoint string) error {
	return k.set(ctx, "mark", checkpoint)
}

// Probe reports whether the keyring can be used now: nil or an error that matches
// ErrKeyring, and where it is known ErrKeyringLocked or ErrKeyringAbsent. It
// changes nothing, but a locked keyring may ask the person to open it.
func (k Keyring) Probe(ctx context.Context) error {
	if _, err := k.get(ctx, "key"); err != nil && !errors.Is(err, keyring.ErrNotFound) {
		return keyringError(err)
	}
	return nil
}

// keyringError gives what the keyring said its code; nil stays nil.
func keyringError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, errSilent): // whatever it would have said
	case keyringAbsent(err):
		return fault.ErrKeyringAbsent.Because(err)
	case keyringLocked(err):
		return fault.ErrKeyringLocked.Because(err)
	}
	return fault.ErrKeyring.Because(err)
}

const (
	hungUpTries = 20
	hungUpPause = 10 * time.Millisecond
)

func (k Keyring) get(ctx context.Context, item string) (string, error) {
	return bounded(ctx, k.timeout, func() (string, error) { return k.find(item) })
}

// read reads an item by its name.
func read(name string) (string, error) {
	value, err := keyring.Get(keyringService, name)
	// A call after that connects again and tells what there is, but not before
	// the connection's own reader has noticed its end.
	for range hungUpTries {
		if err == nil || !keyringHungUp(err) {
			break
		}
		time.Sleep(hungUpPause)
		value, err = keyring.Get(keyringService, name)
	}
	return value, err
}

func (k Keyring) set(ctx context.Context, item, value string) error {
	_, err := bounded(ctx, k.timeout, func() (struct{}, error) {
		id, err := identify(k.dir)
		if err != nil {
			return struct{}{}, err
		}
		return struct{}{}, keyring.Set(keyringService, k.named(item, id), value)
	})
	return err
}

// remove removes an item, by either name; one that is not there is no error.
func (k Keyring) remove(ctx context.Context, item string) error {
	_, err := bounded(ctx, k.timeout, func() (struct{}, error) {
		var err error
		if before := k.formerly(item); before != "" {
			err = ignoreMissing(keyring.Delete(keyringService, before))
		}
		if id := identity(k.dir); id != "" {
			err = errors.Join(err, ignoreMissing(keyring.Delete(keyringService, k.named(item, id))))
		}
		return struct{}{}, err
	})
	return err
}

var errSilent = errors.New("the keyring does not answer")

// bounded waits for a call that cannot be cancelled, but not for ever.
func bounded[T any](ctx context.Context, timeout time.Duration, call func() (T, error)) (T, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, timeout, errSilent)
	defer cancel()
	type answer struct {
		value T
		err   error
	}
	answers := make(chan answer, 1)
	go func() {
		value, err := call()
		answers <- answer{value, err}
	}()
	select {
	case a := <-answers:
		return a.value, a.err
	case <-ctx.Done():
		var none T
		return none, context.Cause(ctx)
	}
}
