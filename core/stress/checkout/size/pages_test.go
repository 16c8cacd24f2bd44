package size

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/checkout"
	"sanduq/core/money"
	"sanduq/core/tests/soak"
	"sanduq/core/wire"
)

// idle is a gateway at which nobody pays.
type idle struct{ core.PaymentAPI }

func (idle) GenerateQR(_ context.Context, c wire.QRCall) (wire.QRResult, error) {
	return wire.QRResult{Payload: "SANDUQ01021226740013ly.sanduq.pay0112" + c.PaymentID + strings.Repeat("0", 120)}, nil
}

func (idle) FetchStatus(context.Context, wire.StatusCall) (wire.StatusResult, error) {
	return wire.StatusResult{State: core.StatePending, RawStatus: "PENDING"}, nil
}

func (idle) StatusPath() string { return "/check-status" }

// TestMain is the server when it is asked to be, so that its memory is its own.
func TestMain(m *testing.M) {
	if n, _ := strconv.Atoi(os.Getenv("CHECKOUT_TEST_PAGES")); n > 0 {
		if err := serve(n); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		select {}
	}
	os.Exit(m.Run())
}

func serve(n int) error {
	page, err := checkout.New(checkout.Config{API: idle{}, Store: new(checkout.MemoryStore), Key: make([]byte, checkout.KeySize), Shop: "Shop", Path: "/pay"})
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.Handle("/pay/", page)
	mux.HandleFunc("/gc", func(http.ResponseWriter, *http.Request) { runtime.GC(); runtime.GC(); debug.FreeOSMemory() })
	server := httptest.NewServer(mux)
	fmt.Println(server.URL)
	for i := range n {
		path, err := page.Open(context.Background(), checkout.OpenRequest{PaymentID: fmt.Sprint("P-", i), OrderID: fmt.Sprint("O-", i),
			Amount: money.Amount{Minor: 12500, Currency: "LYD"}, Token: core.NewSecret("token"), ReturnURL: "/"})
		if err != nil {
			return err
		}
		fmt.Println(path)
	}
	return nil
}

var token = regexp.MustCompile(`name="form" value="([^"]+)"`)

// neighbours is how many customers have one address: fewer than may follow a payment from
// one, see checkout.Limits.
const neighbours = 100

// open shows a page to customer i, asks for its QR and keeps its stream of events.
func open(t *testing.T, address string, i int) (end func() error) {
	t.Helper()
	jar, _ := cookiejar.New(nil)
	from := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, byte(1+i/neighbours))}}
	browser := &http.Client{Jar: jar, Transport: &http.Transport{ReadBufferSize: 512, WriteBufferSize: 512, DialContext: from.DialContext}}
	get := func() string {
		answer, err := browser.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		var text strings.Builder
		if _, err := bufio.NewReader(answer.Body).WriteTo(&text); err != nil {
			t.Fatal(err)
		}
		return text.String()
	}
	answer, err := browser.PostForm(address+"/qr", url.Values{"form": {token.FindStringSubmatch(get())[1]}})
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	answer, err = browser.Get(address + "/events")
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("no stream of page %d: %v, %v", i, answer, err)
	}
	line, err := bufio.NewReaderSize(answer.Body, 64).ReadString(' ')
	if err != nil || line != "data: " {
		t.Fatalf("%q, %v", line, err)
	}
	return answer.Body.Close
}

// TestOpenPages opens pages that each poll and each have a stream.
func TestOpenPages(t *testing.T) {
	n := soak.N(t, 100)
	row := soak.Begin(t, "open-pages", n)
	limit := 64 * float64(n) / 1000
	if n < 1000 {
		limit += 8 // what a process needs for its first pages
	}
	server := exec.Command(os.Args[0])
	server.Env = append(os.Environ(), fmt.Sprint("CHECKOUT_TEST_PAGES=", n))
	server.Stderr = os.Stderr
	out, err := server.StdoutPipe()
	if err == nil {
		err = server.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = server.Process.Kill(); _ = server.Wait() }()
	lines := bufio.NewScanner(out)
	read := func() string {
		if !lines.Scan() {
			t.Fatal("the server does not say its addresses")
		}
		return lines.Text()
	}
	base := read()
	pages := make([]string, n)
	for i := range pages {
		pages[i] = base + read()
	}
	before := memory(t, base, server.Process.Pid)
	for i, page := range pages {
		end := open(t, page, i)
		defer end()
	}
	time.Sleep(4 * time.Second) // the pollers' first tick
	after := memory(t, base, server.Process.Pid)
	if after-before > limit {
		t.Errorf("%d pages cost %.1f MiB, want %.1f at most", n, after-before, limit)
	}
	row("%.1f MiB idle, %.1f MiB more with the pages, %.0f KiB each", before, after-before, (after-before)*1024/float64(n))
}

// memory is what a process has in memory, in MiB.
func memory(t *testing.T, base string, pid int) float64 {
	t.Helper()
	if answer, err := http.Get(base + "/gc"); err != nil {
		t.Fatal(err)
	} else {
		_ = answer.Body.Close()
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Skip("no /proc here: ", err)
	}
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	kib, err := strconv.ParseFloat(strings.Fields(rest)[0], 64)
	if err != nil {
		t.Fatal(err)
	}
	return kib / 1024
}
