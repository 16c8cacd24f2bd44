// Package doctor looks whether an installation of head office is as it should be: one
// line for each thing, ok or with what to do. It changes nothing.
//
// It knows what may be wrong and not how a command line names it. It may import packages
// schema, collector and proof, and pgx. It holds no state and no lock.
package doctor

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"sanduq/core/office/server/collector"
	"sanduq/core/office/server/proof"
	"sanduq/core/office/server/schema"
)

// Config is what is looked at.
type Config struct {
	Database  string
	Cert, Key string                          // files; blank where something else has TLS
	Mail      func(ctx context.Context) error // asks the mail server; nil where no mail is sent
	Folder    string                          // on the disk that the database writes to; blank is where the database says, if that is here
	Keep      int                             // months after which serve lets a month go; 0 where it keeps all

	Now  func() time.Time                                // nil is time.Now
	Free func(folder string) (free, all uint64, e error) // nil asks the system
}

// Line is what was found of one thing.
type Line struct {
	Name string
	OK   bool
	Said string // what is there; or what is wrong, and what to do
}

// How much is too little, or too much.
const (
	clockMost   = 5 * time.Second
	certSoon    = 14 * 24 * time.Hour
	freeLeast   = 10 // of a hundred
	verdictMost = 48 * time.Hour
	looks       = 10 * time.Second // for one thing
	gathered    = 10_000           // rows without a month of their own
)

// Examine looks at everything. What needs a database that does not answer is left out.
func Examine(ctx context.Context, cfg Config) []Line {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Free == nil {
		cfg.Free = freeOf
	}
	x := examination{cfg: cfg}
	x.check(ctx, "certificate", x.certificate)
	x.check(ctx, "mail", x.mail)
	db, err := collector.Connect(ctx, cfg.Database, 0)
	if err == nil {
		defer db.Close()
		x.db = db
		err = within(ctx, func(ctx context.Context) error { return db.Ping(ctx) })
	}
	if err != nil {
		x.lines = append(x.lines, Line{"database", false, fmt.Sprintf("it does not answer: %v. Start it, or mend the connection string.", err)})
		return x.lines
	}
	x.lines = append(x.lines, Line{"database", true, "it answers"})
	x.check(ctx, "schema", x.schema)
	if last := x.lines[len(x.lines)-1]; !last.OK {
		return x.lines
	}
	for _, one := range []struct {
		name string
		look func(context.Context) (string, error)
	}{{"roles", x.roles}, {"durability", x.durability}, {"partitions", x.partitions}, {"retention", x.retention}, {"clock", x.clock}, {"disk", x.disk}, {"replication", x.replication}, {"verify", x.verified}} {
		x.check(ctx, one.name, one.look)
	}
	return x.lines
}

type examination struct {
	cfg   Config
	db    *pgxpool.Pool
	lines []Line
}

func within(ctx context.Context, do func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, looks)
	defer cancel()
	return do(ctx)
}

func (x *examination) check(ctx context.Context, name string, at func(context.Context) (string, error)) {
	line := Line{Name: name, OK: true}
	if err := within(ctx, func(ctx context.Context) (err error) { line.Said, err = at(ctx); return err }); err != nil {
		line.OK, line.Said = false, err.Error()
	}
	x.lines = append(x.lines, line)
}

func (x *examination) schema(ctx context.Context) (string, error) {
	if err := schema.Check(ctx, x.cfg.Database); err != nil {
		return "", err
	}
	return "the layout is this program's", nil
}

// roles: who serves adds rows and can neither change nor delete what is proved.
func (x *examination) roles(ctx context.Context) (string, error) {
	var who string
	var adds, deletes, reader bool
	if err := x.db.QueryRow(ctx, `SELECT current_user, has_table_privilege('receipts', 'INSERT') AND has_table_privilege('cursors', 'UPDATE') AND has_table_privilege('beats', 'DELETE'),
		has_table_privilege('receipts', 'DELETE'), EXISTS (SELECT FROM pg_roles WHERE rolname = 'sanduq_reader')`).Scan(&who, &adds, &deletes, &reader); err != nil {
		return "", err
	}
	switch {
	case !adds:
		return "", fmt.Errorf("%s cannot write what tills send: GRANT sanduq_writer TO it", who)
	case !reader:
		return "", errors.New("the role sanduq_reader is gone: run migrate as the layout's owner, or CREATE ROLE sanduq_reader NOLOGIN")
	case deletes:
		return fmt.Sprintf("%s works; it owns the layout and could delete receipts: serve is safer by a role that is granted sanduq_writer alone", who), nil
	}
	return fmt.Sprintf("%s adds rows and deletes none", who), nil
}

