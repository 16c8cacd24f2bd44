package metrics

import (
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"sanduq/core/internal/limit"
)

// Access is which requests are logged.
type Access string

// The kinds.
const (
	AccessNone   Access = "none"
	AccessPeople Access = "people" // of the page and the window, without files
	AccessAll    Access = "all"    // those of tills too: two a minute each
)

// Requests counts and logs what a handler answers: its route, never an address with what
// somebody searched for, nor a cookie or a key.
func (m *Metrics) Requests(next http.Handler, access Access, proxies limit.Proxies, log *slog.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		said := &answer{ResponseWriter: w}
		defer func() {
			failed := recover()
			if said.status == 0 {
				said.status = http.StatusOK
			}
			route := r.Pattern // by which the handler has found it
			if route == "" || strings.HasSuffix(route, "/") {
				route = "none"
			}
			took := time.Since(began)
			m.requests.WithLabelValues(route, strconv.Itoa(said.status)).Inc()
			if !strings.HasSuffix(route, "/events") {
				m.seconds.WithLabelValues(route).Observe(took.Seconds())
			}
			if logs(access, route) {
				log.Info("answered", "log", "access", "route", route, "status", said.status, "bytes", said.bytes, "ms", took.Milliseconds(), "from", proxies.Of(r))
			}
			if failed != nil {
				panic(failed) // the server's own
			}
		}()
		next.ServeHTTP(said, r)
	})
}

func logs(access Access, route string) bool {
	switch access {
	case AccessAll:
		return true
	case AccessPeople:
		_, path, _ := strings.Cut(route, " ")
		return strings.HasPrefix(path, "/office/") && !strings.Contains(path, ".")
	}
	return false
}

// answer notes what was answered.
type answer struct {
	http.ResponseWriter
	status int
	bytes  int64
}

func (a *answer) WriteHeader(status int) {
	if a.status == 0 {
		a.status = status
	}
	a.ResponseWriter.WriteHeader(status)
}

func (a *answer) Write(p []byte) (int, error) {
	if a.status == 0 {
		a.status = http.StatusOK
	}
	n, err := a.ResponseWriter.Write(p)
	a.bytes += int64(n)
	return n, err
}

// Unwrap is for http.ResponseController.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }
