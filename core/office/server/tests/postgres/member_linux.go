package postgres

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// Member is one of a cluster's: a machine with PostgreSQL and its Patroni.
type Member struct {
	Name string

	dir        string
	port, rest int // of PostgreSQL, and of what Patroni answers on
	secret     string
	machine    *machine // nil while there is no power
}

// write makes the member's folder with Patroni's configuration.
func (m *Member) write(programs string, etcd int) error {
	type object = map[string]any
	local := func(port int) string { return fmt.Sprint("127.0.0.1:", port) }
	user := func(name string) object { return object{"username": name, "password": m.secret} }
	text, err := json.MarshalIndent(object{ // which is YAML too
		"scope": "sanduq", "name": m.Name,
		"restapi": object{"listen": local(m.rest), "connect_address": local(m.rest), "authentication": user("patroni")},
		"etcd":    object{"host": local(etcd)}, // not etcd3: of that, Debian 12's Patroni may take what it remembers for what is there
		"bootstrap": object{
			"dcs": object{
				"ttl": int(TTL.Seconds()), "loop_wait": int(LoopWait.Seconds()), "retry_timeout": int(RetryTimeout.Seconds()),
				"synchronous_mode": true, "synchronous_mode_strict": true, "primary_start_timeout": 0,
				"postgresql": object{"use_pg_rewind": true},
			},
			"initdb": []any{object{"encoding": "UTF8"}, object{"locale": "C"}, "data-checksums"},
		},
		"postgresql": object{
			"listen": local(m.port), "connect_address": local(m.port), "bin_dir": programs, "data_dir": filepath.Join(m.dir, "data"),
			"pgpass":         filepath.Join(m.dir, "pgpass"),
			"authentication": object{"superuser": user("postgres"), "replication": user("replicator"), "rewind": user("rewind")},
			"pg_hba":         []string{"host all all 127.0.0.1/32 scram-sha-256", "host replication replicator 127.0.0.1/32 scram-sha-256"},
			"parameters":     object{"unix_socket_directories": m.dir, "unix_socket_permissions": "0700", "password_encryption": "scram-sha-256"},
			"remove_data_directory_on_rewind_failure": true, "remove_data_directory_on_diverged_timelines": true,
		},
		"watchdog": object{"mode": "off"},
	}, "", "  ")
	if err != nil {
		return err
	}
	if err := os.Mkdir(m.dir, 0o700); err != nil {
		return err
	}
	path := filepath.Join(m.dir, "patroni.json")
	return errors.Join(os.WriteFile(path, text, 0o600), give(path), give(m.dir))
}

// Start gives the member its power: Patroni finds what is on the disk.
func (m *Member) Start() (err error) {
	patroni, err := exec.LookPath("patroni")
	if err == nil {
		m.machine, err = newMachine(filepath.Join(m.dir, "log"), m.dir, patroni, filepath.Join(m.dir, "patroni.json"))
	}
	return err
}

// Cut takes the member's power away: Patroni and PostgreSQL end together.
func (m *Member) Cut() error {
	was := m.machine
	m.machine = nil
	return was.cut()
}

// Freeze stops all of the member where it stands; who is connected to it stays so.
func (m *Member) Freeze() error { return m.machine.freeze() }

// ResumePostgreSQL lets PostgreSQL go on, and Patroni not yet.
func (m *Member) ResumePostgreSQL() error { return m.machine.resume("postgres") }

// Resume lets all of it go on.
func (m *Member) Resume() error { return m.machine.resume("") }

// URL is the connection string of the office's database at this member, whatever it is.
func (m *Member) URL() string { return m.url("sanduq", "office") }

func (m *Member) url(user, database string) string {
	return fmt.Sprintf("host=127.0.0.1 port=%d user=%s password=%s dbname=%s sslmode=disable", m.port, user, m.secret, database)
}

// ask asks the member's Patroni.
func (m *Member) ask(ctx context.Context, method, path string, body, into any) error {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, method, fmt.Sprint("http://127.0.0.1:", m.rest, path), bytes.NewReader(text))
	if err != nil {
		return err
	}
	r.SetBasicAuth("patroni", m.secret)
	r.Close = true // its machine may be gone at the next
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s", path, answer.Status)
	}
	return json.NewDecoder(answer.Body).Decode(into)
}
