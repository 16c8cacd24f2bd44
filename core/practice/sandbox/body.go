package sandbox

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
	maxBody  = 64 << 10
	maxDepth = 8
)

// fields is the body of a request: the members of one JSON object, each value still as it was written, so that an
// amount never passes through a float.
type fields map[string]json.RawMessage

// parseBody reads exactly one JSON object. What a lenient parser would wave through is refused: duplicate names
// (whose winner differs between parsers), invalid UTF-8, deep nesting, anything after the object.
func parseBody(body []byte) (fields, *apiError) {
	malformed := func(why string) *apiError { return refuse(http.StatusBadRequest, codeMalformedJSON, why) }
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
	var f fields
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

// text reads a required string of 1 to limit characters, all of them printable.
func (f fields) text(name string, limit int) (string, *apiError) {
	raw, there := f[name]
	if !there {
		return "", invalid(name, "is missing")
	}
	var s *string
	if err := json.Unmarshal(raw, &s); err != nil || s == nil {
		return "", invalid(name, "must be a string")
	}
	if n := utf8.RuneCountInString(*s); n == 0 || n > limit {
		return "", invalid(name, "has a wrong length")
	}
	if strings.ContainsFunc(*s, func(r rune) bool { return !unicode.IsPrint(r) || r == utf8.RuneError }) {
		return "", invalid(name, "holds a character that cannot be printed")
	}
	return *s, nil
}

// remark reads free words that may be absent, null or empty. Direction marks, which Arabic needs, may stand in it.
func (f fields) remark(name string, limit int) (string, *apiError) {
	raw, there := f[name]
	if !there || string(raw) == "null" {
		return "", nil
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		return "", invalid(name, "must be a string")
	}
	if utf8.RuneCountInString(s) > limit || strings.ContainsFunc(s, unicode.IsControl) {
		return "", invalid(name, "is too long or holds a control character")
	}
	return s, nil
}

func (f fields) boolean(name string) (bool, *apiError) {
	switch string(f[name]) {
	case "true":
		return true, nil
	case "false":
		return false, nil
	case "":
		return false, invalid(name, "is missing")
	}
	return false, invalid(name, "must be true or false")
}

// number returns the literal of a JSON number.
func (f fields) number(name string) (string, *apiError) {
	raw := string(f[name])
	if raw == "" {
		return "", invalid(name, "is missing")
	}
	if !strings.Contains("-0123456789", raw[:1]) {
		return "", invalid(name, "must be a number")
	}
	return raw, nil
}

// only refuses every member that is not named.
func (f fields) only(names ...string) *apiError {
	for name := range f {
		if !slices.Contains(names, name) {
			return refuse(http.StatusBadRequest, codeInvalidField, "the body holds a field that is not part of this call")
		}
	}
	return nil
}
