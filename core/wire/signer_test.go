package wire

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"
	"time"
)

// vector is one signature computed by openssl; see testdata/hmac/README.md.
type vector struct {
	Name, Secret, ClientID, Method, Path, Query, Body, Nonce, Signature string
	Unix                                                                int64
}

func TestSignaturesMatchOpenSSL(t *testing.T) {
	content, err := os.ReadFile("testdata/hmac/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []vector
	if err := json.Unmarshal(content, &vectors); err != nil || len(vectors) < 4 {
		t.Fatalf("%d vectors, %v", len(vectors), err)
	}
	for _, v := range vectors {
		s, err := NewHMACSigner(v.ClientID, NewSecret(v.Secret))
		if err != nil {
			t.Fatal(err)
		}
		s.now = func() time.Time { return time.Unix(v.Unix, 999) }
		s.random = func(b []byte) {
			for i := range b {
				b[i] = hexByte(v.Nonce[2*i])<<4 | hexByte(v.Nonce[2*i+1])
			}
		}
		h, err := s.Sign(SignInput{Method: v.Method, Path: v.Path, Query: v.Query, Body: []byte(v.Body)})
		if err != nil || h.Get("X-Service-Signature") != "v1="+v.Signature || h.Get("X-Service-Nonce") != v.Nonce ||
			h.Get("X-Service-Client-Id") != v.ClientID || len(h) != 4 {
			t.Errorf("%s: %v, %v", v.Name, h, err)
		}
	}
}

func hexByte(c byte) byte { return byte(strings.IndexByte("0123456789abcdef", c)) }

func TestASignerNeedsIDAndSecret(t *testing.T) {
	_, err := NewHMACSigner(" ", NewSecret("x"))
	if !errors.Is(err, ErrInvalidRequest) {
		t.Errorf("%v", err)
	}
	_, err = NewHMACSigner("x", Secret{})
	if !errors.Is(err, ErrInvalidRequest) {
		t.Errorf("%v", err)
	}
}
