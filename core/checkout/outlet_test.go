package checkout_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/checkout"
)

// plain hides that the connection could be taken over, as a proxy's writer or
// HTTP/2 does.
type plain struct {
	http.ResponseWriter
	http.Flusher
}

// A stream delivers, says what it is, lets go of a browser that left, and ends
// with the page; whether or not the connection can be taken over.
func TestStreams(t *testing.T) {
	for name, wrap := range map[string]func(http.Handler) http.Handler{
		"connection": func(h http.Handler) http.Handler { return h },
		"handler": func(h http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				h.ServeHTTP(plain{w, w.(http.Flusher)}, r)
			})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			api := new(gateway)
			s := serve(t, api, new(checkout.MemoryStore))
			web := httptest.NewServer(wrap(s.page))
			t.Cleanup(web.Close)
			c := s.customer()
			c.toCode()
			c.post("code", "code", code)
			c.on("processing")
			tab := &customer{Client: &http.Client{}, s: s}
			tab.Jar = c.Jar
			answer, err := tab.Get(web.URL + s.path + "/events")
			if err != nil || answer.StatusCode != http.StatusOK || answer.Header.Get("Content-Type") != "text/event-stream" ||
				answer.Header.Get("Cache-Control") != "no-store" || answer.Header.Get("Content-Security-Policy") != "" {
				t.Fatal(answer, err)
			}
			left, err := tab.Get(web.URL + s.path + "/events")
			if err != nil {
				t.Fatal(err)
			}
			_ = left.Body.Close()
			for deadline := time.Now().Add(20 * time.Second); checkout.Users(s.page) != 1; time.Sleep(10 * time.Millisecond) {
				if time.Now().After(deadline) {
					t.Fatalf("%d streams after one of two browsers left", checkout.Users(s.page))
				}
			}
			api.set(func() { api.state = core.StateSuccess })
			text := make([]byte, 0, 1<<16)
			for !strings.Contains(string(text), `data: {"view":"paid`) {
				n, err := answer.Body.Read(text[len(text):cap(text)])
				if text = text[:len(text)+n]; err != nil {
					t.Fatalf("%v after %s", err, text)
				}
			}
			s.page.Close()
			if _, err := io.Copy(io.Discard, answer.Body); err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Error(err)
			}
		})
	}
}
