//go:build !windows

package printer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/user"
	"strings"
	"sync/atomic"
	"time"
)

// service is the system's print service, CUPS, where it listens.
type service struct{ network, address string }

// cups finds the service as its own tools do: by CUPS_SERVER, or at its usual socket.
func cups() service {
	if s := os.Getenv("CUPS_SERVER"); strings.HasPrefix(s, "/") {
		return service{"unix", s}
	} else if s != "" {
		if _, _, err := net.SplitHostPort(s); err != nil {
			s = net.JoinHostPort(strings.Trim(s, "[]"), "631")
		}
		return service{"tcp", s}
	}
	for _, path := range []string{"/run/cups/cups.sock", "/var/run/cups/cups.sock", "/private/var/run/cupsd"} {
		if _, err := os.Stat(path); err == nil {
			return service{"unix", path}
		}
	}
	return service{"tcp", "localhost:631"}
}

// queue is a printer of the service. The service is looked for again in each call, as it may be started
// again elsewhere.
type queue struct {
	name   string
	limits Limits
	turn   turn
}

func openQueue(name string, l Limits) (Printer, error) {
	return &queue{name: name, limits: l, turn: newTurn()}, nil
}

func (q *queue) uri() string { return "ipp://localhost" + q.path() }

func (q *queue) path() string { return "/printers/" + url.PathEscape(q.name) }

// Status asks the service how the queue is. Ready means that it takes jobs.
func (q *queue) Status(ctx context.Context) (State, error) {
	r := newRequest(opGetAttributes)
	r.add(tagURI, "printer-uri", q.uri())
	r.add(tagKeyword, "requested-attributes", "printer-state", "printer-state-reasons", "printer-is-accepting-jobs")
	got, err := cups().call(ctx, q.path(), r.end(), nil, q.limits)
	if err != nil {
		return Unknown, err
	}
	if len(got.printers) == 0 {
		return Unknown, &Error{Code: Gone}
	}
	return queueState(got.printers[0]), nil
}

// queueState reads printer-state (RFC 8011, 5.4.11) and its reasons.
func queueState(group map[string][]ippValue) State {
	const stopped = 5
	if accepting := group["printer-is-accepting-jobs"]; len(accepting) > 0 && !accepting[0].yes() {
		return Paused
	}
	worst := Ready
	if first(group, "printer-state").number() == stopped {
		worst = Paused
	}
	for _, reason := range group["printer-state-reasons"] {
		word := strings.TrimSuffix(strings.TrimSuffix(reason.text(), "-error"), "-warning")
		switch strings.TrimSuffix(word, "-report") {
		case "media-empty", "media-needed":
			return PaperOut
		case "cover-open", "door-open":
			return CoverOpen
		case "media-jam":
			return Fault
		case "offline", "shutdown", "connecting-to-device", "timed-out":
			if worst != Paused {
				worst = Off
			}
		case "media-low":
			if worst == Ready {
				worst = PaperLow
			}
		}
	}
	return worst
}

// Send hands the job to the queue, past its filters. A queue that is stopped gets nothing: what waits in it would come
// out later, when nobody looks. A queue without a driver's knowledge of its printer says nothing of paper, and takes
// it.
func (q *queue) Send(ctx context.Context, job []byte) (Delivery, error) {
	if err := q.turn.acquire(ctx); err != nil {
		return "", err
	}
	defer q.turn.give()
	state, err := q.Status(ctx)
	if err != nil {
		return "", err
	}
	if state == Paused {
		return "", &Error{Code: QueuePaused}
	}
	r := newRequest(opPrintJob)
	r.add(tagURI, "printer-uri", q.uri())
	r.add(tagName, "requesting-user-name", userName())
	r.add(tagName, "job-name", "slip")
	r.add(tagMIME, "document-format", "application/vnd.cups-raw")
	if _, err := cups().call(ctx, q.path(), r.end(), job, q.limits); err != nil {
		return "", err
	}
	return Queued, nil
}

