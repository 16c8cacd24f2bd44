package keys

import (
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"strings"

	"sanduq/core"
	"sanduq/storage/fault"
)

// recoveryBytes is the code's strength: 160 random bits need no slow hash.
const recoveryBytes = 20

// codeLetters leaves out letters that people take for digits.
var codeLetters = base32.NewEncoding("0123456789ABCDEFGHJKMNPQRSTVWXYZ").WithPadding(base32.NoPadding)

// NewRecoveryCode makes a code, eight groups of four letters and digits, and
// what wraps a data key for it. Nothing is kept: ReadCode is the way back.
func NewRecoveryCode() (code core.Secret, wrapped func(key []byte) ([]byte, error), err error) {
	raw := make([]byte, recoveryBytes)
	if _, err := rand.Read(raw); err != nil {
		return core.Secret{}, nil, err
	}
	kek, err := recoveryKEK(raw)
	if err != nil {
		return core.Secret{}, nil, err
	}
	letters := codeLetters.EncodeToString(raw)
	var groups []string
	for ; letters != ""; letters = letters[4:] {
		groups = append(groups, letters[:4])
	}
	return core.NewSecret(strings.Join(groups, "-")), func(key []byte) ([]byte, error) { return wrap(kek, key) }, nil
}

// A TypedCode is a recovery code as a person wrote it.
type TypedCode struct{ kek []byte }

// ReadCode reads a code that was typed with or without dashes, in any case, O
// for 0 and I or L for 1. ErrPassphrase when it is none.
func ReadCode(code core.Secret) (TypedCode, error) {
	typed := strings.NewReplacer("-", "", " ", "", "O", "0", "I", "1", "L", "1").Replace(strings.ToUpper(code.Reveal()))
	raw, err := codeLetters.DecodeString(typed)
	if err != nil || len(raw) != recoveryBytes {
		return TypedCode{}, fault.ErrPassphrase.Because(errors.New("not a recovery code"))
	}
	kek, err := recoveryKEK(raw)
	return TypedCode{kek}, err
}

// Open returns the data key that was wrapped for the code. ErrPassphrase when
// it was wrapped for another one.
func (c TypedCode) Open(wrapped []byte) ([]byte, error) {
	key, err := unwrap(c.kek, wrapped)
	if err != nil {
		return nil, fault.ErrPassphrase.Because(err)
	}
	return sizedKey(key)
}

func recoveryKEK(code []byte) ([]byte, error) {
	return hkdf.Key(sha256.New, code, nil, "sanduq recovery code v1", Size)
}
