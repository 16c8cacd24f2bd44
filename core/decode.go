package core

import (
	"bytes"
	"encoding/json"

	"sanduq/core/internal/object"
)

// decodeReply opens the envelope: it returns data for a success, a
// *PaymentAPIError for a refusal that was put into words, and ErrBadReply for
// everything else. A bare array counts as data, for the institution list.
func decodeReply(op Operation, status int, body []byte) (json.RawMessage, error) {
	good := status >= 200 && status <= 299
	if trimmed := bytes.TrimSpace(body); good && op == OpInstitutions && bytes.HasPrefix(trimmed, []byte("[")) {
		return trimmed, nil
	}
	envelope, err := object.Decode(body)
	if err != nil {
		return nil, undecoded(op, status, err)
	}
	success, there, err := envelope.Flag("success")
	if err != nil {
		return nil, undecoded(op, status, err)
	}
	if good && success {
		return envelope["data"], nil
	}
	code, message := errorCode(envelope), errorMessage(envelope)
	refused := there && !success || !there && !good && code != ""
	if !refused || status >= 300 && status <= 399 || status < 200 {
		return nil, undecoded(op, status, object.Malformed("no usable envelope in http %d", status))
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
func errorCode(o object.Object) string {
	for _, name := range []string{"code", "errorCode"} {
		if code, err := o.Scalar(name); err == nil && code != "" {
			return code
		}
	}
	if inner, err := object.Decode(o["error"]); err == nil {
		code, _ := inner.Scalar("code")
		return code
	}
	return ""
}

func errorMessage(o object.Object) string {
	if message, _ := o.Text("message"); message != "" {
		return message
	}
	if inner, err := object.Decode(o["error"]); err == nil {
		message, _ := inner.Text("message")
		return message
	}
	return ""
}
