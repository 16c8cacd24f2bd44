package postgres

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"sanduq/core/tests/needs"
)

// Patroni is a cluster that Patroni keeps: members that are machines of their own, and
// the etcd that they agree by. Everything listens on loopback alone, behind a password.
// One goroutine at a time uses it.
type Patroni struct {
	Members []*Member

	dir, secret string
	etcd        *machine
	start       func() (*machine, error) // of etcd
}

// Settings of the cluster, by which it is measured. The leader says so to etcd every
// LoopWait; one that says nothing for TTL leads no more.
const (
	TTL          = 20 * time.Second // the least that Patroni advises
	LoopWait     = 2 * time.Second
	RetryTimeout = 5 * time.Second // for etcd to answer, before the primary steps down
)

// NewPatroni makes a cluster of so many members and starts it. Remove takes it away.
func NewPatroni(ctx context.Context, members int) (*Patroni, error) {
	etcd, err := needs.Find("etcd", "patroni")
	if err != nil {
		return nil, err
	}
	if _, err := needs.Find("patroni", "patroni"); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "sanduq-patroni-")
	if err != nil {
		return nil, err
	}
	p := &Patroni{dir: dir, secret: rand.Text()}
	fail := func(err error) (*Patroni, error) { return nil, errors.Join(err, p.Remove()) }
	ports, err := freePorts(2 + 2*members)
	if err != nil {
		return fail(err)
	}
	if err := give(dir); err != nil {
		return fail(err)
	}
	client, peer := fmt.Sprint("http://127.0.0.1:", ports[0]), fmt.Sprint("http://127.0.0.1:", ports[1])
	p.start = func() (*machine, error) {
		return newMachine(filepath.Join(dir, "etcd.log"), dir, etcd, "--name=one", "--data-dir="+filepath.Join(dir, "etcd"), "--log-level=warn", "--enable-v2",
			"--listen-client-urls="+client, "--advertise-client-urls="+client,
			"--listen-peer-urls="+peer, "--initial-advertise-peer-urls="+peer, "--initial-cluster=one="+peer)
	}
	if err := p.StartEtcd(); err != nil {
		return fail(err)
	}
	programs, err := find()
	if err != nil {
		return fail(err)
	}
	if real, err := filepath.EvalSymlinks(filepath.Join(programs, "postgres")); err == nil { // its neighbours, where there are links
		programs = filepath.Dir(real)
	}
	for i := range members {
		m := &Member{Name: fmt.Sprint("m", i+1), port: ports[2+2*i], rest: ports[3+2*i], secret: p.secret}
		m.dir = filepath.Join(dir, m.Name)
		if err := m.write(programs, ports[0]); err != nil {
			return fail(err)
		}
		p.Members = append(p.Members, m)
		if err := m.Start(); err != nil {
			return fail(err)
		}
	}
	if err := p.Whole(ctx); err != nil {
		return fail(err)
	}
	if err := p.database(ctx); err != nil {
		return fail(err)
	}
	return p, nil
}

// database makes the office's, and a role that owns it.
func (p *Patroni) database(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, p.url("postgres", "postgres"))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	for _, statement := range []string{"CREATE ROLE sanduq LOGIN CREATEROLE PASSWORD '" + p.secret + "'", "CREATE DATABASE office OWNER sanduq"} {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for _, m := range p.Members { // who asks one that has it not yet is told that there is none, and looks no further
		for {
			conn, err := pgx.Connect(ctx, m.URL())
			if err == nil {
				_ = conn.Close(ctx)
				break
			}
			if ctx.Err() != nil {
				return err
			}
			time.Sleep(50 * time.Millisecond)
		}
	}
	return nil
}

// freePorts are ports of loopback that nobody listens on.
func freePorts(n int) (ports []int, err error) {
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer func() { _ = l.Close() }() // at the end, so that they differ
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports, nil
}

// StartEtcd starts etcd again, which has lost nothing.
func (p *Patroni) StartEtcd() (err error) {
	p.etcd, err = p.start()
	return err
}

// KillEtcd kills it.
func (p *Patroni) KillEtcd() error {
	m := p.etcd
	p.etcd = nil
	return m.cut()
}

// URL is the connection string of the office's database at whichever member is the
// primary.
func (p *Patroni) URL() string { return p.url("sanduq", "office") }

