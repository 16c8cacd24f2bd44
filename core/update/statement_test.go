package update

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

var (
	public, private, _ = ed25519.GenerateKey(bytes.NewReader(bytes.Repeat([]byte{7}, 64)))
	noon               = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
)

func version(t testing.TB, text string) Version {
	t.Helper()
	v, err := ParseVersion(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// signed is the file of a good statement, changed.
func signed(t testing.TB, change ...func(*Statement)) []byte {
	t.Helper()
	s := Statement{Version: version(t, "1.2.0"), Issued: noon.Add(-time.Hour), Expires: noon.AddDate(0, 0, 30)}
	for _, f := range change {
		f(&s)
	}
	file, err := Sign(private, s)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// sealed is a file around any statement's text, properly signed.
func sealed(t testing.TB, text string) []byte {
	t.Helper()
	file, err := json.Marshal(envelope{Statement: []byte(text), Signature: ed25519.Sign(private, []byte(prefix+text))})
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func TestReadAcceptsWhatWasSigned(t *testing.T) {
	s, err := Read(signed(t), public, noon, noon.Add(-time.Hour))
	if err != nil || s.Version.String() != "1.2.0" || !s.Issued.Equal(noon.Add(-time.Hour)) {
		t.Errorf("read %+v, %v", s, err)
	}
}

func TestReadRefuses(t *testing.T) {
	_, otherPrivate, _ := ed25519.GenerateKey(bytes.NewReader(bytes.Repeat([]byte{9}, 64)))
	good := signed(t)
	var whole envelope
	if err := json.Unmarshal(good, &whole); err != nil {
		t.Fatal(err)
	}
	with := func(change func(*envelope)) []byte {
		e := envelope{Statement: bytes.Clone(whole.Statement), Signature: bytes.Clone(whole.Signature)}
		change(&e)
		file, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		return file
	}
	const times = `"issued":"2026-11-21T11:00:00Z","expires":"2026-12-21T12:00:00Z"`
	for name, c := range map[string]struct {
		file   []byte
		newest time.Time
		want   error
	}{
		"nothing":                         {file: nil, want: ErrForm},
		"a page":                          {file: []byte("<html>not found</html>"), want: ErrForm},
		"the statement alone":             {file: whole.Statement, want: ErrForm},
		"no signature":                    {file: with(func(e *envelope) { e.Signature = nil }), want: ErrSignature},
		"a version that was typed":        {file: with(func(e *envelope) { e.Statement = bytes.Replace(e.Statement, []byte("1.2.0"), []byte("9.2.0"), 1) }), want: ErrSignature},
		"a signature of another":          {file: with(func(e *envelope) { e.Signature = ed25519.Sign(otherPrivate, append([]byte(prefix), e.Statement...)) }), want: ErrSignature},
		"a signature for another purpose": {file: with(func(e *envelope) { e.Signature = ed25519.Sign(private, e.Statement) }), want: ErrSignature},
		"two documents":                   {file: append(bytes.Clone(good), good...), want: ErrForm},
		"a field more":                    {file: bytes.Replace(good, []byte(`{"`), []byte(`{"page":"x","`), 1), want: ErrForm},
		"too large":                       {file: append(bytes.Clone(good), bytes.Repeat([]byte(" "), MaxAnswer)...), want: ErrTooLarge},
		"expired":                         {file: signed(t, func(s *Statement) { s.Expires = noon }), want: ErrExpired},
		"of the future":                   {file: signed(t, func(s *Statement) { s.Issued = noon.Add(early + time.Second) }), want: ErrEarly},
		"older than the newest":           {file: good, newest: noon.Add(-time.Hour + time.Second), want: ErrOlder},
		"signed, a field more":            {file: sealed(t, `{"version":"1.2.0","url":"x",`+times+`}`), want: ErrForm},
		"signed, no version":              {file: sealed(t, `{`+times+`}`), want: ErrForm},
		"signed, words":                   {file: sealed(t, `{"version":"1.2.0 from evil.invalid",`+times+`}`), want: ErrForm},
		"signed, no times":                {file: sealed(t, `{"version":"1.2.0"}`), want: ErrForm},
	} {
		if s, err := Read(c.file, public, noon, c.newest); !errors.Is(err, c.want) || s != (Statement{}) {
			t.Errorf("%s: read %+v, %v, want %v", name, s, err, c.want)
		}
	}
	if _, err := Read(good, public[:31], noon, time.Time{}); !errors.Is(err, ErrKey) {
		t.Errorf("a short key: %v", err)
	}
}

// TestEveryChangedByteIsRefused changes each byte of a file: what is still
// accepted says the same.
func TestEveryChangedByteIsRefused(t *testing.T) {
	good := signed(t)
	want, err := Read(good, public, noon, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	for i := range good {
		for bit := range 8 {
			bad := bytes.Clone(good)
			bad[i] ^= 1 << bit
			got, err := Read(bad, public, noon, time.Time{})
			switch {
			case err != nil:
				refused++
			case got != want:
				t.Fatalf("byte %d, bit %d: read %+v", i, bit, got)
			}
		}
	}
	if refused < 7*len(good) {
		t.Errorf("only %d of %d changes were refused", refused, 8*len(good))
	}
}

func TestSignMakesNothingThatCannotBeRead(t *testing.T) {
	for name, s := range map[string]Statement{
		"no version":       {Issued: noon, Expires: noon.Add(time.Hour)},
		"no issue":         {Version: Version{1, 0, 0}, Expires: noon},
		"expires at issue": {Version: Version{1, 0, 0}, Issued: noon, Expires: noon},
	} {
		if _, err := Sign(private, s); !errors.Is(err, ErrForm) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Sign(nil, Statement{}); !errors.Is(err, ErrKey) {
		t.Errorf("no key: %v", err)
	}
}

func TestVersions(t *testing.T) {
	for _, text := range []string{"", "1", "1.2", "1.2.3.4", "v1.2.3", "1.2.3-rc1", "01.2.3", "+1.2.3", "-1.2.3", "1..3", "1.2.4294967296", " 1.2.3", "١.٢.٣"} {
		if v, err := ParseVersion(text); !errors.Is(err, ErrForm) {
			t.Errorf("%q is read as %v, %v", text, v, err)
		}
	}
	for _, c := range []struct {
		a, b  string
		newer bool
	}{{"1.2.0", "1.1.9", true}, {"1.10.0", "1.9.0", true}, {"2.0.0", "1.99.99", true}, {"1.2.3", "1.2.3", false}, {"0.9.0", "1.0.0", false}, {"1.2.2", "1.2.3", false}} {
		if got := version(t, c.a).Newer(version(t, c.b)); got != c.newer {
			t.Errorf("%s newer than %s: %v", c.a, c.b, got)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) Version {
			return Version{rapid.Uint32().Draw(t, name), rapid.Uint32().Draw(t, name), rapid.Uint32().Draw(t, name)}
		}
		a, b := draw("a"), draw("b")
		if back, err := ParseVersion(a.String()); err != nil || back != a {
			t.Fatalf("%v comes back as %v, %v", a, back, err)
		}
		if a.Newer(b) && b.Newer(a) || a != b && !a.Newer(b) && !b.Newer(a) {
			t.Fatalf("%v and %v have no order", a, b)
		}
	})
}

func TestKeys(t *testing.T) {
	text := base64.StdEncoding.EncodeToString(public)
	if key, err := ParseKey(" " + text + "\n"); err != nil || !key.Equal(public) {
		t.Errorf("the key comes back as %v, %v", key, err)
	}
	for _, bad := range []string{"", "x", text[:40], strings.Repeat("A", 88)} {
		if _, err := ParseKey(bad); !errors.Is(err, ErrKey) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// FuzzRead looks for a file that is accepted without having been signed, and
// for a panic.
func FuzzRead(f *testing.F) {
	f.Add(signed(f))
	f.Add(sealed(f, `{"version":"1.2.0"}`))
	f.Add([]byte(`{"statement":null,"signature":""}`))
	f.Add([]byte(`{`))
	want, err := Read(signed(f), public, noon, time.Time{})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		if s, err := Read(file, public, noon, time.Time{}); err == nil && s != want {
			t.Errorf("accepted %+v", s)
		}
	})
}

// FuzzParse reads statements behind the signature: what is accepted can be
// signed and read again.
func FuzzParse(f *testing.F) {
	f.Add(`{"version":"1.2.0","issued":"2026-11-21T11:00:00Z","expires":"2026-12-21T12:00:00Z"}`)
	f.Add(`{"version":"0.0.0","issued":"0001-01-01T00:00:00Z"}`)
	f.Fuzz(func(t *testing.T, text string) {
		s, err := parse([]byte(text))
		if err != nil {
			if !errors.Is(err, ErrForm) {
				t.Fatalf("refused with %v", err)
			}
			return
		}
		file, err := Sign(private, s)
		if err != nil {
			t.Fatalf("%+v cannot be signed: %v", s, err)
		}
		back, err := Read(file, public, s.Issued, s.Issued)
		if err != nil || back.Version != s.Version || !back.Expires.Equal(s.Expires) {
			t.Fatalf("%+v comes back as %+v, %v", s, back, err)
		}
	})
}
