package secrets

import (
	"bytes"
	"encoding/base32"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode/utf16"
)

// Secret is a value that must be found nowhere.
type Secret struct {
	Name  string
	Value []byte
	// Number says that it may be found by chance: a short number which is
	// printed like any other.
	Number bool
}

func named(name, value string) Secret { return Secret{Name: name, Value: []byte(value)} }

// least is the shortest form, in bytes.
const least = 6

// form is one dress of a secret.
type form struct {
	name  string
	bytes []byte
	alone bool // a short number, which counts only where it is not a piece of something longer
	hex   bool // each byte of the secret is two characters
}

// forms are the dresses in which a secret is looked for.
func (s Secret) forms() (all []form) {
	text := string(s.Value)
	digits := strings.Trim(text, "0123456789") == ""
	put := func(name string, b []byte) {
		twin := func(f form) bool { return bytes.Equal(f.bytes, b) }
		if len(b) >= least && !slices.ContainsFunc(all, twin) {
			pairs := strings.EqualFold(name, "hex")
			all = append(all, form{name, b, digits && len(text) < 8 && (pairs || len(b) <= len(text)+4), pairs})
		}
	}
	put("raw", s.Value)
	put("hex", []byte(hex.EncodeToString(s.Value)))
	put("HEX", []byte(strings.ToUpper(hex.EncodeToString(s.Value))))
	put("hex with blanks", fmt.Appendf(nil, "% x", s.Value))
	put("list of bytes", bytes.Trim(fmt.Appendf(nil, "%d", s.Value), "[]"))
	put("list of bytes, commas", bytes.ReplaceAll(bytes.Trim(fmt.Appendf(nil, "%d", s.Value), "[]"), []byte(" "), []byte(",")))
	put("base32", []byte(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(s.Value)))
	for shift := range 3 {
		put(fmt.Sprint("base64+", shift), inBase64(base64.RawStdEncoding, s.Value, shift))
		put(fmt.Sprint("base64url+", shift), inBase64(base64.RawURLEncoding, s.Value, shift))
	}
	put("URL-escaped", []byte(url.QueryEscape(text)))
	put("path-escaped", []byte(url.PathEscape(text)))
	put("quoted", bytes.Trim(fmt.Appendf(nil, "%q", text), `"`))
	put("ASCII-quoted", bytes.Trim(fmt.Appendf(nil, "%+q", text), `"`))
	units := utf16.Encode([]rune(text))
	for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
		var wide []byte
		for _, u := range units {
			wide = order.AppendUint16(wide, u)
		}
		put("UTF-16 "+fmt.Sprint(order), wide)
	}
	back := slices.Clone(s.Value)
	slices.Reverse(back)
	put("reversed", back)
	if digits {
		for size := 2; size <= 4 && size < len(text); size++ {
			for _, gap := range []string{" ", "-", ".", "\u00a0"} {
				put(fmt.Sprintf("groups of %d by %q", size, gap), []byte(grouped(text, size, gap)))
			}
		}
		put("Arabic digits", []byte(arabic(text)))
	}
	return all
}

// inBase64 is what stands in a longer text in base64 when the secret begins
// shift bytes into a group of three: its first and last letters depend on the
// neighbours and are left out.
func inBase64(code *base64.Encoding, value []byte, shift int) []byte {
	out := code.EncodeToString(append(make([]byte, shift), value...))
	from := []int{0, 2, 3}[shift]
	if (len(value)+shift)%3 != 0 {
		out = out[:len(out)-1]
	}
	if from >= len(out) {
		return nil
	}
	return []byte(out[from:])
}

func grouped(text string, size int, gap string) string {
	var parts []string
	for ; len(text) > size; text = text[size:] {
		parts = append(parts, text[:size])
	}
	return strings.Join(append(parts, text), gap)
}

func arabic(text string) string {
	return strings.Map(func(r rune) rune { return r - '0' + '٠' }, text)
}
