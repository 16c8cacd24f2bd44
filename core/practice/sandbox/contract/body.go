package contract

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	MaxBody  = 64 << 10
	maxDepth = 8
)

// Fields is the body of a request: the members of one JSON object, each value still as it was written, so that an
// amount never passes through a float.
type Fields map[string]json.RawMessage

// Parse reads exactly one JSON object. What a lenient parser would wave through is refused: duplicate names
// (whose winner differs between parsers), invalid UTF-8, deep nesting, anything after the object.
func Parse(body []byte) (Fields, *Refusal) {
	malformed := func(why string) *Refusal { return Refuse(http.StatusBadRequest, CodeMalformedJSON, why) }
	if !utf8.Valid(body) {
		return nil, malformed("the body is not valid UTF-8")
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	if err := walkJSON(dec, 0); err != nil {
		return nil, malformed(err.Error())
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, malformed("something follows the JSON value")
	}
	var f Fields
	if err := json.Unmarshal(body, &f); err != nil || f == nil {
		return nil, malformed("the body is not a JSON object")
	}
	return f, nil
}

func walkJSON(dec *json.Decoder, depth int) error {
	if depth > maxDepth {
		return errors.New("the body is nested too deeply")
	}
	t, err := dec.Token()
	if err != nil {
		return errors.New("the body is not valid JSON")
	}
	open, isDelim := t.(json.Delim)
	if !isDelim {
		return nil
	}
	seen := map[string]bool{}
	for dec.More() {
		if open == '{' {
			name, err := dec.Token()
			if err != nil {
				return errors.New("the body is not valid JSON")
			}
			if s, _ := name.(string); seen[s] {
				return errors.New("a name stands twice in one object")
			} else {
				seen[s] = true
			}
		}
		if err := walkJSON(dec, depth+1); err != nil {
			return err
		}
	}
	if _, err := dec.Token(); err != nil {
		return errors.New("the body is not valid JSON")
	}
	return nil
}

// Text reads a required string of 1 to limit characters, all of them printable.
func (f Fields) Text(name string, limit int) (string, *Refusal) {
	raw, there := f[name]
	if !there {
		return "", Invalid(name, "is missing")
	}
	var s *string
	if err := json.Unmarshal(raw, &s); err != nil || s == nil {
		return "", Invalid(name, "must be a string")
	}
	if n := utf8.RuneCountInString(*s); n == 0 || n > limit {
		return "", Invalid(name, "has a wrong length")
	}
	if strings.ContainsFunc(*s, func(r rune) bool { return !unicode.IsPrint(r) || r == utf8.RuneError }) {
		return "", Invalid(name, "holds a character that cannot be printed")
	}
	return *s, nil
}

// Remark reads free words that may be absent, null or empty. Direction marks, which Arabic needs, may stand in it.
func (f Fields) Remark(name string, limit int) (string, *Refusal) {
	raw, there := f[name]
	if !there || string(raw) == "null" {
		return "", nil
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		return "", Invalid(name, "must be a string")
	}
	if utf8.RuneCountInString(s) > limit || strings.ContainsFunc(s, unicode.IsControl) {
		return "", Invalid(name, "is too long or holds a control character")
	}
	return s, nil
}

// Boolean reads a required true or false.
func (f Fields) Boolean(name string) (bool, *Refusal) {
	switch string(f[name]) {
	case "true":
		return true, nil
	case "false":
		return false, nil
	case "":
		return false, Invalid(name, "is missing")
	}
	return false, Invalid(name, "must be true or false")
}

// Number returns the literal of a JSON number.
func (f Fields) Number(name string) (string, *Refusal) {
	raw := string(f[name])
	if raw == "" {
		return "", Invalid(name, "is missing")
	}
	if !strings.Contains("-0123456789", raw[:1]) {
		return "", Invalid(name, "must be a number")
	}
	return raw, nil
}

// Only refuses every member that is not named.
func (f Fields) Only(names ...string) *Refusal {
	for name := range f {
		if !slices.Contains(names, name) {
			return Refuse(http.StatusBadRequest, CodeInvalidField, "the body holds a field that is not part of this call")
		}
	}
	return nil
}
