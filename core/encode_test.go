package core

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

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
