// Package cups proves the way through a print service on a real one: CUPS, started here for the test alone, with a raw
// queue that ends in a socket. Its tests need CUPS; make e2e sets it up.
package cups

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"
	"time"

	"sanduq/core/tests/needs"
)

// Service is a running CUPS with a folder and a socket of its own.
type Service struct {
	Socket string
	dir    string
	cmd    *exec.Cmd
	done   chan struct{} // closed when it has ended
	ended  error         // how; once done is closed
}

const config = `LogLevel warn
Listen %[1]s/run/cups.sock
Browsing Off
DefaultAuthType None
WebInterface No
MaxJobs 0
<Location />
  Order allow,deny
  Allow all
</Location>
<Policy default>
  JobPrivateAccess all
  JobPrivateValues none
  SubscriptionPrivateAccess all
  SubscriptionPrivateValues none
  <Limit All>
    Order deny,allow
    Allow all
  </Limit>
</Policy>
`

const files = `SystemGroup %[2]s
ServerRoot %[1]s/etc
RequestRoot %[1]s/spool
TempDir %[1]s/spool/tmp
CacheDir %[1]s/cache
StateDir %[1]s/run
AccessLog %[1]s/log/access
ErrorLog %[1]s/log/error
PageLog %[1]s/log/page
`

// Start starts a service in an empty folder with a short path. Stop ends it.
func Start(ctx context.Context, dir string) (*Service, error) {
	for _, d := range []string{"etc", "spool/tmp", "cache", "run", "log"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
			return nil, err
		}
	}
	group := "root"
	if g, err := user.LookupGroupId(fmt.Sprint(os.Getgid())); err == nil {
		group = g.Name
	}
	write := func(name, text string) error {
		return os.WriteFile(filepath.Join(dir, "etc", name), []byte(text), 0o644)
	}
	if err := errors.Join(write("cupsd.conf", fmt.Sprintf(config, dir)), write("cups-files.conf", fmt.Sprintf(files, dir, group))); err != nil {
		return nil, err
	}
	program, err := needs.Find("/usr/sbin/cupsd", "cups")
	if err != nil {
		return nil, err
	}
	s := &Service{Socket: filepath.Join(dir, "run/cups.sock"), dir: dir, done: make(chan struct{})}
	s.cmd = exec.Command(program, "-f", "-c", filepath.Join(dir, "etc/cupsd.conf"), "-s", filepath.Join(dir, "etc/cups-files.conf"))
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	go func() { s.ended = s.cmd.Wait(); close(s.done) }()
	for {
		if c, err := net.Dial("unix", s.Socket); err == nil {
			return s, c.Close()
		}
		select {
		case <-s.done:
			return nil, fmt.Errorf("cupsd ended: %w\n%s", s.ended, s.Log())
		case <-ctx.Done():
			s.Stop()
			return nil, fmt.Errorf("cupsd does not listen: %w\n%s", ctx.Err(), s.Log())
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// Stop ends the service.
func (s *Service) Stop() {
	_ = s.cmd.Process.Signal(os.Interrupt)
	select {
	case <-s.done:
	case <-time.After(5 * time.Second):
		_ = s.cmd.Process.Kill()
		<-s.done
	}
}

// Log is what the service complained of.
func (s *Service) Log() string {
	text, _ := os.ReadFile(filepath.Join(s.dir, "log/error"))
	return string(text)
}

// Run runs a tool of CUPS against the service.
func (s *Service) Run(ctx context.Context, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), "CUPS_SERVER="+s.Socket, "LC_ALL=C")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, out)
	}
	return nil
}

// AddQueue adds a raw queue that ends at a host and port. CUPS would wait for the other side to hang up, and printers
// do not: waiteof=false.
func (s *Service) AddQueue(ctx context.Context, name, host string) error {
	return s.Run(ctx, "/usr/sbin/lpadmin", "-p", name, "-E", "-v", "socket://"+host+"/?waiteof=false", "-m", "raw")
}

// Sink is where a queue ends: it takes what a printer would, one job a connection.
type Sink struct {
	Addr string
	Jobs chan []byte
	l    net.Listener
}

// NewSink listens on loopback until Close.
func NewSink() (*Sink, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &Sink{Addr: l.Addr().String(), Jobs: make(chan []byte, 16), l: l}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			job, _ := io.ReadAll(c)
			_ = c.Close()
			s.Jobs <- job
		}
	}()
	return s, nil
}

// Close ends listening.
func (s *Sink) Close() error { return s.l.Close() }
