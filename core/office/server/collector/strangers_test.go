//go:build linux

package collector

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"sanduq/core"
	"sanduq/core/internal/limit"
	"sanduq/core/office"
)

// TestCodesAreNotGuessed: anyone who tries many from one address is sent away before the
// database is asked, and stands in the security log; a till enrols meanwhile from another.
func TestCodesAreNotGuessed(t *testing.T) {
	p := newPlace(t)
	var said bytes.Buffer
	p.Collector.cfg.Security, p.Collector.cfg.Proxies = slog.New(slog.NewJSONHandler(&said, nil)), limit.Loopback
	try := func(from, code string) (int, string) {
		r := httptest.NewRequest(http.MethodPost, "/v1/enrol", jsonBody(office.Enrol{Version: 1, Code: code, Environment: core.Live}))
		r.RemoteAddr = "127.0.0.1:5"
		r.Header.Set("X-Forwarded-For", from)
		w := httptest.NewRecorder()
		p.Collector.Handler().ServeHTTP(w, r)
		return w.Code, w.Body.String()
	}
	counts := map[int]int{}
	for i := range 200 {
		status, _ := try("192.0.2.1", fmt.Sprintf("AAAA-AAAA-AAAA-%04d", i))
		counts[status]++
	}
	if counts[http.StatusUnauthorized] != 10 || counts[http.StatusServiceUnavailable] != 190 {
		t.Errorf("%v", counts)
	}
	number, err := p.AddTill(t.Context(), "Harbour", "2", core.Live)
	if err != nil {
		t.Fatal(err)
	}
	code, err := p.Code(t.Context(), number)
	if err != nil {
		t.Fatal(err)
	}
	if status, body := try("192.0.2.2", code.Reveal()); status != http.StatusOK {
		t.Errorf("an honest till: %d %s", status, body)
	}
	if n := strings.Count(said.String(), `"event":"enrol"`); n != 201 || !strings.Contains(said.String(), `"from":"192.0.2.1"`) || strings.Contains(said.String(), "AAAA") ||
		strings.Contains(said.String(), code.Reveal()) {
		t.Errorf("the security log has %d lines: %.300s", n, said.String())
	}
}

// TestATillThatSendsTooMuchIsNamed by an alarm, once.
func TestATillThatSendsTooMuchIsNamed(t *testing.T) {
	p := newPlace(t)
	p.usage.quota = Quota{Bodies: 1}
	d := p.desk("Harbour", "2")
	p.usage.of(hashOf(d.key), p.clock()).bodies = 1 // one is under way
	for range 5 {
		refused(t, ask(p.url+"/v1/cursor", d.key, nil, &office.Cursor{}), office.CodeBusy)
	}
	p.Collector.stop()
	p.running.Wait()
	if got := query[string](p, "SELECT string_agg(format('%s of %s, %s', kind, till_id, times), ' ') FROM alarms"); got != fmt.Sprintf("quota of %d, 1", d.number) {
		t.Errorf("alarms: %s", got)
	}
}
