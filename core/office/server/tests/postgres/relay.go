//go:build linux

package postgres

import (
	"context"
	"io"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
)

// Relay stands before a server, as a server of its own. Frozen, it keeps its connections
// and takes new ones, and nobody ever hears of it again: a server that hangs, or that lost
// its power behind a network that does not say so.
type Relay struct {
	dir    string
	to     string
	frozen chan struct{}
	end    func()
}

// Relays returns so many before the server of a database, and the connection string that
// leads through whichever of them lets one write. They listen once they are told to.
func Relays(t testing.TB, database string, n int) (all []*Relay, through string) {
	t.Helper()
	settings, err := pgx.ParseConfig(database)
	if err != nil {
		t.Fatal(err)
	}
	var hosts []string
	for range n {
		r := &Relay{dir: t.TempDir(), to: socket(settings.Host), frozen: make(chan struct{}), end: func() {}}
		all, hosts = append(all, r), append(hosts, r.dir)
	}
	return all, strings.Replace(database, "host="+settings.Host, "host="+strings.Join(hosts, ","), 1) + " target_session_attrs=read-write"
}

func socket(dir string) string { return filepath.Join(dir, ".s.PGSQL.5432") }

// Listen begins; it ends with the test at the latest.
func (r *Relay) Listen(t testing.TB) {
	t.Helper()
	l, err := net.Listen("unix", socket(r.dir))
	if err != nil {
		t.Fatal(err)
	}
	over, end := context.WithCancel(context.Background())
	var all sync.WaitGroup
	r.end = sync.OnceFunc(func() { end(); _ = l.Close(); all.Wait() })
	t.Cleanup(r.end)
	all.Go(func() {
		for {
			here, err := l.Accept()
			if err != nil {
				return
			}
			all.Go(func() { r.carry(over, here) })
		}
	})
}

// Freeze is called once.
func (r *Relay) Freeze() { close(r.frozen) }

// End closes all that it carries, frozen or not.
func (r *Relay) End() { r.end() }

func (r *Relay) carry(over context.Context, here net.Conn) {
	defer func() { _ = here.Close() }()
	there, err := net.Dial("unix", r.to)
	if err != nil {
		return
	}
	ended := make(chan struct{}, 2)
	for _, pair := range [][2]net.Conn{{here, there}, {there, here}} {
		go func() {
			_, _ = io.Copy(pair[0], freezable{pair[1], r.frozen})
			ended <- struct{}{}
		}()
	}
	select {
	case <-ended:
	case <-r.frozen:
	case <-over.Done():
	}
	_ = there.Close() // what it was at there is over
	select {
	case <-r.frozen:
		<-over.Done()
	default:
	}
}

// freezable reads until it is frozen.
type freezable struct {
	io.Reader
	frozen chan struct{}
}

func (t freezable) Read(p []byte) (int, error) {
	n, err := t.Reader.Read(p)
	select {
	case <-t.frozen:
		return 0, io.EOF
	default:
		return n, err
	}
}
