package core

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"sync"
	"time"
)

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

// TokenExpiry reads the moment at which a JWT says it ends. Nothing is
// verified, since only the gateway can: the moment is a hint for people and
// decides nothing. It returns false for anything but a JWT with a plausible
// exp.
func TokenExpiry(token Secret) (time.Time, bool) {
	parts := strings.Split(token.Reveal(), ".")
	if len(parts) != 3 {
		return time.Time{}, false
	}
	body, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		return time.Time{}, false
	}
	var claims struct {
		Exp json.Number `json:"exp"`
	}
	if json.Unmarshal(body, &claims) != nil {
		return time.Time{}, false
	}
	whole, _, _ := strings.Cut(claims.Exp.String(), ".")
	seconds, err := json.Number(whole).Int64()
	const year9999 = 253402300799
	if err != nil || seconds <= 0 || seconds > year9999 {
		return time.Time{}, false
	}
	return time.Unix(seconds, 0).UTC(), true
}
