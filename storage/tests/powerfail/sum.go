package powerfail

import "crypto/sha256"

func sumOf(content []byte) []byte {
	sum := sha256.Sum256(content)
	return sum[:]
}
