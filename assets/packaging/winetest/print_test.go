//go:build e2e

package winetest

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sanduq/core/printer"
	"sanduq/core/stress/printer/cups"
)

// TestAQueueOfWindows sends a job from a program for Windows through winspool,
// which Wine puts on the system's print service, and holds what arrives against
// what was sent.
func TestAQueueOfWindows(t *testing.T) {
	dir, err := os.MkdirTemp("", "winspool")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	service, err := cups.Start(t.Context(), filepath.Join(dir, "s"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(service.Stop)
	sink, err := cups.NewSink()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sink.Close() })
	if err := service.AddQueue(t.Context(), "Counter", sink.Addr); err != nil {
		t.Fatal(err)
	}

	exe := filepath.Join(dir, "program.exe")
	build := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-o", exe, "sanduq/core/stress/printer/program")
	build.Env = append(os.Environ(), "GOOS=windows", "GOARCH=amd64", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	c, err := New(t.Context(), filepath.Join(dir, "w"), append(os.Environ(), "CUPS_SERVER="+service.Socket))
	t.Cleanup(c.Off)
	if err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) string {
		out, err := c.Run(t.Context(), append([]string{exe}, args...)...)
		if err != nil {
			return out
		}
		return strings.TrimSpace(out)
	}
	address := printer.Address(printer.WayWindows, "Counter")
	said := run("find")
	for until := time.Now().Add(time.Minute); !strings.Contains(said, address); said = run("find") {
		if !strings.HasPrefix(said, "error "+string(printer.Stalled)) || time.Now().After(until) { // Wine sets each queue up when it is first asked
			t.Fatalf("find: %s", said)
		}
	}
	if said := run("status", address); said != string(printer.Ready) {
		t.Errorf("status: %s", said)
	}
	job := make([]byte, 40_000)
	for i := range job {
		job[i] = byte(i * i >> 3)
	}
	file := filepath.Join(dir, "slip.bin")
	if err := os.WriteFile(file, job, 0o644); err != nil {
		t.Fatal(err)
	}
	said = run("send", address, file)
	if !strings.HasPrefix(said, string(printer.Queued)) {
		t.Fatalf("send: %s", said)
	}
	select {
	case got := <-sink.Jobs:
		if !bytes.Equal(got, job) {
			t.Errorf("%d bytes arrived, %d were sent, not the same", len(got), len(job))
		}
	case <-time.After(30 * time.Second):
		t.Fatalf("nothing arrived\n%s", service.Log())
	}
	t.Logf("winspool: %s, byte for byte", said)
	if said := run("send", printer.Address(printer.WayWindows, "Nobody"), file); !strings.HasPrefix(said, "error "+string(printer.Gone)) {
		t.Errorf("a printer that does not exist: %s", said)
	}
}
