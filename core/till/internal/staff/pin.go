package staff

import (
	"crypto/rand"
	"crypto/subtle"

	"golang.org/x/crypto/argon2"
)

// pinHash is what is kept of a PIN. So few digits are soon tried out by anyone who
// can read this, which is why the store seals it as well.
type pinHash struct {
	Salt   []byte `json:"salt"`
	Time   uint32 `json:"time"`
	Memory uint32 `json:"memory"` // KiB
	Sum    []byte `json:"sum"`
}

const pinSum = 32

// PINTime and PINMemory are the cost of a new hash, in passes and KiB: what OWASP names as the least for
// argon2id. A hash carries its own, so that it may rise.
var PINTime, PINMemory uint32 = 2, 19 << 10

func hashPIN(digits string) pinHash {
	h := pinHash{Salt: make([]byte, 16), Time: PINTime, Memory: PINMemory}
	_, _ = rand.Read(h.Salt) // never fails: the program ends instead
	h.Sum = h.sum(digits)
	return h
}

func (h pinHash) sum(digits string) []byte {
	return argon2.IDKey([]byte(digits), h.Salt, max(1, h.Time), h.Memory, 1, pinSum)
}

func (h pinHash) fits(digits string) bool {
	return len(h.Sum) == pinSum && subtle.ConstantTimeCompare(h.sum(digits), h.Sum) == 1
}
