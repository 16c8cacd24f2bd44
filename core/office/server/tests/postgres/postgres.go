//go:build linux

// Package postgres starts a PostgreSQL of its own, for tests, practice and
// measuring: Debian's programs, in a temporary folder, with fsync on as in a
// shop's, reached by a socket in that folder and by no network at all. A cluster that
// Patroni keeps is reached on loopback, by a password.
package postgres

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"sanduq/core/tests/needs"

	"github.com/jackc/pgx/v5"
)

// Server is a PostgreSQL under way. Start, Stop and Kill are called by one
// goroutine at a time.
type Server struct {
	Settings []string // more of them, as in "synchronous_commit=on"

	dir      string
	programs string
	child    *child
}

// child is the process, from its start to its end.
type child struct {
	process *os.Process
	ended   chan struct{}
}

// New makes the files of a server in a new folder of its own. Remove takes them
// away.
func New(ctx context.Context) (*Server, error) {
	programs, err := find()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "sanduq-postgres-")
	if err != nil {
		return nil, err
	}
	s := &Server{dir: dir, programs: programs}
	if err := give(dir); err != nil {
		return nil, errors.Join(err, s.Remove())
	}
	init := exec.CommandContext(ctx, filepath.Join(programs, "initdb"), "-D", s.data(), "-U", "sanduq", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
	init.SysProcAttr, init.Dir = attributes(), dir
	if out, err := init.CombinedOutput(); err != nil {
		return nil, errors.Join(fmt.Errorf("initdb: %w: %s", err, out), s.Remove())
	}
	return s, nil
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

// find looks for the programs, the newest where Debian keeps several.
func find() (string, error) {
	for _, name := range []string{"postgres", "initdb"} {
		if _, err := needs.Find(name, "office"); err != nil {
			there, _ := filepath.Glob("/usr/lib/postgresql/*/bin/postgres")
			if len(there) == 0 {
				return "", err
			}
			slices.SortFunc(there, func(a, b string) int {
				if len(a) != len(b) {
					return len(a) - len(b)
				}
				return strings.Compare(a, b)
			})
			return filepath.Dir(there[len(there)-1]), nil
		}
	}
	path, err := needs.Find("postgres", "office")
	if err != nil {
		return "", err
	}
	return filepath.Dir(path), nil
}

// URL is the connection string of a database of the server.
func (s *Server) URL(database string) string {
	return fmt.Sprintf("host=%s user=sanduq dbname=%s sslmode=disable", s.dir, database)
}

// Start starts the server and waits until it answers. What a killed one has left
// behind may keep it waiting for a moment.
func (s *Server) Start(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for {
		err := s.start(ctx)
		if err == nil || ctx.Err() != nil || !errors.Is(err, errLeft) {
			return err
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// errLeft: processes of the server before are still there.
var errLeft = errors.New("the shared memory is still in use")

func (s *Server) start(ctx context.Context) error {
	args := []string{"-D", s.data(), "-k", s.dir, "-c", "listen_addresses=", "-c", "fsync=on", "-c", "unix_socket_permissions=0700"}
	for _, one := range s.Settings {
		args = append(args, "-c", one)
	}
	log, err := os.Create(filepath.Join(s.dir, "log"))
	if err != nil {
		return err
	}
	defer func() { _ = log.Close() }()
	cmd := exec.Command(filepath.Join(s.programs, "postgres"), args...)
	cmd.SysProcAttr, cmd.Dir, cmd.Stdout, cmd.Stderr = attributes(), s.dir, log, log
	if s.child, err = begin(cmd); err != nil {
		return fmt.Errorf("start postgres: %w", err)
	}
	for {
		conn, err := pgx.Connect(ctx, s.URL("postgres"))
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-s.child.ended:
			s.child = nil
			said, _ := os.ReadFile(filepath.Join(s.dir, "log"))
			if strings.Contains(string(said), "shared memory block") {
				return errLeft
			}
			return fmt.Errorf("postgres ended at its start: %s", said)
		case <-ctx.Done():
			return errors.Join(err, s.Stop())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Process is the number of the server's first process; 0 while it does not run.
func (s *Server) Process() int {
	if s.child == nil {
		return 0
	}
	return s.child.process.Pid
}

// Stop ends the server as a machine that is shut down does, and waits.
func (s *Server) Stop() error { return s.end(syscall.SIGINT) }

// Kill ends the server and all that it has started as a power cut would, but for
// the disk's own cache, and waits.
func (s *Server) Kill() error { return s.end(syscall.SIGKILL) }

func (s *Server) end(by syscall.Signal) error {
	if s.child == nil {
		return nil
	}
	err := s.child.process.Signal(by)
	<-s.child.ended
	s.child = nil
	if errors.Is(err, os.ErrProcessDone) {
		return nil
	}
	return err
}

// Remove stops the server and removes its files.
func (s *Server) Remove() error {
	return errors.Join(s.Stop(), os.RemoveAll(s.dir))
}
