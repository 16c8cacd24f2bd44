package sandbox

import (
	"bufio"
	"context"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/faults"
)

func startImpatient(t *testing.T) *Server {
	t.Helper()
	s, err := start(context.Background(), Options{Dir: t.TempDir(), Addr: "127.0.0.1:0"}, 50*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close(context.Background()) })
	return s
}

// TestReadTimeoutSparesWaiting: the time to send a request does not bound the time to answer it. A page that listens
// and a call that a slow bank holds both outlive it.
func TestReadTimeoutSparesWaiting(t *testing.T) {
	s := startImpatient(t)
	s.Faults().Inject(faults.Fault{Kind: faults.Latency, Delay: 200 * time.Millisecond, Count: 1})
	res, err := http.Post(s.BaseURL()+contract.Prefix+"/web-payment/check-status", "application/json", strings.NewReader("{}"))
	if err != nil || res.StatusCode != http.StatusUnauthorized {
		t.Fatalf("a call held for longer than the read timeout: %v", err)
	}
	_ = res.Body.Close()

	page, err := http.Get(s.BaseURL() + "/bank/events")
	if err != nil {
		t.Fatal(err)
	}
	defer page.Body.Close()
	time.AfterFunc(200*time.Millisecond, func() { s.Bank().SetBehaviour(faults.Slow) })
	lines := bufio.NewScanner(page.Body)
	for lines.Scan() {
		if lines.Text() == "data: changed" {
			return
		}
	}
	t.Fatalf("the stream ended early: %v", lines.Err())
}

func TestSlowAndOversizedClientsAreCutOff(t *testing.T) {
	s := startImpatient(t)
	c, err := net.Dial("tcp", s.net.LocalAddress())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Write([]byte("POST " + contract.Prefix + "/web-payment/check-status HTTP/1.1\r\nHost: " + s.net.LocalAddress() +
		"\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")); err != nil {
		t.Fatal(err)
	}
	_ = c.SetReadDeadline(time.Now().Add(5 * time.Second))
	line, _ := bufio.NewReader(c).ReadString('\n')
	if !strings.Contains(line, "400") {
		t.Fatalf("a body that never ends: %q", line)
	}
	req, _ := http.NewRequest("GET", s.BaseURL()+"/bank", nil)
	req.Header.Set("X-Long", strings.Repeat("x", 64<<10))
	res, err := http.DefaultClient.Do(req)
	if err != nil || res.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
		t.Fatalf("64 KiB of headers: %v", err)
	}
	_ = res.Body.Close()
}
