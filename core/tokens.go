package core

import "sync"

// TokenStore keeps the bearer token of one session. Implementations are safe
// for concurrent use. After an error of Load nothing is sent that needs the token:
// ErrNotSent, and the error itself. An error of Save or Clear is logged. The SDK keeps
// its own copy, and asks only while it has none: a store that two SDKs share takes
// neither's token away.
type TokenStore interface {
	Save(Secret) error
	Load() (Secret, error) // the zero Secret when there is none
	Clear() error
}

// InMemoryTokenStore is a TokenStore for one process's lifetime. Its zero
// value is ready for use.
type InMemoryTokenStore struct {
	mu    sync.Mutex
	token Secret
}

// Save implements TokenStore.
func (s *InMemoryTokenStore) Save(token Secret) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.token = token
	return nil
}

// Load implements TokenStore.
func (s *InMemoryTokenStore) Load() (Secret, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.token, nil
}

// Clear implements TokenStore.
func (s *InMemoryTokenStore) Clear() error { return s.Save(Secret{}) }
