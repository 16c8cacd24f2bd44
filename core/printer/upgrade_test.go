//go:build !windows

package printer

import (
	"bufio"
	"net"
	"net/http"
	"path/filepath"
	"testing"
	"time"
)

// TestAServiceThatSwitchesProtocolsEndsTheJob: what follows such a reply is no
// body, and no context ends it.
func TestAServiceThatSwitchesProtocolsEndsTheJob(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	listener, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		line, err := listener.Accept()
		if err != nil {
			return
		}
		if _, err := http.ReadRequest(bufio.NewReader(line)); err != nil {
			return
		}
		_, _ = line.Write([]byte("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n"))
	}()
	ended := make(chan error, 1)
	go func() {
		_, err := service{network: "unix", address: path}.call(t.Context(), "/", []byte("head"), nil, Limits{Dial: time.Second, Stall: 200 * time.Millisecond})
		ended <- err
	}()
	select {
	case err := <-ended:
		if err == nil {
			t.Error("no error")
		}
	case <-time.After(5 * time.Second):
		t.Fatal("the job goes on although its time is long over")
	}
}
