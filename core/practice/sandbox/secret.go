package sandbox

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"encoding/hex"
	"fmt"
	"log/slog"
	"strings"
)

const redacted = "[redacted]"

// Secret is a key, a token or a one-time code. However it is printed, logged or marshalled it reads "[redacted]";
// only Reveal gives the value away.
type Secret struct{ value string }

// NewSecret wraps a value that must not be printed.
func NewSecret(value string) Secret { return Secret{value} }

// Reveal returns the value itself, for a header or for the phone's screen.
func (s Secret) Reveal() string { return s.value }

// Format implements fmt.Formatter, so that no verb, not even %#v or %x, shows the value.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(redacted)) }

// MarshalText implements encoding.TextMarshaler, which covers JSON values and map keys.
func (s Secret) MarshalText() ([]byte, error) { return []byte(redacted), nil }

// LogValue implements slog.LogValuer.
func (s Secret) LogValue() slog.Value { return slog.StringValue(redacted) }

// crockford has no I, L, O or U: what a person reads aloud from a screen cannot be taken for something else.
var crockford = base32.NewEncoding("0123456789ABCDEFGHJKMNPQRSTVWXYZ").WithPadding(base32.NoPadding)

// randomID returns at least n random bytes as readable capitals and digits.
func randomID(n int) string {
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails since Go 1.24
	return crockford.EncodeToString(b)
}

func randomHex(n int) string {
	b := make([]byte, n)
	_, _ = rand.Read(b)
	return hex.EncodeToString(b)
}

// maskNumber keeps the last four characters of an account number, fewer of a short one.
func maskNumber(number string) string {
	keep := min(4, len(number)/2)
	if keep == 0 {
		return strings.Repeat("•", len(number))
	}
	return "••••" + number[len(number)-keep:]
}

// same compares two secrets in constant time; hashing first hides the length as well.
func same(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}
