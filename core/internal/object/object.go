// Package object reads JSON objects from a reply or a webhook, strictly: every member
// by its exact name and at most once. It knows JSON alone, imports nothing of ours,
// and holds no lock.
//
//sanduq:norace it computes, in one goroutine
package object

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"
)

// ErrMalformed matches every error of this package.
var ErrMalformed = errors.New("core: malformed reply")

// Object is a JSON object by exact member names. Go's own struct decoding
// matches names without regard to case and lets the last of two equal names
// win; where "success" decides about money neither will do.
type Object map[string]json.RawMessage

// Malformed returns an error that says what is wrong. It matches ErrMalformed.
func Malformed(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrMalformed}, args...)...)
}

// Decode reads exactly one object; its values are parts of raw. Repeated
// names, anything after the object and anything that is not an object are
// ErrMalformed. Errors hold no content.
func Decode(raw []byte) (Object, error) {
	if !json.Valid(raw) { // from here on raw is known to be one whole JSON value
		return nil, Malformed("broken, truncated or no JSON")
	}
	at := skipSpace(raw, 0)
	if raw[at] != '{' {
		return nil, Malformed("not a JSON object")
	}
	members := make(Object, 8)
	for at = skipSpace(raw, at+1); raw[at] != '}'; {
		end := valueEnd(raw, at)
		name, _ := unquote(raw[at:end])
		if _, twice := members[name]; twice {
			return nil, Malformed("a member is given twice")
		}
		at = skipSpace(raw, skipSpace(raw, end)+1) // over the colon
		end = valueEnd(raw, at)
		members[name] = raw[at:end:end]
		if at = skipSpace(raw, end); raw[at] == ',' {
			at = skipSpace(raw, at+1)
		}
	}
	return members, nil
}

func skipSpace(raw []byte, at int) int {
	for raw[at] == ' ' || raw[at] == '\t' || raw[at] == '\n' || raw[at] == '\r' {
		at++
	}
	return at
}

// valueEnd returns where the value that begins at ends. It stands inside an
// object, so something always follows.
func valueEnd(raw []byte, at int) int {
	for depth := 0; ; at++ {
		switch raw[at] {
		case '"':
			at = stringEnd(raw, at) - 1
		case '{', '[':
			depth++
			continue
		case '}', ']':
			depth--
		default:
			if depth == 0 {
				return at + bytes.IndexAny(raw[at:], ",}] \t\n\r")
			}
			continue
		}
		if depth == 0 {
			return at + 1
		}
	}
}

func stringEnd(raw []byte, at int) int {
	for at++; raw[at] != '"'; at++ {
		if raw[at] == '\\' {
			at++
		}
	}
	return at + 1
}

// unquote reads a JSON value that is a string; false for any other.
func unquote(raw []byte) (string, bool) {
	if raw[0] != '"' {
		return "", false
	}
	if plain := raw[1 : len(raw)-1]; bytes.IndexByte(plain, '\\') < 0 && utf8.Valid(plain) {
		return string(plain), true
	}
	var s string
	err := json.Unmarshal(raw, &s)
	return s, err == nil
}

// Has reports whether a member is there and not null.
func (o Object) Has(name string) bool {
	raw, ok := o[name]
	return ok && string(raw) != "null"
}

// Text returns a string member; blank when it is missing or null.
func (o Object) Text(name string) (string, error) {
	if !o.Has(name) {
		return "", nil
	}
	s, ok := unquote(o[name])
	if !ok {
		return "", Malformed("member %s is not a string", name)
	}
	return s, nil
}

// Need is Text that must be there and not blank.
func (o Object) Need(name string) (string, error) {
	s, err := o.Text(name)
	if err == nil && s == "" {
		err = Malformed("member %s is missing", name)
	}
	return s, err
}

// Scalar is Text that may be spelt as a number; it returns the literal.
func (o Object) Scalar(name string) (string, error) {
	if o.Has(name) {
		switch raw := o[name]; raw[0] {
		case '"':
		case '{', '[', 't', 'f':
			return "", Malformed("member %s is neither string nor number", name)
		default:
			return string(raw), nil
		}
	}
	return o.Text(name)
}

// Flag returns a boolean member and whether it is there.
func (o Object) Flag(name string) (value, there bool, err error) {
	if !o.Has(name) {
		return false, false, nil
	}
	switch string(o[name]) {
	case "true":
		return true, true, nil
	case "false":
		return false, true, nil
	}
	return false, true, Malformed("member %s is not a boolean", name)
}
