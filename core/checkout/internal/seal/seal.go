// Package seal seals what the payment page stores, and makes what nobody else can guess:
// references, and tokens of forms. It knows no payment and holds no lock.
package seal

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"golang.org/x/crypto/chacha20poly1305"
)

// KeySize is the length of a key in bytes.
const KeySize = 32

// ErrDamaged tells that what was stored was changed, belongs to another reference or
// was sealed with another key.
var ErrDamaged = errors.New("checkout: the stored payment cannot be opened with this key")

// Vault seals records and makes what nobody else can guess. Each use has a key
// of its own, derived from the one that it was given. What older keys made is
// read and taken as well. It is safe for concurrent use.
type Vault struct {
	sealing, refs, forms, accounts []byte
	older                          []Vault
}

// New is the vault of a key of KeySize bytes, which also opens what older ones sealed.
func New(key []byte, older ...[]byte) (Vault, error) {
	if len(key) != KeySize {
		return Vault{}, fmt.Errorf("checkout: the key has %d bytes, not %d", len(key), KeySize)
	}
	v := Vault{sealing: derive(key, "seal"), refs: derive(key, "reference"), forms: derive(key, "form"), accounts: derive(key, "account")}
	for _, old := range older {
		before, err := New(old)
		if err != nil {
			return Vault{}, err
		}
		v.older = append(v.older, before)
	}
	return v, nil
}

func derive(key []byte, use string) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("sanduq checkout " + use))
	return mac.Sum(nil)
}

// Rotated reports whether there are older keys.
func (v Vault) Rotated() bool { return len(v.older) > 0 }

// Accounts is the key by which accounts are hashed.
func (v Vault) Accounts() []byte { return v.accounts }

// Reference is what stands for a payment in addresses: the same one each time,
// and nobody without the key can guess it.
func (v Vault) Reference(paymentID string) string {
	mac := hmac.New(sha256.New, v.refs)
	mac.Write([]byte(paymentID))
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

// References are those that a payment may have, by each key.
func (v Vault) References(paymentID string) []string {
	refs := []string{v.Reference(paymentID)}
	for _, before := range v.older {
		refs = append(refs, before.Reference(paymentID))
	}
	return refs
}

// Seal encrypts a record, as JSON, for a reference.
func (v Vault) Seal(ref string, r any) ([]byte, error) {
	plain, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("checkout: put a payment down: %w", err)
	}
	aead, err := chacha20poly1305.NewX(v.sealing)
	if err != nil {
		return nil, err
	}
	nonce := make([]byte, aead.NonceSize(), aead.NonceSize()+len(plain)+aead.Overhead())
	_, _ = rand.Read(nonce) // never fails
	return aead.Seal(nonce, nonce, plain, []byte(ref)), nil
}

// Open reads what was sealed for a reference into a pointer, or returns ErrDamaged.
func (v Vault) Open(ref string, sealed []byte, into any) error {
	aead, err := chacha20poly1305.NewX(v.sealing)
	if err != nil {
		return err
	}
	if len(sealed) < aead.NonceSize() {
		return ErrDamaged
	}
	plain, err := aead.Open(nil, sealed[:aead.NonceSize()], sealed[aead.NonceSize():], []byte(ref))
	if err == nil {
		if json.Unmarshal(plain, into) != nil {
			return ErrDamaged
		}
		return nil
	}
	for _, before := range v.older {
		if before.Open(ref, sealed, into) == nil {
			return nil
		}
	}
	return ErrDamaged
}

// FormToken binds a form to a browser, a payment and a turn.
func (v Vault) FormToken(browser, ref string, turn uint64) string {
	mac := hmac.New(sha256.New, v.forms)
	fmt.Fprintf(mac, "%s\x00%s\x00%d", browser, ref, turn)
	return fmt.Sprintf("%d.%s", turn, hex.EncodeToString(mac.Sum(nil)[:16]))
}

// Redeem returns the turn of a form that this browser was given; false for any
// other text.
func (v Vault) Redeem(browser, ref, token string) (turn uint64, ok bool) {
	if _, err := fmt.Sscanf(token, "%d.", &turn); err != nil {
		return 0, false
	}
	ok = browser != "" && hmac.Equal([]byte(token), []byte(v.FormToken(browser, ref, turn)))
	for _, before := range v.older {
		ok = ok || browser != "" && hmac.Equal([]byte(token), []byte(before.FormToken(browser, ref, turn)))
	}
	return turn, ok
}
