package core

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
)

// tokenCache holds the token of an SDK's payment and has the program's TokenStore
// keep it. The SDK's own copy counts first: a store that is shared, slow or
// broken takes no payment's token away. The store is asked only while there is
// no token here.
type tokenCache struct {
	store     TokenStore
	callbacks *callbacks
	log       *slog.Logger

	mu  sync.Mutex
	own Secret
}

func newTokenCache(store TokenStore) *tokenCache {
	if memory, is := store.(*InMemoryTokenStore); store == nil || is && memory == nil {
		store = new(InMemoryTokenStore)
	}
	// One call at a time, so that a store which asks for its own token ends there.
	return &tokenCache{store: store, callbacks: newCallbacks(1)}
}

// with runs code that uses the store, and returns its error or why it gave none.
func (k *tokenCache) with(ctx context.Context, f func() error) error {
	if _, ours := k.store.(*InMemoryTokenStore); ours {
		return f()
	}
	result := make(chan error, 1)
	if err := k.callbacks.run(ctx, storeTimeout, func() { result <- f() }); err != nil {
		return err
	}
	return <-result
}

// set makes a token the SDK's own; save has the store keep it, too.
func (k *tokenCache) set(token Secret) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.own = token
}

func (k *tokenCache) held() Secret {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.own
}

func (k *tokenCache) save(token Secret) {
	if err := k.with(context.Background(), func() error { return k.store.Save(token) }); err != nil {
		k.log.Warn("token not saved: it is kept in memory", "error", err)
	}
}

// load returns the token, or why there is none: ErrNotSent.
func (k *tokenCache) load(ctx context.Context) (Secret, error) {
	if own := k.held(); !own.Empty() {
		return own, nil
	}
	found := make(chan Secret, 1)
	if err := k.with(ctx, func() error {
		token, err := k.store.Load()
		found <- token
		return err
	}); err != nil {
		return Secret{}, notSent(fmt.Errorf("loading the token: %w", err)) // not logged: a log handler may be who asks
	}
	token := <-found
	if token.Empty() {
		return token, errNoToken()
	}
	return token, nil
}

// clear forgets the token, in the store as well unless another SDK's is there.
func (k *tokenCache) clear() {
	own := k.held()
	k.set(Secret{})
	if err := k.with(context.Background(), func() error {
		kept, err := k.store.Load()
		if err == nil && !kept.Empty() && !own.Empty() && kept.Reveal() != own.Reveal() {
			return nil
		}
		return k.store.Clear()
	}); err != nil {
		k.log.Warn("token not cleared in its store", "error", err)
	}
}
