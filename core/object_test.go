package core

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// slowObject reads an object with encoding/json alone, token by token: the
// standard by which decodeObject is measured.
func slowObject(raw []byte) (map[string]string, bool) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	if start, err := dec.Token(); err != nil || start != json.Delim('{') {
		return nil, false
	}
	members := make(map[string]string)
	for dec.More() {
		token, err := dec.Token()
		name, ok := token.(string)
		var value json.RawMessage
		if err != nil || !ok || dec.Decode(&value) != nil {
			return nil, false
		}
		if _, twice := members[name]; twice {
			return nil, false
		}
		members[name] = string(value)
	}
	if _, err := dec.Token(); err != nil {
		return nil, false
	}
	_, err := dec.Token()
	return members, err == io.EOF
}

func FuzzDecodeObject(f *testing.F) {
	for _, seed := range []string{`{}`, ` { "a" : 1 , "b":[ {"c":"}"} , "]" ] } `, `{"a":"\"\\","b\u0061":null,"ba":1}`, `{"a":1,"a":2}`, `{"a":1,}`,
		"{\"\xff\":\"\xff\"}", `{"a":-1.5e+3,"b":true,"c":false}`, `[{}]`, `{"a":1}x`, `{"a":"\"\\","b\u0061":null,"c":["\"]"]}`, `{"\\":"\\"}`, `"{`, "\t{\"a\"\n:\r{}}", `{"a":{"b":[1,[2,{}]]},"c":""}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		got, err := decodeObject(raw)
		want, ok := slowObject(raw)
		if (err == nil) != ok {
			t.Fatalf("%q: %v, by encoding/json %t", raw, err, ok)
		}
		plain := make(map[string]string)
		for name, value := range got {
			plain[name] = string(value)
		}
		if ok && !maps.Equal(plain, want) {
			t.Fatalf("%q: %q, by encoding/json %q", raw, plain, want)
		}
		for name := range got {
			var s string
			isString := json.Unmarshal(got[name], &s) == nil
			if text, err := got.text(name); (err == nil) != isString || text != s {
				t.Fatalf("%q is %q, by encoding/json %q", name, text, s)
			}
			var n json.Number
			isScalar := json.Unmarshal(got[name], &n) == nil && got[name][0] != '"' || isString
			if text, err := got.scalar(name); (err == nil) != isScalar || text != s && text != n.String() {
				t.Fatalf("%q is %q, by encoding/json %q or %q", name, text, s, n)
			}
			var b bool
			isFlag := json.Unmarshal(got[name], &b) == nil
			if flag, _, err := got.flag(name); (err == nil) != isFlag || flag != b {
				t.Fatalf("%q is %t, by encoding/json %t", name, flag, b)
			}
		}
	})
}

// A body is written as encoding/json would write a map.
func TestBodiesAreWrittenAsEncodingJSONDoes(t *testing.T) {
	value := rapid.OneOf(rapid.String(), rapid.StringOf(rapid.SampledFrom([]rune("ab\"\\<>&\x00\n\x7f\u2028é"))))
	rapid.Check(t, func(rt *rapid.T) {
		want := rapid.MapOfN(value, value, 1, 6).Draw(rt, "members")
		b := new(body)
		for _, name := range slices.Sorted(maps.Keys(want)) {
			b.string(name, want[name])
		}
		got, err := DefaultProfile().encode(OpInitiate, b)
		if err != nil {
			rt.Fatal(err)
		}
		var back map[string]string
		if err := json.Unmarshal(got, &back); err != nil {
			rt.Fatalf("%q: %v", got, err)
		}
		if wanted, _ := json.Marshal(want); !bytes.Equal(got, wanted) && len(back) == len(want) {
			rt.Fatalf("\n got %s\nwant %s", got, wanted)
		}
	})
}
