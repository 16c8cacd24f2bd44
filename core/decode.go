package core

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// object is a JSON object by exact member names. Go's own struct decoding
// matches names without regard to case and lets the last of two equal names
// win; where "success" decides about money neither will do.
type object map[string]json.RawMessage

func badReply(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrBadReply}, args...)...)
}

// decodeObject reads exactly one object. Repeated names, anything after it and
// anything that is not an object are ErrBadReply. Errors hold no content.
func decodeObject(raw []byte) (object, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	if start, err := dec.Token(); err != nil || start != json.Delim('{') {
		return nil, badReply("not a JSON object")
	}
	members := make(object)
	for dec.More() {
		token, err := dec.Token()
		name, ok := token.(string)
		if err != nil || !ok {
			return nil, badReply("broken JSON object")
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil, badReply("broken JSON object")
		}
		if _, twice := members[name]; twice {
			return nil, badReply("a member is given twice")
		}
		members[name] = value
	}
	if _, err := dec.Token(); err != nil {
		return nil, badReply("truncated JSON object")
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, badReply("text after the JSON object")
	}
	return members, nil
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
	var s string
	if json.Unmarshal(o[name], &s) != nil {
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
		var n json.Number
		if raw := o[name]; raw[0] != '"' {
			if json.Unmarshal(raw, &n) != nil {
				return "", badReply("member %s is neither string nor number", name)
			}
			return n.String(), nil
		}
	}
	return o.text(name)
}

// flag returns a boolean member and whether it is there.
func (o object) flag(name string) (value, there bool, err error) {
	if !o.has(name) {
		return false, false, nil
	}
	if json.Unmarshal(o[name], &value) != nil {
		return false, true, badReply("member %s is not a boolean", name)
	}
	return value, true, nil
}

// decodeReply opens the envelope: it returns data for a success, a
// *PaymentAPIError for a refusal that was put into words, and ErrBadReply for
// everything else. A bare array counts as data, for the institution list.
func decodeReply(op Operation, status int, body []byte) (json.RawMessage, error) {
	good := status >= 200 && status <= 299
	if trimmed := bytes.TrimSpace(body); good && op == OpInstitutions && bytes.HasPrefix(trimmed, []byte("[")) {
		return trimmed, nil
	}
	envelope, err := decodeObject(body)
	if err != nil {
		return nil, undecoded(status, err)
	}
	success, there, err := envelope.flag("success")
	if err != nil {
		return nil, undecoded(status, err)
	}
	if good && success {
		return envelope["data"], nil
	}
	code, message := envelope.errorCode(), envelope.errorMessage()
	refused := there && !success || !there && !good && code != ""
	if !refused || status >= 300 && status <= 399 || status < 200 {
		return nil, undecoded(status, badReply("no usable envelope in http %d", status))
	}
	return nil, &PaymentAPIError{Operation: op, HTTPStatus: status, Code: code, Message: message}
}

// undecoded keeps a bare 401 recognisable: the status alone says that the
// token was refused.
func undecoded(status int, err error) error {
	if status == 401 {
		return &marked{mark: ErrTokenExpired, cause: err}
	}
	return err
}

// errorCode finds the code under any of the names in use: code, errorCode,
// error.code.
func (o object) errorCode() string {
	for _, name := range []string{"code", "errorCode"} {
		if code, err := o.scalar(name); err == nil && code != "" {
			return code
		}
	}
	if inner, err := decodeObject(o["error"]); err == nil {
		code, _ := inner.scalar("code")
		return code
	}
	return ""
}

func (o object) errorMessage() string {
	if message, _ := o.text("message"); message != "" {
		return message
	}
	if inner, err := decodeObject(o["error"]); err == nil {
		message, _ := inner.text("message")
		return message
	}
	return ""
}
