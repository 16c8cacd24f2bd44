package secrets

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
)

// The ways in which the hostile gateway answers.
const (
	quote4xx = "quote4xx" // an error envelope whose code and message quote the whole request
	quote5xx = "quote5xx" // a page of HTML that quotes it
	quoteBad = "quoteBad" // JSON that breaks off in the middle of it
	quoteRaw = "quoteRaw" // a success of another type than expected, with it
	quoteGo  = "quoteGo"  // a redirect whose address holds it
	drop     = "drop"     // the bank does its work, and the line breaks
)

// hostile stands between the till and the bank. It is a gateway that has been
// written by somebody who puts secrets into every error.
type hostile struct {
	*httptest.Server

	mu     sync.Mutex
	next   map[string]string // how to answer, once, by the end of the path
	told   int               // answers that quoted
	seen   map[string]bool   // bearer tokens and names that went by
	secret []Secret
}

func newHostile(bank string) (*hostile, error) {
	target, err := url.Parse(bank)
	if err != nil {
		return nil, err
	}
	h := &hostile{next: map[string]string{}, seen: map[string]bool{}}
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target) }, ModifyResponse: h.names}
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		h.remember("token", strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "))
		how := h.how(r.URL.Path)
		switch how {
		case "":
			proxy.ServeHTTP(w, r)
			return
		case drop:
			proxy.ServeHTTP(httptest.NewRecorder(), r)
			panic(http.ErrAbortHandler)
		}
		quote(w, how, r, body)
	}))
	return h, nil
}

// once makes the next call whose path ends so be answered in this way.
func (h *hostile) once(path, how string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.next[path] = how
}

func (h *hostile) how(path string) (how string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for end, way := range h.next {
		if strings.HasSuffix(path, end) && len(way) > 0 {
			delete(h.next, end)
			h.told++
			return way
		}
	}
	return ""
}

// quoted is how many answers quoted what was sent.
func (h *hostile) quoted() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.told
}

// remember remembers a value that went by.
func (h *hostile) remember(name, value string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(value) >= 6 && !h.seen[value] {
		h.seen[value] = true
		h.secret = append(h.secret, Secret{Name: fmt.Sprintf("%s %d", name, len(h.seen)), Value: []byte(value)})
	}
}

// passed are the values that went by.
func (h *hostile) passed() []Secret {
	h.mu.Lock()
	defer h.mu.Unlock()
	return append([]Secret(nil), h.secret...)
}

// names takes note of tokens and customers' names in replies.
func (h *hostile) names(r *http.Response) error {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	var reply struct{ Data json.RawMessage }
	var data struct{ Token, CustomerName string }
	if json.Unmarshal(body, &reply) == nil && json.Unmarshal(reply.Data, &data) == nil {
		h.remember("token", data.Token)
		h.remember("customer's name", data.CustomerName)
	}
	return nil
}

func quote(w http.ResponseWriter, how string, r *http.Request, body []byte) {
	all := string(body)
	for _, name := range []string{"Api-Key", "Secret-Key", "Authorization", "X-Service-Client-Id"} {
		all += " " + name + "=" + r.Header.Get(name)
	}
	switch how {
	case quote4xx:
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusUnprocessableEntity)
		_ = json.NewEncoder(w).Encode(map[string]any{"success": false, "message": "refused: " + all, "code": "ECHO " + all, "data": all})
	case quote5xx:
		w.Header().Set("X-Request-Id", strings.ReplaceAll(all, "\n", " "))
		w.WriteHeader(http.StatusBadGateway)
		_, _ = fmt.Fprintf(w, "<html><title>%s</title></html>", all)
	case quoteBad:
		_, _ = fmt.Fprintf(w, `{"success":true,"message":%q,"data":{"paymentStatus":%q,`, all, all)
	case quoteRaw:
		_ = json.NewEncoder(w).Encode(map[string]any{"success": true, "message": all, "data": []string{all}, all: all})
	case quoteGo:
		w.Header().Set("Location", "http://elsewhere.invalid/?"+url.QueryEscape(all))
		w.WriteHeader(http.StatusTemporaryRedirect)
	}
}
