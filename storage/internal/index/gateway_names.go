package index

import (
	"crypto/sha256"
	"encoding/base64"

	"sanduq/core/journal"
)

// GatewayNameSize is how much of the hash of a gateway's name stands in the index. Two
// names that share it are told apart by their records.
const GatewayNameSize = 12

// GatewayNameKinds are the kinds of entries for the names that the gateway gives, by
// their journal.NameKind.
var GatewayNameKinds = [...]byte{journal.NamePayment: 'P', journal.NameTransaction: 'T', journal.NameQR: 'Q'}

// GatewayNameHash is what of a name stands in the index.
func GatewayNameHash(name string) (short [GatewayNameSize]byte) {
	sum := sha256.Sum256([]byte(name))
	copy(short[:], sum[:])
	return short
}

// GatewayNamePrefix is the prefix of the term of a gateway's name: a payment's, a
// transaction's or a QR's. All are of one length, however long the name is.
func GatewayNamePrefix(kind journal.NameKind, hash [GatewayNameSize]byte) []byte {
	return IndexPrefix(GatewayNameKinds[kind], base64.RawURLEncoding.EncodeToString(hash[:]))
}
