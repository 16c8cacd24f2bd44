package storage

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

const macSize = sha256.Size

// sealer authenticates and seals records with subkeys of the data key, one for
// each purpose.
type sealer struct {
	macs    sync.Pool // of hash.Hash, keyed
	chain   []byte
	secrets cipher.AEAD
	check   []byte       // tells keys apart without telling anything about them
	newest  atomic.Value // the *knownState that was read or written last
}

func newSealer(key []byte) (*sealer, error) {
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
	s := &sealer{chain: subkeys[1], secrets: aead, check: subkeys[3][:16]}
	s.macs.New = func() any { return hmac.New(sha256.New, subkeys[0]) }
	return s, nil
}

// sealsWith reports whether the sealer was made of a key.
func (s *sealer) sealsWith(key []byte) bool {
	other, err := newSealer(key)
	return err == nil && string(other.check) == string(s.check)
}

// name tells keys apart, as check does, in letters.
func (s *sealer) name() string { return hex.EncodeToString(s.check[:8]) }

// mac covers the place of a record as well as its content, each part with its
// length, so that no two different records read the same.
func (s *sealer) mac(bucket string, key []byte, format byte, payload []byte) (out digest) {
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

// link is the hash of a chained row: it covers all rows before it.
func (s *sealer) link(bucket string, key []byte, payload []byte) (out digest) {
	h := hmac.New(sha256.New, s.chain)
	h.Write([]byte(bucket))
	h.Write(key)
	h.Write(payload)
	h.Sum(out[:0])
	return out
}

// seal encrypts a secret; place binds it to where it is kept.
func (s *sealer) seal(place, plain []byte) ([]byte, error) {
	nonce := make([]byte, s.secrets.NonceSize(), s.secrets.NonceSize()+len(plain)+s.secrets.Overhead())
	if _, err := rand.Read(nonce); err != nil {
		return nil, err
	}
	return s.secrets.Seal(nonce, nonce, plain, place), nil
}

func (s *sealer) open(place, sealed []byte) ([]byte, error) {
	n := s.secrets.NonceSize()
	if len(sealed) < n {
		return nil, corrupt("sealed value of %d bytes", len(sealed))
	}
	plain, err := s.secrets.Open(nil, sealed[:n], sealed[n:], place)
	if err != nil {
		return nil, corrupt("sealed value does not open")
	}
	return plain, nil
}
