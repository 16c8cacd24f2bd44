package index

import (
	"crypto/sha256"
	"encoding/base64"

	"sanduq/core/journal"
)

// gatewayNameSize is how much of the hash of a gateway's name stands in the index, and
// GatewayNameLength its letters. Two names that share it are told apart by their records.
const (
	gatewayNameSize   = 12
	GatewayNameLength = gatewayNameSize / 3 * 4
)

// GatewayNameKinds are the kinds of entries for the names that the gateway gives, by
// their journal.NameKind.
var GatewayNameKinds = [...]byte{journal.NamePayment: 'P', journal.NameTransaction: 'T', journal.NameQR: 'Q'}

// GatewayName is what of a name stands in the index.
func GatewayName(name string) (short [GatewayNameLength]byte) {
	sum := sha256.Sum256([]byte(name))
	base64.RawURLEncoding.Encode(short[:], sum[:gatewayNameSize])
	return short
}

// GatewayNamePrefix is the prefix of the term of a gateway's name: a payment's, a
// transaction's or a QR's. All are of one length, however long the name is.
func GatewayNamePrefix(kind journal.NameKind, short [GatewayNameLength]byte) []byte {
	return IndexPrefix(GatewayNameKinds[kind], string(short[:]))
}