func (x *examination) durability(ctx context.Context) (string, error) {
	var wrong string
	err := x.db.QueryRow(ctx, `SELECT coalesce(string_agg(name || ' = ' || setting, ', ' ORDER BY name), '') FROM pg_settings
		WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off'`).Scan(&wrong)
	if err == nil && wrong != "" {
		err = fmt.Errorf("%s: a power cut loses what tills were told is kept. Switch it on", wrong)
	}
	return "what is acknowledged is on disk", err
}

func (x *examination) partitions(ctx context.Context) (string, error) {
	now := x.cfg.Now().UTC()
	var missing []string
	for _, table := range schema.ByMonths {
		for later := range 2 {
			name := table + "_" + time.Date(now.Year(), now.Month()+time.Month(later), 1, 0, 0, 0, 0, time.UTC).Format("200601")
			var there bool
			if err := x.db.QueryRow(ctx, "SELECT to_regclass($1) IS NOT NULL", name).Scan(&there); err != nil {
				return "", err
			}
			if !there {
				missing = append(missing, name)
			}
		}
		var waits int
		if err := x.db.QueryRow(ctx, fmt.Sprintf("SELECT count(*) FROM (SELECT FROM %s_other LIMIT %d) x", table, gathered+1)).Scan(&waits); err != nil {
			return "", err
		}
		if waits > gathered {
			missing = append(missing, fmt.Sprintf("more than %d rows of %s have no month", gathered, table))
		}
	}
	if len(missing) > 0 {
		return "", fmt.Errorf("%s: serve makes them within the hour. Look into its log, or run migrate", strings.Join(missing, ", "))
	}
	return "this month and the next have theirs", nil
}

// retention: months that should have gone are gone, and anyone who serves may let them go.
func (x *examination) retention(ctx context.Context) (string, error) {
	var gone int
	var newest string
	if err := x.db.QueryRow(ctx, "SELECT count(*), coalesce(to_char(max(month), 'YYYY-MM'), '') FROM gone_months").Scan(&gone, &newest); err != nil {
		return "", err
	}
	went := ""
	if gone > 0 {
		went = fmt.Sprintf("; %d tables' months are gone, up to %s", gone, newest)
	}
	if x.cfg.Keep <= 0 {
		return "all is kept" + went, nil
	}
	now := x.cfg.Now().UTC()
	from := time.Date(now.Year(), now.Month()-time.Month(x.cfg.Keep), 1, 0, 0, 0, 0, time.UTC)
	var waits, owner string
	var owns bool
	if err := x.db.QueryRow(ctx, `SELECT coalesce(string_agg(c.relname, ', ' ORDER BY c.relname), ''), max(pg_get_userbyid(p.relowner)), bool_and(pg_has_role(p.relowner, 'USAGE'))
		FROM pg_class p LEFT JOIN pg_inherits i ON i.inhparent = p.oid
		LEFT JOIN pg_class c ON c.oid = i.inhrelid AND c.relname ~ '_[0-9]{6}$' AND right(c.relname, 6) < $2 WHERE p.oid = ANY($1::text[]::regclass[])`,
		schema.ByMonths, from.Format("200601")).Scan(&waits, &owner, &owns); err != nil {
		return "", err
	}
	switch {
	case !owns:
		return "", fmt.Errorf("no month goes: only %s drops one. Let serve connect by that role, or take --keep-months away", owner)
	case waits != "":
		return "", fmt.Errorf("%s should be gone: a month goes within the hour once verify has proved it and found no fault. Let verify run, and look into serve's log", waits)
	}
	return "months before " + from.Format("2006-01") + " go" + went, nil
}

func (x *examination) clock(ctx context.Context) (string, error) {
	began := x.cfg.Now()
	var is time.Time
	if err := x.db.QueryRow(ctx, "SELECT clock_timestamp()").Scan(&is); err != nil {
		return "", err
	}
	ahead := x.cfg.Now().Sub(is)
	if took := x.cfg.Now().Sub(began); ahead.Abs() > clockMost+took {
		return "", fmt.Errorf("this machine's clock is %s from the database's: let both follow a time server", ahead.Abs().Round(time.Second))
	}
	return "as the database's", nil
}

