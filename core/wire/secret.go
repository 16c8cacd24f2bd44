package wire

import (
	"fmt"
	"log/slog"
)

const redacted = "[redacted]"

// Secret holds a value that must reach no log, error, event, picture or JSON
// document: an API key, a bearer token, a one-time code, a whole account
// number. Every way of printing or marshalling it yields "[redacted]"; only
// Reveal gives the value away, and only wire code and the store's sealing call
// it. The zero Secret is empty. A Secret is a value and safe for concurrent
// use; compare revealed values, not Secrets.
//
// The value sits behind a pointer because fmt cannot call the methods of a
// Secret in an unexported field of another struct: there it prints an address.
type Secret struct{ value *string }

// NewSecret wraps a value.
func NewSecret(value string) Secret { return Secret{&value} }

// Reveal returns the wrapped value.
func (s Secret) Reveal() string {
	if s.value == nil {
		return ""
	}
	return *s.value
}

// Empty reports whether nothing is wrapped.
func (s Secret) Empty() bool { return s.Reveal() == "" }

// String implements fmt.Stringer.
func (s Secret) String() string { return redacted }

// GoString implements fmt.GoStringer.
func (s Secret) GoString() string { return redacted }

// Format implements fmt.Formatter, so that no verb prints the value.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(redacted)) }

// MarshalText implements encoding.TextMarshaler.
func (s Secret) MarshalText() ([]byte, error) { return []byte(redacted), nil }

// LogValue implements slog.LogValuer.
func (s Secret) LogValue() slog.Value { return slog.StringValue(redacted) }
