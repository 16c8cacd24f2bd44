package core

import (
	"bytes"
	"encoding/json"
)

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
		return nil, undecoded(op, status, err)
	}
	success, there, err := envelope.flag("success")
	if err != nil {
		return nil, undecoded(op, status, err)
	}
	if good && success {
		return envelope["data"], nil
	}
	code, message := envelope.errorCode(), envelope.errorMessage()
	refused := there && !success || !there && !good && code != ""
	if !refused || status >= 300 && status <= 399 || status < 200 {
		return nil, undecoded(op, status, badReply("no usable envelope in http %d", status))
	}
	return nil, &PaymentAPIError{Operation: op, HTTPStatus: status, Code: code, Message: message}
}

// undecoded keeps a bare 401 recognisable: the status alone says that what the
// request was authenticated with was refused.
func undecoded(op Operation, status int, err error) error {
	if status == 401 {
		return &marked{mark: ErrUnauthorized, cause: &marked{mark: unauthorizedReason(op, "", ""), cause: err}}
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
