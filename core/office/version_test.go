package office

import (
	"bytes"
	_ "embed"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// version1 is what the first version sent of the sample.
//
//go:embed testdata/version1.jsonl
var version1 string

// TestVersion1IsSentAsItWas: an office that is older than its till refuses a field that
// it does not know.
func TestVersion1IsSentAsItWas(t *testing.T) {
	packed, err := early(sample()).Encode()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(version1, unpack(t, packed)); diff != "" {
		t.Error(diff)
	}
}

// TestVersion1IsTaken: a till that is older than its office is taken as ever.
func TestVersion1IsTaken(t *testing.T) {
	got, err := Decode(bytes.NewReader(pack(t, version1)))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(early(sample()), got, cmp.AllowUnexported(Masked{}), cmpopts.EquateEmpty(), cmpopts.IgnoreFields(Batch{}, "Plain", "Rows")); diff != "" {
		t.Error(diff)
	}
}

// TestALaterFieldIsNotOfVersion1: nobody could say by which link such a row is proved.
func TestALaterFieldIsNotOfVersion1(t *testing.T) {
	b := sample()
	b.Version = 1
	packed, err := b.Encode()
	if err != nil {
		t.Fatal(err)
	}
	got, err := Decode(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Receipts) != 0 || len(got.Audit) != 0 || len(got.Zs) != 2 || len(got.Rejected) != 2 {
		t.Fatalf("%d receipts, %d lines of the audit, rejected %v", len(got.Receipts), len(got.Audit), got.Rejected)
	}
	for i, want := range []string{"Receipt.Shift is of version 2", "AuditRow.DelegatedBy is of version 2"} {
		if !strings.Contains(got.Rejected[i].Why, want) {
			t.Errorf("rejected since %q, want %q", got.Rejected[i].Why, want)
		}
	}
}
