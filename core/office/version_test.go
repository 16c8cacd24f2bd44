package office

import (
	"bytes"
	_ "embed"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// What earlier versions sent of the sample, one after the other.
var (
	//go:embed testdata/version1.jsonl
	version1 string
	//go:embed testdata/version2.jsonl
	version2 string

	sentBy = []string{version1, version2}
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

// TestAnEarlierVersionIsTaken: a till that is older than its office is taken as ever.
func TestAnEarlierVersionIsTaken(t *testing.T) {
	for i, sent := range sentBy {
		got, err := Decode(bytes.NewReader(pack(t, sent)))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(early(sample(), i+1), got, cmp.AllowUnexported(Masked{}), cmpopts.EquateEmpty(), cmpopts.IgnoreFields(Batch{}, "Plain", "Rows")); diff != "" {
			t.Error(diff)
		}
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
	if len(got.Receipts) != 0 || len(got.Audit) != 0 || len(got.Zs) != 0 || len(got.Sales) != 0 || len(got.Rejected) != 4 {
		t.Fatalf("%d receipts, %d lines of the audit, rejected %v", len(got.Receipts), len(got.Audit), got.Rejected)
	}
	for i, want := range []string{"Receipt.Shift is of version 2", "AuditRow.DelegatedBy is of version 2", "Z.Booked is of version 3", "Sale.Booked is of version 3"} {
		if !strings.Contains(got.Rejected[i].Why, want) {
			t.Errorf("rejected since %q, want %q", got.Rejected[i].Why, want)
		}
	}
}
