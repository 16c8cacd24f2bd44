// Package update learns whether a newer version of the application is there,
// and only says so: it downloads no program, replaces nothing, and names no
// address to go to. Anyone who looks after the till installs.
//
// What it reads is one small file, an envelope of JSON:
//
//	{"statement": "<base64 of the JSON of a Statement>", "signature": "<base64>"}
//
// The signature is Ed25519 over the bytes of the statement behind a fixed
// prefix. It is checked before the statement is read. The file may lie on any
// https server: who holds the server can keep news back for as long as the last
// statement lasts, and can say nothing false.
package update

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

// The reasons for which news are refused. Each error of this package matches
// one of them, or ErrUnreached.
var (
	ErrAddress   = errors.New("update: the address is not https, or has more than host and path")
	ErrKey       = errors.New("update: the public key is no Ed25519 key")
	ErrUnreached = errors.New("update: the server does not answer")
	ErrAnswer    = errors.New("update: the server has no such file")
	ErrRedirect  = errors.New("update: the server sends elsewhere")
	ErrTooLarge  = errors.New("update: the answer is too large")
	ErrForm      = errors.New("update: the answer has another form")
	ErrSignature = errors.New("update: the signature does not fit")
	ErrExpired   = errors.New("update: the statement has expired")
	ErrEarly     = errors.New("update: the statement is of the future")
	ErrOlder     = errors.New("update: a newer statement was read before")
)

// MaxAnswer is how many bytes an answer may have.
const MaxAnswer = 16 << 10

// early is by how much the clock of a till may be behind.
const early = 24 * time.Hour

// prefix keeps a signature for this purpose from fitting another.
const prefix = "sanduq-update-v1\n"

// Statement says which version is the newest.
type Statement struct {
	Version Version   `json:"version"`
	Issued  time.Time `json:"issued"`
	Expires time.Time `json:"expires"`
}

type envelope struct {
	Statement []byte `json:"statement"`
	Signature []byte `json:"signature"`
}

// Sign returns the file that Read accepts. A statement that Read could never
// accept is refused with ErrForm.
func Sign(key ed25519.PrivateKey, s Statement) ([]byte, error) {
	if len(key) != ed25519.PrivateKeySize {
		return nil, ErrKey
	}
	text, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrForm, err)
	}
	if _, err := parse(text); err != nil {
		return nil, err
	}
	file, err := json.Marshal(envelope{Statement: text, Signature: ed25519.Sign(key, append([]byte(prefix), text...))})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrForm, err)
	}
	return append(file, '\n'), nil
}

// Read returns the statement in a file, if key signed it and it is in force at
// now. The statement must not be issued before newest, the time of issue of the
// newest one that was read so far: nobody can bring back an old one.
func Read(file []byte, key ed25519.PublicKey, now, newest time.Time) (Statement, error) {
	if len(key) != ed25519.PublicKeySize {
		return Statement{}, ErrKey
	}
	if len(file) > MaxAnswer {
		return Statement{}, ErrTooLarge
	}
	var e envelope
	if err := strict(file, &e); err != nil {
		return Statement{}, err
	}
	if !ed25519.Verify(key, append([]byte(prefix), e.Statement...), e.Signature) {
		return Statement{}, ErrSignature
	}
	s, err := parse(e.Statement)
	switch {
	case err != nil:
		return Statement{}, err
	case !now.Before(s.Expires):
		return Statement{}, ErrExpired
	case s.Issued.After(now.Add(early)):
		return Statement{}, ErrEarly
	case s.Issued.Before(newest):
		return Statement{}, ErrOlder
	}
	return s, nil
}

// parse reads the JSON of a statement.
func parse(text []byte) (Statement, error) {
	var s Statement
	if err := strict(text, &s); err != nil {
		return Statement{}, err
	}
	if s.Version == (Version{}) || s.Issued.IsZero() || !s.Expires.After(s.Issued) {
		return Statement{}, fmt.Errorf("%w: version or times are missing", ErrForm)
	}
	return s, nil
}

// strict decodes exactly one document with no field that is not known.
func strict(text []byte, to any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(to); err != nil {
		return fmt.Errorf("%w: %w", ErrForm, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("%w: more than one document", ErrForm)
	}
	return nil
}

// ParseKey reads a public key: 32 bytes in base64.
func ParseKey(text string) (ed25519.PublicKey, error) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimSpace(text))
	if err != nil || len(key) != ed25519.PublicKeySize {
		return nil, ErrKey
	}
	return key, nil
}
