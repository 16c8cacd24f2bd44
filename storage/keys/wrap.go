package keys

import (
	"crypto/rand"
	"errors"

	"golang.org/x/crypto/chacha20poly1305"
)

// What is sealed says what it is: nothing is opened in the place of another.
const (
	wrapPlace       = "sanduq wrapped data key v1"
	credentialPlace = "sanduq wrapped credentials v1"
	officePlace     = "sanduq wrapped office key v1"
	mailPlace       = "sanduq wrapped mail key v1"
)

// wrap seals a data key under another key.
func wrap(kek, key []byte) ([]byte, error) { return sealAs(wrapPlace, kek, key) }

func unwrap(kek, sealed []byte) ([]byte, error) { return openAs(wrapPlace, kek, sealed) }

func sealAs(place string, kek, plain []byte) ([]byte, error) {
	aead, err := chacha20poly1305.NewX(kek)
	if err != nil {
		return nil, err
	}
	nonce := make([]byte, aead.NonceSize())
	if _, err := rand.Read(nonce); err != nil {
		return nil, err
	}
	return aead.Seal(nonce, nonce, plain, []byte(place)), nil
}

func openAs(place string, kek, sealed []byte) ([]byte, error) {
	aead, err := chacha20poly1305.NewX(kek)
	if err != nil {
		return nil, err
	}
	if len(sealed) < aead.NonceSize() {
		return nil, errors.New("the wrapped key is too short")
	}
	return aead.Open(nil, sealed[:aead.NonceSize()], sealed[aead.NonceSize():], []byte(place))
}