func (p *Patroni) url(user, database string) string {
	var hosts, ports []string
	for _, m := range p.Members {
		hosts, ports = append(hosts, "127.0.0.1"), append(ports, strconv.Itoa(m.port))
	}
	return fmt.Sprintf("host=%s port=%s user=%s password=%s dbname=%s sslmode=disable target_session_attrs=read-write",
		strings.Join(hosts, ","), strings.Join(ports, ","), user, p.secret, database)
}

// Asynchronous is a fault to be injected: from now on the primary answers before anybody
// else has what it answers for, and who lacks it may lead.
func (p *Patroni) Asynchronous(ctx context.Context) error {
	leader, err := p.Leads(ctx)
	if err != nil {
		return err
	}
	if err := leader.ask(ctx, http.MethodPatch, "/config", map[string]any{
		"synchronous_mode": false, "synchronous_mode_strict": false, "maximum_lag_on_failover": 1 << 30}, &struct{}{}); err != nil {
		return err
	}
	return execAndWait(ctx, leader.url("postgres", "postgres"), nil, "SELECT current_setting('synchronous_standby_names') = ''")
}

// state is what a member answers of the cluster.
type state struct {
	Members []struct{ Name, Role, State string }
}

// members asks the members that answer who leads, and who follows so that no commit is
// answered before it has it; nil where there is nobody.
func (p *Patroni) members(ctx context.Context) (leader, synchronous *Member, running int, err error) {
	err = errors.New("no member answers")
	for _, m := range p.Members {
		var s state
		if m.machine == nil {
			continue
		}
		if silent := m.ask(ctx, http.MethodGet, "/cluster", nil, &s); silent != nil {
			err = errors.Join(err, silent)
			continue
		}
		err = nil
		for _, x := range s.Members {
			for _, of := range p.Members {
				switch {
				case x.Name != of.Name || x.State != "running" && x.State != "streaming":
				case x.Role == "leader":
					leader, running = of, running+1
				case x.Role == "sync_standby":
					synchronous, running = of, running+1
				default:
					running++
				}
			}
		}
		break
	}
	return leader, synchronous, running, err
}

// Primary is the member that leads, and the one that follows synchronously.
func (p *Patroni) Primary(ctx context.Context) (leader, synchronous *Member, err error) {
	leader, synchronous, _, err = p.members(ctx)
	if err == nil && (leader == nil || synchronous == nil) {
		err = errors.New("nobody leads, or nobody follows")
	}
	return leader, synchronous, err
}

// Leads is the member that leads, as far as those know who answer.
func (p *Patroni) Leads(ctx context.Context) (*Member, error) {
	leader, _, _, err := p.members(ctx)
	if err == nil && leader == nil {
		err = errors.New("nobody leads")
	}
	return leader, err
}

// wholeTime is how long members may take to come back: to find that somebody else
// leads, to be put back to where they parted, or to be copied again.
const wholeTime = 3 * time.Minute

// Whole waits until all members run, of which one leads and the others follow it.
func (p *Patroni) Whole(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, wholeTime)
	defer cancel()
	for {
		err := p.whole(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the cluster is not whole: %w: %s", err, p.Said())
		case <-time.After(200 * time.Millisecond):
		}
	}
}

func (p *Patroni) whole(ctx context.Context) error {
	leader, synchronous, running, err := p.members(ctx)
	if err != nil || leader == nil || synchronous == nil || running < len(p.Members) {
		return fmt.Errorf("%d of %d members run: %w", running, len(p.Members), err)
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, p.url("postgres", "postgres"))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	var follow int
	err = conn.QueryRow(ctx, "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming' AND application_name LIKE 'm%'").Scan(&follow)
	if err == nil && follow < len(p.Members)-1 {
		err = fmt.Errorf("%d of them follow", follow)
	}
	return err
}

// Said is the end of what etcd and the members said, for a test that fails.
func (p *Patroni) Said() string {
	var all strings.Builder
	logs := []string{filepath.Join(p.dir, "etcd.log")}
	for _, m := range p.Members {
		logs = append(logs, filepath.Join(m.dir, "log"))
	}
	for _, log := range logs {
		text, _ := os.ReadFile(log)
		fmt.Fprintf(&all, "\n%s:\n%s", log, text[max(0, len(text)-3000):])
	}
	return strings.ReplaceAll(all.String(), p.secret, "…")
}

// Remove ends everything and removes the files.
func (p *Patroni) Remove() error {
	var errs []error
	for _, m := range p.Members {
		if m.machine != nil {
			errs = append(errs, m.Cut())
		}
	}
	if p.etcd != nil {
		errs = append(errs, p.KillEtcd())
	}
	return errors.Join(append(errs, os.RemoveAll(p.dir))...)
}
