package sandbox_test

import (
	"context"
	"net/http"
	"slices"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"sanduq/core/practice/sandbox"
	"sanduq/core/practice/sandbox/conformance"
	"sanduq/core/practice/sandbox/contract"
)

// contractRouter loads the contract from where the service shows it.
func contractRouter(t *testing.T, s *sandbox.Server) (*openapi3.T, routers.Router) {
	t.Helper()
	c := newTill(t, s, "")
	a := c.must(c.do("GET", "/openapi.yaml", nil, nil))
	doc, err := openapi3.NewLoader().LoadFromData(a.raw)
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(context.Background()); err != nil {
		t.Fatal(err)
	}
	router, err := gorillamux.NewRouter(doc)
	if err != nil {
		t.Fatal(err)
	}
	return doc, router
}

func TestConformance(t *testing.T) {
	s := start(t)
	_, router := contractRouter(t, s)
	key, secret := s.Credentials()
	seen, accepted, refused := map[string]bool{}, 0, 0
	conformance.Run(t, conformance.Target{
		BaseURL: s.BaseURL(), APIKey: key.Reveal(), SecretKey: secret.Reveal(),
		Approve: s.Bank().Approve, Decline: s.Bank().Decline, Wait: s.Clock().Advance,
		OTP: func(string) string { return otp(t, s) },
		Observe: func(t testing.TB, e conformance.Exchange) {
			path, known := checkContract(t, router, e.Request, e.Sent, e.Reply.StatusCode, e.Reply.Header, e.Body)
			switch {
			case !known: // the suite itself checks the refusal
			case e.Reply.StatusCode == http.StatusOK:
				seen[path], accepted = true, accepted+1
			default:
				refused++
			}
		},
	})
	t.Logf("%d paths, %d accepted and %d refused calls held against the contract", len(seen), accepted, refused)
	if len(seen) != 10 || accepted < 50 || refused < 50 {
		t.Errorf("the suite saw %d paths, %d accepted and %d refused calls", len(seen), accepted, refused)
	}
	if n := s.Calls().Count(contract.OpInitiate); n < 20 {
		t.Errorf("%d initiates counted", n)
	}
}

// TestContractNamesEveryPath walks the contract and finds a handler behind each row.
func TestContractNamesEveryPath(t *testing.T) {
	s := start(t)
	doc, _ := contractRouter(t, s)
	c := newTill(t, s, "")
	paths := doc.Paths.Map()
	for path, item := range paths {
		for method := range item.Operations() {
			a := c.must(c.do(method, contract.Prefix+path, []byte("{}"), nil))
			if !slices.Contains([]int{400, 401}, a.status) {
				t.Errorf("%s %s: %d %s", method, path, a.status, a.raw)
			}
		}
	}
	if len(paths) != 10 {
		t.Errorf("the contract has %d paths", len(paths))
	}
}
