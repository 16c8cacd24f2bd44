package reader_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/office/reader"
)

// TestPracticeStaysPractice: the first live till of an office comes while sales of the practice bank are on their way.
// They are not shown as money.
func TestPracticeStaysPractice(t *testing.T) {
	var r *reader.Reader
	live := false
	mux := http.NewServeMux()
	mux.HandleFunc("/office/api/tills", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"tills":[{"till":1,"practice":true},{"till":2,"practice":%v}]}`, !live)
	})
	mux.HandleFunc("/office/api/sales", func(w http.ResponseWriter, q *http.Request) {
		live = true
		if _, err := r.Tills(q.Context()); err != nil {
			t.Error(err)
		}
		fmt.Fprint(w, `{"sales":[{"till":1,"epoch":1,"sale":{"id":"20261120-000001","status":"paid","receiptSeq":1,"minor":5000,"currency":"LYD","createdAt":"2026-11-20T09:00:00Z","updatedAt":"2026-11-20T09:00:00Z"}}]}`)
	})
	s := httptest.NewServer(mux)
	defer s.Close()
	var err error
	if r, err = reader.New(reader.Config{Address: s.URL, Currency: "LYD"}); err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if _, err := r.Tills(t.Context()); err != nil || !r.Practice() {
		t.Fatalf("practice %v, %v", r.Practice(), err)
	}
	got, err := r.Sales(t.Context(), journal.SaleQuery{})
	if err != nil || len(got.Sales) != 1 || got.Sales[0].Environment != core.Sandbox {
		t.Errorf("%+v, %v", got.Sales, err)
	}
	if r.Practice() {
		t.Error("a live till is not known")
	}
}