func userName() string {
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return "till"
}

// longestAnswer is more than the list of a thousand queues takes.
const longestAnswer = 4 << 20

// call sends one request. An error has bytes sent only where the service may have the job.
func (s service) call(ctx context.Context, path string, head, job []byte, l Limits) (ippAnswer, error) {
	short, cancel := context.WithTimeout(ctx, l.Dial+l.Stall)
	defer cancel()
	var dialled atomic.Bool // from here on the service may have the job
	dialer := net.Dialer{Timeout: l.Dial}
	transport := &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		c, err := dialer.DialContext(ctx, s.network, s.address)
		if err == nil {
			dialled.Store(true)
		}
		return c, err
	}}
	req, err := http.NewRequestWithContext(short, http.MethodPost, "http://localhost"+path, io.MultiReader(bytes.NewReader(head), bytes.NewReader(job)))
	if err != nil {
		return ippAnswer{}, &Error{Code: BadAddress, Err: err}
	}
	req.ContentLength = int64(len(head) + len(job))
	req.Header.Set("Content-Type", "application/ipp")
	resp, err := transport.RoundTrip(req)
	if err != nil {
		if !dialled.Load() {
			return ippAnswer{}, unreachable(ctx, err)
		}
		return ippAnswer{}, failed(ctx, Stalled, len(job), err)
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode == http.StatusSwitchingProtocols { // its body has no end, and no context ends it
		return ippAnswer{}, failed(ctx, Stalled, len(job), errors.New("a change of protocol"))
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, longestAnswer))
	if err != nil {
		return ippAnswer{}, failed(ctx, Stalled, len(job), err)
	}
	return answered(resp, body, len(job))
}

// answered tells the service's own refusals, after which it has no job, from what is no answer.
func answered(resp *http.Response, body []byte, handed int) (ippAnswer, error) {
	switch resp.StatusCode {
	case http.StatusOK:
	case http.StatusUnauthorized, http.StatusForbidden:
		return ippAnswer{}, &Error{Code: NotAllowed, Err: errors.New(resp.Status)}
	default:
		return ippAnswer{}, &Error{Code: Refused, Err: errors.New(resp.Status)}
	}
	got, err := parseIPP(body)
	if err != nil {
		return got, &Error{Code: NotAPrinter, Sent: handed, Err: err}
	}
	if got.status < 0x0100 {
		return got, nil
	}
	code := Refused
	switch got.status {
	case 0x0401, 0x0402, 0x0403:
		code = NotAllowed
	case 0x0406, 0x0408:
		code = Gone
	case 0x0506:
		code = QueuePaused
	}
	return got, &Error{Code: code, Err: fmt.Errorf("status %#04x", got.status)}
}

// findQueues lists the queues of the service.
func findQueues(ctx context.Context) ([]Found, error) {
	r := newRequest(opGetPrinters)
	r.add(tagKeyword, "requested-attributes", "printer-name", "printer-info", "printer-location")
	got, err := cups().call(ctx, "/", r.end(), nil, Limits{Dial: time.Second, Stall: findLimit}.or())
	if err != nil {
		if e, ok := errors.AsType[*Error](err); ok && e.Code == Gone { // its word for an empty list
			return nil, nil
		}
		return nil, err
	}
	var all []Found
	for _, p := range got.printers {
		name := first(p, "printer-name").text()
		if name == "" {
			continue
		}
		shown := first(p, "printer-info").text()
		if shown == "" {
			shown = name
		}
		all = append(all, Found{Address: Address(WayCUPS, name), Way: WayCUPS, Name: shown, Place: first(p, "printer-location").text()})
	}
	return all, nil
}

// OpenDrawer hands the pulse over as a job.
func (q *queue) OpenDrawer(ctx context.Context, pin Pin) error {
	pulse := Pulse(pin)
	if pulse == nil {
		return nil
	}
	_, err := q.Send(ctx, pulse)
	return err
}
