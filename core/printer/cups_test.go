//go:build !windows

package printer

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"testing"
	"time"
)

// printService is a print service on a socket of its own: it answers with one
// status and one group of a printer, and keeps the last job.
type printService struct {
	status uint16
	group  []byte
	hang   bool
	raw    []byte // instead of an answer
	code   int
	job    []byte
}

func (s *printService) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	op := binary.BigEndian.Uint16(body[2:])
	if s.hang {
		<-r.Context().Done()
		return
	}
	if s.code != 0 {
		w.WriteHeader(s.code)
		return
	}
	if s.raw != nil {
		_, _ = w.Write(s.raw)
		return
	}
	status := s.status
	if op == opPrintJob {
		if i := bytes.Index(body, append([]byte("application/vnd.cups-raw"), groupEnd)); i > 0 {
			s.job = body[i+len("application/vnd.cups-raw")+1:]
		}
	}
	out := binary.BigEndian.AppendUint16([]byte{1, 1}, status)
	out = append(out, 0, 0, 0, 1, groupOperation)
	out = append(out, s.group...)
	_, _ = w.Write(append(out, groupEnd))
}

func attr(tag byte, name, value string) []byte {
	r := &ippRequest{}
	r.add(tag, name, value)
	return r.Bytes()
}

// printerGroup is a printer as a service lists it.
func printerGroup(state byte, accepting bool, reasons ...string) []byte {
	out := []byte{groupPrinter}
	out = append(out, attr(0x23, "printer-state", string([]byte{0, 0, 0, state}))...)
	yes := "\x00"
	if accepting {
		yes = "\x01"
	}
	out = append(out, attr(0x22, "printer-is-accepting-jobs", yes)...)
	r := &ippRequest{}
	r.add(tagKeyword, "printer-state-reasons", reasons...)
	out = append(out, r.Bytes()...)
	return append(out, attr(tagName, "printer-name", "Counter")...)
}

func serve(t *testing.T, s *printService) Printer {
	t.Helper()
	path := filepath.Join(t.TempDir(), "s")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: s}
	go func() { _ = server.Serve(l) }()
	t.Cleanup(func() { _ = server.Close() })
	t.Setenv("CUPS_SERVER", path)
	p, err := Open("cups:Counter", Limits{Dial: 200 * time.Millisecond, Stall: 200 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestAQueueIsHandedTheJob(t *testing.T) {
	s := &printService{group: printerGroup(3, true, "none")}
	p := serve(t, s)
	job := bytes.Repeat([]byte("\x00\xff slip"), 9000)
	how, err := p.Send(t.Context(), job)
	if how != Queued || err != nil || !bytes.Equal(s.job, job) {
		t.Fatalf("%q, %v, the same bytes %v", how, err, bytes.Equal(s.job, job))
	}
	found, err := findQueues(t.Context())
	if err != nil || len(found) != 1 || found[0] != (Found{Address: "cups:Counter", Way: WayCUPS, Name: "Counter"}) {
		t.Errorf("%+v, %v", found, err)
	}
}

func TestWhatQueuesSay(t *testing.T) {
	for _, c := range []struct {
		group []byte
		want  State
	}{
		{printerGroup(3, true, "none"), Ready},
		{printerGroup(4, true), Ready},
		{printerGroup(5, true, "paused"), Paused},
		{printerGroup(3, false, "none"), Paused},
		{printerGroup(3, true, "media-low-warning"), PaperLow},
		{printerGroup(3, true, "none", "media-empty-error"), PaperOut},
		{printerGroup(3, true, "cover-open"), CoverOpen},
		{printerGroup(3, true, "offline-report"), Off},
		{printerGroup(3, true, "media-jam-error"), Fault},
	} {
		p := serve(t, &printService{group: c.group})
		if got, err := p.Status(t.Context()); got != c.want || err != nil {
			t.Errorf("%s, %v; want %s", got, err, c.want)
		}
	}
}

// TestBrokenQueues: what a service refuses it has not; where the answer is
// missing it may have the job.
func TestBrokenQueues(t *testing.T) {
	ready := printerGroup(3, true, "none")
	for _, c := range []struct {
		name    string
		service printService
		code    Code
	}{
		{"deleted", printService{status: 0x0406}, Gone},
		{"no printer in the answer", printService{}, Gone},
		{"takes no jobs", printService{status: 0x0506}, QueuePaused},
		{"stopped", printService{group: printerGroup(5, true)}, QueuePaused},
		{"forbidden", printService{status: 0x0403, group: ready}, NotAllowed},
		{"forbidden by HTTP", printService{code: http.StatusForbidden}, NotAllowed},
		{"not found by HTTP", printService{code: http.StatusNotFound}, Refused},
		{"wants another format", printService{status: 0x040a, group: ready}, Refused},
		{"speaks no IPP", printService{raw: []byte("<html>hello</html>")}, NotAPrinter},
		{"ends in the middle", printService{raw: []byte{1, 1, 0, 0, 0, 0, 0, 1, 4, 0x44, 0, 90, 'a'}}, NotAPrinter},
		{"hangs", printService{hang: true}, Stalled},
	} {
		s := c.service
		p := serve(t, &s)
		began := time.Now()
		_, err := p.Send(t.Context(), []byte("slip"))
		if e, ok := err.(*Error); !ok || e.Code != c.code || e.Sent != 0 || time.Since(began) > 2*time.Second {
			t.Errorf("%s: %v after %v", c.name, err, time.Since(began))
		}
		if s.job != nil {
			t.Errorf("%s: the job was handed over", c.name)
		}
	}
	t.Setenv("CUPS_SERVER", filepath.Join(t.TempDir(), "none"))
	p, _ := Open("cups:Counter", Limits{})
	if _, err := p.Send(t.Context(), []byte("slip")); CodeOf(err) != Unreachable {
		t.Error(err)
	}
	if all, err := Find(t.Context()); err != nil {
		t.Errorf("no print service: %v, %v", all, err)
	}
}

// TestAnAnswerThatIsLost: the job may be in the queue, and the error says so.
func TestAnAnswerThatIsLost(t *testing.T) {
	s := &printService{group: printerGroup(3, true, "none")}
	p := serve(t, s).(*queue)
	s.hang = true
	r := newRequest(opPrintJob)
	_, err := cups().call(t.Context(), p.path(), r.end(), []byte("slip"), p.limits)
	if e, ok := err.(*Error); !ok || e.Code != Stalled || e.Sent != 4 {
		t.Errorf("%+v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := p.Status(ctx); CodeOf(err) != Stopped {
		t.Error(err)
	}
}

func FuzzParseIPP(f *testing.F) {
	f.Add(append([]byte{1, 1, 0, 0, 0, 0, 0, 1}, append(printerGroup(3, true, "none"), groupEnd)...))
	f.Add([]byte{1, 1, 0, 0, 0, 0, 0, 1, 4, 0x44, 0xff, 0xff})
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := parseIPP(data)
		if err == nil {
			for _, p := range got.printers {
				_ = queueState(p)
			}
		}
	})
}
