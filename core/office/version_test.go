package office

import (
	_ "embed"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What earlier versions sent of the sample, one after the other.
var (
	//go:embed testdata/version1.jsonl
	version1 string
	//go:embed testdata/version2.jsonl
	version2 string
	//go:embed testdata/version3.jsonl
	version3 string

	sentBy = []string{version1, version2, version3}
)

// TestAnEarlierVersionIsSentAsItWas: an office that is older than its till refuses a field
// that it does not know.
func TestAnEarlierVersionIsSentAsItWas(t *testing.T) {
	for i, want := range sentBy {
		packed, err := early(sample(), i+1).Encode()
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, unpack(t, packed)); diff != "" {
			t.Error(diff)
		}
	}
}
