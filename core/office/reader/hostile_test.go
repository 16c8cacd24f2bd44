package reader_test

import (
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"testing"

	"sanduq/core/journal"
	"sanduq/core/office"
	"sanduq/core/office/reader"
	"sanduq/core/report"
)

// answering is a reader of an office that answers every question with one text.
func answering(t *testing.T, text string) *reader.Reader {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, text) }))
	t.Cleanup(s.Close)
	r, err := reader.New(reader.Config{Address: s.URL, Currency: "LYD"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

// TestASumThatNobodyKnowsIsNone: where an office says that a sum is beyond what it tells, or
// sums are more together than 64 bits hold, no total is shown.
func TestASumThatNobodyKnowsIsNone(t *testing.T) {
	two := `[{"status":"failed","currency":"LYD","sales":1,"minor":%[1]d},
		{"status":"expired","currency":"LYD","sales":1,"minor":%[1]d}]`
	most := `[{"status":"paid","currency":"LYD","sales":3,"minor":%d,"beyond":true}]`
	for name, text := range map[string]string{
		"beyond":          fmt.Sprintf(most, office.MaxSum),
		"more than fits":  fmt.Sprintf(two, math.MaxInt64),
		"less than fits":  fmt.Sprintf(two, math.MinInt64),
		"torn":            `[{"status":"paid"`,
		"of another kind": `<html>sign in</html>`,
	} {
		if got, err := answering(t, text).Totals(t.Context(), journal.SaleQuery{}); err == nil {
			t.Errorf("%s: %+v", name, got)
		}
	}
	day := `{"figures":[{"day":"20261120","status":"paid","currency":"LYD","sales":3,"minor":%d,"beyond":true}]}`
	r := answering(t, fmt.Sprintf(day, office.MaxSum))
	for b, err := range r.Figures(t.Context(), "20261120", "20261120") {
		if report.CodeOf(err) != report.CodeRange {
			t.Errorf("%+v, %v", b, err)
		}
	}
}
