package sandbox_test

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"sanduq/core/practice/sandbox/contract"
)

// checkContract holds one exchange against the contract: a reply, always; a request, if the service took it. known is
// false where the contract says nothing of the path or the method.
func checkContract(t testing.TB, router routers.Router, sent *http.Request, body []byte, status int, header http.Header, reply []byte) (path string, known bool) {
	t.Helper()
	req := sent.Clone(context.Background())
	req.URL, req.Body = &url.URL{Path: req.URL.Path}, http.NoBody
	route, params, err := router.FindRoute(req)
	if err != nil {
		return "", false
	}
	in := &openapi3filter.RequestValidationInput{Request: req, PathParams: params, Route: route,
		Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc}}
	if status == http.StatusOK { // what the service accepts, the contract allows
		req.Body = newBody(body)
		if err := openapi3filter.ValidateRequest(context.Background(), in); err != nil {
			t.Errorf("the service took a request that the contract forbids: %v", err)
		}
	}
	out := &openapi3filter.ResponseValidationInput{RequestValidationInput: in, Status: status, Header: header,
		Options: &openapi3filter.Options{IncludeResponseStatus: true}}
	out.SetBodyBytes(reply)
	if err := openapi3filter.ValidateResponse(context.Background(), out); err != nil {
		t.Errorf("%s answers outside the contract: %v", route.Path, err)
	}
	return route.Path, true
}

var ownContract = sync.OnceValues(func() (routers.Router, error) {
	text, err := os.ReadFile("openapi.yaml")
	if err != nil {
		return nil, err
	}
	doc, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		return nil, err
	}
	return gorillamux.NewRouter(doc)
})

// watched holds an exchange of any test of this package against the contract. Replies that a fault has changed are not
// the contract's business, and a benchmark measures the service, not the check.
func (c *till) watched(req *http.Request, body []byte, a answer) {
	c.t.Helper()
	if _, measuring := c.t.(*testing.B); measuring || !strings.HasPrefix(req.URL.Path, contract.Prefix) {
		return
	}
	router, err := ownContract()
	if err != nil {
		c.t.Fatal(err)
	}
	checkContract(c.t, router, req, body, a.status, a.header, a.raw)
}

type body struct{ *bytes.Reader }

func (body) Close() error { return nil }

func newBody(b []byte) body { return body{bytes.NewReader(b)} }
