package core

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"sanduq/core/wire"
)

// body is a request body under construction. Secrets are revealed into it one
// by one, by name, so that a search for Reveal finds every place.
type body struct {
	text  []byte
	names []string
}

// string adds a string member.
func (b *body) string(name, value string) *body {
	b.openField(name)
	b.text = appendString(b.text, value)
	return b
}

// literal adds a member whose value is JSON already.
func (b *body) literal(name, value string) *body {
	b.openField(name)
	b.text = append(b.text, value...)
	return b
}

func (b *body) openField(name string) {
	if b.names == nil {
		b.text, b.names = append(make([]byte, 0, 256), '{'), make([]string, 0, 8)
	} else {
		b.text = append(b.text, ',')
	}
	b.names = append(b.names, name)
	b.text = append(appendString(b.text, name), ':')
}

// appendString writes a string as encoding/json does, which is asked for
// whatever is not plain.
func appendString(to []byte, value string) []byte {
	for i := range len(value) {
		switch c := value[i]; {
		case c < ' ' || c > '~', c == '"', c == '\\', c == '<', c == '>', c == '&':
			quoted, _ := json.Marshal(value) // a string never fails
			return append(to, quoted...)
		}
	}
	return append(append(append(to, '"'), value...), '"')
}

// encode closes the body with the profile's extra fields. The result is what
// is signed and sent, byte for byte.
func (p codec) encode(op Operation, b *body) ([]byte, error) {
	extra := p.ExtraFields[op]
	if len(extra) == 0 {
		return append(b.text, '}'), nil
	}
	for _, name := range slices.Sorted(maps.Keys(extra)) {
		if slices.Contains(b.names, name) {
			return nil, fmt.Errorf("%w: extra field %q of %s is the SDK's own", wire.ErrProfile, name, op)
		}
		b.literal(name, string(extra[name]))
	}
	return append(b.text, '}'), nil
}
