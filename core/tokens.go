package core

import "sync"

// TokenStore keeps the bearer token of one session. Implementations are safe
// for concurrent use.
type TokenStore interface {
	Save(Secret)
	Load() (Secret, bool) // false when there is none
	Clear()
}

// InMemoryTokenStore is a TokenStore for one process's lifetime. Its zero
// value is ready for use.
type InMemoryTokenStore struct {
	mu    sync.Mutex
	token Secret
}

// Save implements TokenStore.
func (s *InMemoryTokenStore) Save(token Secret) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.token = token
}

// Load implements TokenStore.
func (s *InMemoryTokenStore) Load() (Secret, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.token, !s.token.Empty()
}

// Clear implements TokenStore.
func (s *InMemoryTokenStore) Clear() { s.Save(Secret{}) }
