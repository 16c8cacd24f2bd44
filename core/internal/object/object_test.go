package object

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"testing"
)

// slowObject reads an object with encoding/json alone, token by token: the
// standard by which Decode is measured.
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

func FuzzDecode(f *testing.F) {
	for _, seed := range []string{`{}`, ` { "a" : 1 , "b":[ {"c":"}"} , "]" ] } `, `{"a":"\"\\","b\u0061":null,"ba":1}`, `{"a":1,"a":2}`, `{"a":1,}`,
		"{\"\xff\":\"\xff\"}", `{"a":-1.5e+3,"b":true,"c":false}`, `[{}]`, `{"a":1}x`, `{"a":"\"\\","b\u0061":null,"c":["\"]"]}`, `{"\\":"\\"}`, `"{`, "\t{\"a\"\n:\r{}}", `{"a":{"b":[1,[2,{}]]},"c":""}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		got, err := Decode(raw)
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
			if text, err := got.Text(name); (err == nil) != isString || text != s {
				t.Fatalf("%q is %q, by encoding/json %q", name, text, s)
			}
			var n json.Number
			isScalar := json.Unmarshal(got[name], &n) == nil && got[name][0] != '"' || isString
			if text, err := got.Scalar(name); (err == nil) != isScalar || text != s && text != n.String() {
				t.Fatalf("%q is %q, by encoding/json %q or %q", name, text, s, n)
			}
			var b bool
			isFlag := json.Unmarshal(got[name], &b) == nil
			if flag, _, err := got.Flag(name); (err == nil) != isFlag || flag != b {
				t.Fatalf("%q is %t, by encoding/json %t", name, flag, b)
			}
		}
	})
}
