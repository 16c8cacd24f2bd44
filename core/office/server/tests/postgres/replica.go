//go:build linux

package postgres

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"
)

// Replica makes a copy of a running server in a folder of its own, which follows it
// once it is started. It is not synchronous before Synchronous.
func (s *Server) Replica(ctx context.Context) (*Server, error) {
	dir, err := os.MkdirTemp("", "sanduq-postgres-")
	if err != nil {
		return nil, err
	}
	r := &Server{Settings: s.Settings, dir: dir, programs: s.programs}
	if err := give(dir); err != nil {
		return nil, errors.Join(err, r.Remove())
	}
	program := filepath.Join(s.programs, "pg_basebackup")
	if real, err := filepath.EvalSymlinks(filepath.Join(s.programs, "postgres")); err == nil { // its neighbour, where there are links
		program = filepath.Join(filepath.Dir(real), "pg_basebackup")
	}
	copied := exec.CommandContext(ctx, program, "-h", s.dir, "-U", "sanduq", "-D", r.data(), "-R", "-X", "stream", "--checkpoint=fast", "--no-sync")
	copied.SysProcAttr, copied.Dir = attributes(), dir
	if out, err := copied.CombinedOutput(); err != nil {
		return nil, errors.Join(fmt.Errorf("pg_basebackup: %w: %s", err, out), r.Remove())
	}
	return r, nil
}

// Synchronous waits until a replica follows, and lets no commit be answered from then
// on before the replica has it on its disk.
func (s *Server) Synchronous(ctx context.Context) error {
	return s.execAndWait(ctx, []string{"ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()"},
		"SELECT count(*) > 0 FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = 'sync'")
}

// Followed waits until a replica follows.
func (s *Server) Followed(ctx context.Context) error {
	return s.execAndWait(ctx, nil, "SELECT count(*) > 0 FROM pg_stat_replication WHERE state = 'streaming'")
}

// Detach lets a replica follow nobody any more.
func (s *Server) Detach(ctx context.Context) error {
	return s.execAndWait(ctx, []string{"ALTER SYSTEM SET primary_conninfo = ''", "SELECT pg_reload_conf()"}, "SELECT count(*) = 0 FROM pg_stat_wal_receiver")
}

// Promote makes a replica the primary.
func (s *Server) Promote(ctx context.Context) error {
	return s.execAndWait(ctx, []string{"SELECT pg_promote()"}, "SELECT NOT pg_is_in_recovery()")
}

func (s *Server) execAndWait(ctx context.Context, statements []string, until string) error {
	return execAndWait(ctx, s.URL("postgres"), statements, until)
}

// execAndWait says something to a server, and waits until a question is answered with yes.
func execAndWait(ctx context.Context, url string, statements []string, until string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	for _, statement := range statements {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return err
		}
	}
	for yes := false; !yes; time.Sleep(10 * time.Millisecond) {
		if err := conn.QueryRow(ctx, until).Scan(&yes); err != nil {
			return fmt.Errorf("wait for %q: %w", until, err)
		}
	}
	return nil
}

// Either is the connection string of a database of whichever of two servers is the
// primary.
func (s *Server) Either(other *Server, database string) string {
	return fmt.Sprintf("host=%s,%s user=sanduq dbname=%s sslmode=disable target_session_attrs=read-write", s.dir, other.dir, database)
}
