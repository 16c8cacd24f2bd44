package core

import (
	"context"
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

// with runs code that uses the store.
func (k *tokenCache) with(ctx context.Context, f func()) error {
	if _, ours := k.store.(*InMemoryTokenStore); ours {
		f()
		return nil
	}
	return k.callbacks.run(ctx, storeTimeout, f)
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
	if err := k.with(context.Background(), func() { k.store.Save(token) }); err != nil {
		k.log.Warn("token not saved: it is kept in memory", "error", err)
	}
}

func (k *tokenCache) load(ctx context.Context) (Secret, bool) {
	if own := k.held(); !own.Empty() {
		return own, true
	}
	found := make(chan Secret, 1)
	err := k.with(ctx, func() {
		token, ok := k.store.Load()
		if !ok {
			token = Secret{}
		}
		found <- token
	})
	if err != nil {
		return Secret{}, false // not logged: a log handler may be who asks
	}
	token := <-found
	return token, !token.Empty()
}

// clear forgets the token, in the store as well unless another SDK's is there.
func (k *tokenCache) clear() {
	own := k.held()
	k.set(Secret{})
	err := k.with(context.Background(), func() {
		if kept, there := k.store.Load(); !there || own.Empty() || kept.Reveal() == own.Reveal() {
			k.store.Clear()
		}
	})
	if err != nil {
		k.log.Warn("token not cleared in its store", "error", err)
	}
}
