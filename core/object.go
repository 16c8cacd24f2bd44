package core

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// object is a JSON object by exact member names. Go's own struct decoding
// matches names without regard to case and lets the last of two equal names
// win; where "success" decides about money neither will do.
type object map[string]json.RawMessage

func badReply(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrBadReply}, args...)...)
}

// decodeObject reads exactly one object; its values are parts of raw. Repeated
// names, anything after the object and anything that is not an object are
// ErrBadReply. Errors hold no content.
func decodeObject(raw []byte) (object, error) {
	if !json.Valid(raw) { // from here on raw is known to be one whole JSON value
		return nil, badReply("broken, truncated or no JSON")
	}
	at := skipSpace(raw, 0)
	if raw[at] != '{' {
		return nil, badReply("not a JSON object")
	}
	members := make(object, 8)
	for at = skipSpace(raw, at+1); raw[at] != '}'; {
		end := valueEnd(raw, at)
		name, _ := unquote(raw[at:end])
		if _, twice := members[name]; twice {
			return nil, badReply("a member is given twice")
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

func (o object) has(name string) bool {
	raw, ok := o[name]
	return ok && string(raw) != "null"
}

// text returns a string member; blank when it is missing or null.
func (o object) text(name string) (string, error) {
	if !o.has(name) {
		return "", nil
	}
	s, ok := unquote(o[name])
	if !ok {
		return "", badReply("member %s is not a string", name)
	}
	return s, nil
}

// need is text that must be there and not blank.
func (o object) need(name string) (string, error) {
	s, err := o.text(name)
	if err == nil && s == "" {
		err = badReply("member %s is missing", name)
	}
	return s, err
}

// scalar is text that may be spelt as a number; it returns the literal.
func (o object) scalar(name string) (string, error) {
	if o.has(name) {
		switch raw := o[name]; raw[0] {
		case '"':
		case '{', '[', 't', 'f':
			return "", badReply("member %s is neither string nor number", name)
		default:
			return string(raw), nil
		}
	}
	return o.text(name)
}

// flag returns a boolean member and whether it is there.
func (o object) flag(name string) (value, there bool, err error) {
	if !o.has(name) {
		return false, false, nil
	}
	switch string(o[name]) {
	case "true":
		return true, true, nil
	case "false":
		return false, true, nil
	}
	return false, true, badReply("member %s is not a boolean", name)
}
