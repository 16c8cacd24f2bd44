// Package secret holds keys, tokens and one-time codes so that they cannot be printed, makes random ones, and masks
// account numbers. It imports nothing of the service.
package secret

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

// Redacted is what stands in the place of a secret.
const Redacted = "[redacted]"

// Value is a key, a token or a one-time code. However it is printed, logged or marshalled it reads "[redacted]";
// only Reveal gives the value away.
type Value struct{ value string }

// New wraps a value that must not be printed.
func New(value string) Value { return Value{value} }

// Reveal returns the value itself, for a header or for the phone's screen.
func (s Value) Reveal() string { return s.value }

// Format implements fmt.Formatter, so that no verb, not even %#v or %x, shows the value.
func (s Value) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(Redacted)) }

// MarshalText implements encoding.TextMarshaler, which covers JSON values and map keys.
func (s Value) MarshalText() ([]byte, error) { return []byte(Redacted), nil }

// LogValue implements slog.LogValuer.
func (s Value) LogValue() slog.Value { return slog.StringValue(Redacted) }

// crockford has no I, L, O or U: what a person reads aloud from a screen cannot be taken for something else.
var crockford = base32.NewEncoding("0123456789ABCDEFGHJKMNPQRSTVWXYZ").WithPadding(base32.NoPadding)

// ID returns at least n random bytes as readable capitals and digits.
func ID(n int) string {
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails since Go 1.24
	return crockford.EncodeToString(b)
}

// Hex returns n random bytes in hexadecimal digits.
func Hex(n int) string {
	b := make([]byte, n)
	_, _ = rand.Read(b)
	return hex.EncodeToString(b)
}

// Mask keeps the last four characters of an account number, fewer of a short one.
func Mask(number string) string {
	keep := min(4, len(number)/2)
	if keep == 0 {
		return strings.Repeat("•", len(number))
	}
	return "••••" + number[len(number)-keep:]
}

// Same compares two secrets in constant time; hashing first hides the length as well.
func Same(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}