func (x *examination) certificate(context.Context) (string, error) {
	if x.cfg.Cert == "" && x.cfg.Key == "" {
		return "none here: something in front has TLS", nil
	}
	pair, err := tls.LoadX509KeyPair(x.cfg.Cert, x.cfg.Key)
	if err != nil {
		return "", fmt.Errorf("it cannot be used: %w. Tills are not heard until it can", err)
	}
	now := x.cfg.Now()
	switch left := pair.Leaf.NotAfter.Sub(now); {
	case left <= 0:
		return "", fmt.Errorf("it ended on %s: no till comes. Renew it; serve reads it anew", pair.Leaf.NotAfter.Format(time.DateOnly))
	case now.Before(pair.Leaf.NotBefore):
		return "", fmt.Errorf("it begins on %s: look at this machine's clock", pair.Leaf.NotBefore.Format(time.DateOnly))
	case left < certSoon:
		return "", fmt.Errorf("it ends on %s: renew it", pair.Leaf.NotAfter.Format(time.DateOnly))
	}
	return "until " + pair.Leaf.NotAfter.Format(time.DateOnly), nil
}

func (x *examination) mail(ctx context.Context) (string, error) {
	if x.cfg.Mail == nil {
		return "none is sent", nil
	}
	if err := x.cfg.Mail(ctx); err != nil {
		return "", fmt.Errorf("%w: alerts wait until it does", err)
	}
	return "the server takes it", nil
}

func (x *examination) disk(ctx context.Context) (string, error) {
	folder := x.cfg.Folder
	if folder == "" {
		if err := x.db.QueryRow(ctx, "SELECT coalesce(current_setting('data_directory', true), '')").Scan(&folder); err != nil || folder == "" {
			return "the database does not say where it writes: name the folder, or watch its disk there", nil
		}
		if _, err := os.Stat(folder); errors.Is(err, os.ErrNotExist) {
			return "the database is on another machine: watch its disk there", nil
		}
	}
	free, all, err := x.cfg.Free(folder)
	if err != nil {
		return "", fmt.Errorf("%s: %w", folder, err)
	}
	part := 100 * float64(free) / math.Max(float64(all), 1)
	if part < freeLeast {
		return "", fmt.Errorf("%.0f %% of %s are free: when it is full nothing is taken. Make room, or detach an old month", part, folder)
	}
	return fmt.Sprintf("%.0f %% are free", part), nil
}

// freeOf asks the system.
func freeOf(folder string) (free, all uint64, err error) {
	var is syscall.Statfs_t
	if err := syscall.Statfs(folder, &is); err != nil {
		return 0, 0, err
	}
	return is.Bavail * uint64(is.Bsize), is.Blocks * uint64(is.Bsize), nil
}

func (x *examination) replication(ctx context.Context) (string, error) {
	var wanted, lost string
	var replicas int
	if err := x.db.QueryRow(ctx, `SELECT current_setting('synchronous_standby_names'), (SELECT count(*) FROM pg_stat_replication),
		coalesce((SELECT string_agg(slot_name, ', ' ORDER BY slot_name) FROM pg_replication_slots WHERE NOT active), '')`).Scan(&wanted, &replicas, &lost); err != nil {
		return "", err
	}
	switch {
	case wanted != "" && replicas == 0:
		return "", fmt.Errorf("commits wait for %s, and no replica is there: nothing is taken until one is. Start it", wanted)
	case lost != "":
		return "", fmt.Errorf("nobody reads the slots %s: the disk fills with what they keep. Start the replica, or drop the slot", lost)
	case replicas == 0:
		return "there is no replica: a disk that dies takes with it what tills no longer have", nil
	}
	return fmt.Sprintf("%d replicas read along", replicas), nil
}

// verified looks at the newest of what verify has found.
func (x *examination) verified(ctx context.Context) (string, error) {
	var text string
	err := x.db.QueryRow(ctx, "SELECT text FROM verdicts ORDER BY no DESC LIMIT 1").Scan(&text)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", errors.New("it has never run: let it run once a day, with --publish")
	}
	var v proof.Verdict
	if err == nil {
		err = json.Unmarshal([]byte(text), &v)
	}
	switch {
	case err != nil:
		return "", err
	case len(v.Faults) > 0:
		return "", fmt.Errorf("on %s it has found: %s", v.At.Format(time.DateOnly), v.Faults[0])
	case x.cfg.Now().Sub(v.At) > verdictMost:
		return "", fmt.Errorf("it ran last on %s: let it run once a day", v.At.Format(time.DateOnly))
	}
	return "no fault on " + v.At.Format(time.DateOnly), nil
}
