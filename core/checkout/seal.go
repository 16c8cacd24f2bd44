package checkout

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

// KeySize is the length of Config.Key in bytes.
const KeySize = 32

// errDamaged: a stored payment was changed, belongs to another reference or was
// sealed with another key.
var errDamaged = errors.New("checkout: the stored payment cannot be opened with this key")

// vault seals records and makes what nobody else can guess. Each use has a key
// of its own, derived from the one that it was given. What older keys made is
// read and taken as well.
type vault struct {
	sealing, refs, forms, accounts []byte
	older                          []vault
}

func newVault(key []byte, older ...[]byte) (vault, error) {
	if len(key) != KeySize {
		return vault{}, fmt.Errorf("checkout: the key has %d bytes, not %d", len(key), KeySize)
	}
	v := vault{sealing: derive(key, "seal"), refs: derive(key, "reference"), forms: derive(key, "form"), accounts: derive(key, "account")}
	for _, old := range older {
		before, err := newVault(old)
		if err != nil {
			return vault{}, err
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

// reference is what stands for a payment in addresses: the same one each time,
// and nobody without the key can guess it.
func (v vault) reference(paymentID string) string {
	mac := hmac.New(sha256.New, v.refs)
	mac.Write([]byte(paymentID))
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

// references are those that a payment may have, by each key.
func (v vault) references(paymentID string) []string {
	refs := []string{v.reference(paymentID)}
	for _, before := range v.older {
		refs = append(refs, before.reference(paymentID))
	}
	return refs
}

func (v vault) seal(ref string, r any) ([]byte, error) {
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

// open reads what was sealed for a reference into a pointer.
func (v vault) open(ref string, sealed []byte, into any) error {
	aead, err := chacha20poly1305.NewX(v.sealing)
	if err != nil {
		return err
	}
	if len(sealed) < aead.NonceSize() {
		return errDamaged
	}
	plain, err := aead.Open(nil, sealed[:aead.NonceSize()], sealed[aead.NonceSize():], []byte(ref))
	if err == nil {
		if json.Unmarshal(plain, into) != nil {
			return errDamaged
		}
		return nil
	}
	for _, before := range v.older {
		if before.open(ref, sealed, into) == nil {
			return nil
		}
	}
	return errDamaged
}

// formToken binds a form to a browser, a payment and a turn.
func (v vault) formToken(browser, ref string, turn uint64) string {
	mac := hmac.New(sha256.New, v.forms)
	fmt.Fprintf(mac, "%s\x00%s\x00%d", browser, ref, turn)
	return fmt.Sprintf("%d.%s", turn, hex.EncodeToString(mac.Sum(nil)[:16]))
}

// redeem returns the turn of a form that this browser was given; false for any
// other text.
func (v vault) redeem(browser, ref, token string) (turn uint64, ok bool) {
	if _, err := fmt.Sscanf(token, "%d.", &turn); err != nil {
		return 0, false
	}
	ok = browser != "" && hmac.Equal([]byte(token), []byte(v.formToken(browser, ref, turn)))
	for _, before := range v.older {
		ok = ok || browser != "" && hmac.Equal([]byte(token), []byte(before.formToken(browser, ref, turn)))
	}
	return turn, ok
}
