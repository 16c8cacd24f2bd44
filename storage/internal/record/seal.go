package record

import (
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"sync"
	"sync/atomic"

	"golang.org/x/crypto/chacha20poly1305"

	"sanduq/storage/keys"
)

const MacSize = sha256.Size

// Sealer authenticates and seals records with subkeys of the data key, one for
// each purpose.
type Sealer struct {
	macs    sync.Pool // of hash.Hash, keyed
	chain   []byte
	secrets cipher.AEAD
	Check   []byte       // tells keys apart without telling anything about them
	Newest  atomic.Value // the *KnownState that was read or written last
}

func NewSealer(key []byte) (*Sealer, error) {
	var subkeys [4][]byte
	for i, purpose := range []string{"sanduq record v1", "sanduq chain v1", "sanduq secret v1", "sanduq key check v1"} {
		subkey, err := hkdf.Key(sha256.New, key, nil, purpose, keys.Size)
		if err != nil {
			return nil, err
		}
		subkeys[i] = subkey
	}
	aead, err := chacha20poly1305.NewX(subkeys[2])
	if err != nil {
		return nil, err
	}
	s := &Sealer{chain: subkeys[1], secrets: aead, Check: subkeys[3][:16]}
	s.macs.New = func() any { return hmac.New(sha256.New, subkeys[0]) }
	return s, nil
}

// SealsWith reports whether the sealer was made of a key.
func (s *Sealer) SealsWith(key []byte) bool {
	other, err := NewSealer(key)
	return err == nil && string(other.Check) == string(s.Check)
}

// Name tells keys apart, as check does, in letters.
func (s *Sealer) Name() string { return hex.EncodeToString(s.Check[:8]) }

// Mac covers the place of a record as well as its content, each part with its
// length, so that no two different records read the same.
func (s *Sealer) Mac(bucket string, key []byte, format byte, payload []byte) (out Digest) {
	h := s.macs.Get().(hash.Hash)
	defer s.macs.Put(h)
	h.Reset()
	var room [128]byte // for all that comes before the payload: one call instead of five
	frame := append(room[:0], format)
	frame = binary.BigEndian.AppendUint64(frame, uint64(len(bucket)))
	frame = append(frame, bucket...)
	frame = binary.BigEndian.AppendUint64(append(frame, format), uint64(len(key)))
	frame = append(frame, key...)
	frame = binary.BigEndian.AppendUint64(append(frame, format), uint64(len(payload)))
	h.Write(frame)
	h.Write(payload)
	h.Sum(out[:0])
	return out
}

// Link is the hash of a chained row: it covers all rows before it.
func (s *Sealer) Link(bucket string, key []byte, payload []byte) (out Digest) {
	h := hmac.New(sha256.New, s.chain)
	h.Write([]byte(bucket))
	h.Write(key)
	h.Write(payload)
	h.Sum(out[:0])
	return out
}

// Seal encrypts a secret; place binds it to where it is kept.
func (s *Sealer) Seal(place, plain []byte) ([]byte, error) {
	nonce := make([]byte, s.secrets.NonceSize(), s.secrets.NonceSize()+len(plain)+s.secrets.Overhead())
	if _, err := rand.Read(nonce); err != nil {
		return nil, err
	}
	return s.secrets.Seal(nonce, nonce, plain, place), nil
}

func (s *Sealer) Open(place, sealed []byte) ([]byte, error) {
	n := s.secrets.NonceSize()
	if len(sealed) < n {
		return nil, Corrupt("sealed value of %d bytes", len(sealed))
	}
	plain, err := s.secrets.Open(nil, sealed[:n], sealed[n:], place)
	if err != nil {
		return nil, Corrupt("sealed value does not open")
	}
	return plain, nil
}
