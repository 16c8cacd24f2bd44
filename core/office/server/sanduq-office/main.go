// Sanduq-office is head office's program: it takes what tills send into
// PostgreSQL. It has no window and keeps nothing by itself, so that any number of
// it may run behind a load balancer. See assets/manual/office.md.
//
// The database is named by SANDUQ_OFFICE_DATABASE, a connection string of
// PostgreSQL, or by the file that --database-file names; never on the command
// line, which everybody on the machine can read. A file that is named without a
// folder is a credential of systemd's.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

	"github.com/alecthomas/kong"

	"sanduq/core"
	"sanduq/core/office/server/alerts"
	"sanduq/core/office/server/collector"
	"sanduq/core/office/server/page"
	"sanduq/core/office/server/proof"
	"sanduq/core/office/server/registry"
	"sanduq/core/office/server/schema"
)

// version is set when the program is built.
var version = "dev"

type program struct {
	DatabaseFile string           `help:"File with the connection string." placeholder:"FILE"`
	Config       settingsFile     `help:"File with values of flags, TOML, as in alert-quiet = \"22:00-07:30\". What the command line says goes first." placeholder:"FILE"`
	Log          string           `help:"How the log is written." enum:"text,json" default:"text"`
	Version      kong.VersionFlag `help:"Say the version."`

	Serve        serve        `cmd:"" help:"Take what tills send, until told to stop."`
	Migrate      migrate      `cmd:"" help:"Bring the database to the layout of this version."`
	Tills        tills        `cmd:"" help:"List tills."`
	Shops        shops        `cmd:"" help:"List shops."`
	People       people       `cmd:"" help:"List who may look at the page."`
	AddTill      addTill      `cmd:"" group:"change" help:"Add a till, and print a one-time code for it."`
	Code         code         `cmd:"" group:"change" help:"Print a new one-time code for a till, which gets a new key by it."`
	Revoke       revoke       `cmd:"" group:"change" help:"Make a till's key worthless at once."`
	RenameTill   renameTill   `cmd:"" group:"change" help:"Give a till another name."`
	MoveTill     moveTill     `cmd:"" group:"change" help:"Make a till one of another shop; what it sold stays where it was sold."`
	RemoveTill   removeTill   `cmd:"" group:"change" help:"Take a till away that has never sent anything."`
	RenameShop   renameShop   `cmd:"" group:"change" help:"Give a shop another name."`
	SetZone      setZone      `cmd:"" group:"change" help:"Let a shop's days begin in another time zone than the page's."`
	RemoveShop   removeShop   `cmd:"" group:"change" help:"Take a shop away that has no tills."`
	RemovePerson removePerson `cmd:"" group:"change" help:"Let somebody look at the page no longer, at once."`
	Release      release      `cmd:"" group:"change" help:"Take from a till again whose history changed too often in a day."`
	SetPerson    setPerson    `cmd:"" group:"change" help:"Let somebody look at the page, or give them a new password, which is read from the input."`
	Operations   operations   `cmd:"" help:"List who changed what by these commands."`
	Doctor       examine      `cmd:"" help:"Look whether this installation is as it should be, and say what to do where it is not."`
	Verify       verify       `cmd:"" help:"Recount chains, receipts, seals and totals from the rows, and write down what was found."`
}

// surroundings are what commands work with.
type surroundings struct {
	ctx      context.Context
	in       io.Reader
	out      io.Writer
	database func() (string, error)
	file     func(name string) string // where it is
	log      *slog.Logger
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Getenv, os.Stdin, os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "sanduq-office:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, env func(string) string, in io.Reader, out, log io.Writer) error {
	var p program
	file := func(name string) string { return credential(env("CREDENTIALS_DIRECTORY"), name) }
	parser, err := kong.New(&p, kong.Bind(locate(file)), kong.Name("sanduq-office"), kong.Description("Head office for tills of Sanduq."), kong.Writers(out, log),
		kong.Vars{"version": version}, kong.UsageOnError(),
		kong.ExplicitGroups([]kong.Group{{Key: changing, Title: "Commands that change something, and are written down before they do:"}}))
	if err != nil {
		return err
	}
	if i := slices.IndexFunc(args, func(one string) bool { return !utf8.ValidString(one) }); i >= 0 {
		return fmt.Errorf("argument %d is no text in UTF-8, as names are", i+1)
	}
	command, err := parser.Parse(args)
	if err != nil {
		return err
	}
	var lines slog.Handler = slog.NewTextHandler(log, nil)
	if p.Log == "json" {
		lines = slog.NewJSONHandler(log, nil)
	}
	s := &surroundings{ctx: ctx, in: in, out: out, log: slog.New(lines), file: file, database: func() (string, error) {
		if p.DatabaseFile != "" {
			text, err := os.ReadFile(file(p.DatabaseFile))
			return strings.TrimSpace(string(text)), err
		}
		if said := env("SANDUQ_OFFICE_DATABASE"); said != "" {
			return said, nil
		}
		return "", errors.New("no database: set SANDUQ_OFFICE_DATABASE or --database-file")
	}}
	if group := command.Selected().Group; group == nil || group.Key != changing {
		return command.Run(s)
	}
	return s.noted(args, env, func() error { return command.Run(s) })
}

// credential is a file by the name that a flag gives it: without a folder, it is one
// that systemd hands to the service, where there is such.
func credential(dir, name string) string {
	if dir == "" || name == "" || filepath.Base(name) != name {
		return name
	}
	return filepath.Join(dir, name)
}

// fitting is the database, once it has the layout of this program.
func (s *surroundings) fitting() (string, error) {
	database, err := s.database()
	if err != nil {
		return "", err
	}
	return database, schema.Check(s.ctx, database)
}

// with opens a collector for one command.
func (s *surroundings) with(do func(*collector.Collector) error) error {
	database, err := s.fitting()
	if err != nil {
		return err
	}
	c, err := collector.Open(s.ctx, collector.Config{Database: database, Logger: s.log})
	if err != nil {
		return err
	}
	defer c.Close()
	return do(c)
}

type migrate struct {
	Up     migrateUp     `cmd:"" default:"1" help:"Bring the database to the layout of this version."`
	Status migrateStatus `cmd:"" help:"Say which layouts this program knows, and which the database has."`
	Down   migrateDown   `cmd:"" help:"Take the database back to an older layout, before an older program is installed."`
}

type migrateUp struct{}

func (migrateUp) Run(s *surroundings) error {
	database, err := s.database()
	if err != nil {
		return err
	}
	return schema.Migrate(s.ctx, database)
}

type migrateStatus struct{}

func (migrateStatus) Run(s *surroundings) error {
	database, err := s.database()
	if err != nil {
		return err
	}
	steps, err := schema.Status(s.ctx, database)
	if err != nil {
		return err
	}
	for _, step := range steps {
		said := "waits"
		if step.Done {
			said = "done"
		}
		if _, err := fmt.Fprintf(s.out, "%-5s  %s\n", said, step.Name); err != nil {
			return err
		}
	}
	return schema.Check(s.ctx, database)
}

type migrateDown struct {
	To int64 `arg:"" help:"The layout's number, as status says it."`
}

func (x migrateDown) Run(s *surroundings) error {
	database, err := s.database()
	if err != nil {
		return err
	}
	return schema.Down(s.ctx, database, x.To)
}

type addTill struct {
	Shop     label `arg:"" help:"Its shop's name; a new one is a new shop."`
	Till     label `arg:"" help:"Its own name."`
	Practice bool  `help:"A till of the practice bank: no money moves."`
}

func (a addTill) Run(s *surroundings) error {
	if err := s.keeping(func(r *registry.Registry) error { return r.Free(s.ctx, string(a.Shop), string(a.Till), a.Practice) }); err != nil {
		return err
	}
	return s.with(func(c *collector.Collector) error {
		environment := core.Live
		if a.Practice {
			environment = core.Sandbox
		}
		number, err := c.AddTill(s.ctx, string(a.Shop), string(a.Till), environment)
		if err != nil {
			return err
		}
		return s.code(c, number)
	})
}

// code prints a new code. It is the one thing secret that this program prints, and
// it is good for one use.
func (s *surroundings) code(c *collector.Collector, till int64) error {
	code, err := c.Code(s.ctx, till)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "till %d: %s\nType this code at the till within a day. It works once.\n", till, code.Reveal())
	return err
}

// one names a till.
type one struct {
	Till number `arg:"" help:"The till's number."`
}

type code struct{ one }

func (x code) Run(s *surroundings) error {
	if err := s.keeping(func(r *registry.Registry) error { return r.Exists(s.ctx, int64(x.Till)) }); err != nil {
		return err
	}
	return s.with(func(c *collector.Collector) error { return s.code(c, int64(x.Till)) })
}

type revoke struct{ one }

func (x revoke) Run(s *surroundings) error {
	return s.keeping(func(r *registry.Registry) error { return r.Revoke(s.ctx, int64(x.Till)) })
}

type release struct{ one }

func (x release) Run(s *surroundings) error {
	if err := s.keeping(func(r *registry.Registry) error { return r.Exists(s.ctx, int64(x.Till)) }); err != nil {
		return err
	}
	return s.with(func(c *collector.Collector) error { return c.Release(s.ctx, int64(x.Till)) })
}

type setPerson struct {
	Name label    `arg:"" help:"The person's name."`
	Shop []string `help:"A shop that they see; all of them where none is named. Once for each shop." placeholder:"NAME" sep:"none"`

	SignOn bool `help:"They sign in with the chain's identity provider; the name is their e-mail address there, and no password is read."`
}

func (x setPerson) Run(s *surroundings) error {
	database, err := s.database()
	if err != nil {
		return err
	}
	db, err := collector.Connect(s.ctx, database, 0)
	if err != nil {
		return err
	}
	defer db.Close()
	people := page.NewPeople(db, time.Now)
	if x.SignOn {
		return people.SetSignOn(s.ctx, string(x.Name), x.Shop...)
	}
	line, err := bufio.NewReader(io.LimitReader(s.in, 4096)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	return people.Set(s.ctx, string(x.Name), core.NewSecret(strings.TrimRight(line, "\r\n")), x.Shop...)
}

type verify struct {
	All     bool   `help:"Recount everything, and not only what is new, the newest days and a part of the older ones."`
	Publish string `help:"File to which a line is added, chained to the one before; the last line there must be of this database. Keep it where the database's administrator cannot write." placeholder:"FILE"`

	Alerts alertFlags `embed:"" prefix:"alert-"`
}

// errUnsound ends the program with an error, once what is wrong is printed.
var errUnsound = errors.New("the database contradicts itself")

func (x verify) Run(s *surroundings) (err error) {
	database, err := s.fitting()
	if err != nil {
		return err
	}
	db, err := collector.Connect(s.ctx, database, 0)
	if err != nil {
		return err
	}
	defer db.Close()
	var post *alerts.Mail
	if x.Alerts.Mail != "" { // what is wrong with the flags is told before the work
		if post, err = x.Alerts.mail(time.UTC, s); err != nil {
			return err
		}
	}
	var published io.Reader = strings.NewReader("")
	var file *os.File
	if x.Publish != "" {
		if file, err = os.OpenFile(x.Publish, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o600); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, file.Close()) }()
		published = file
	}
	v, r, err := proof.Recount(s.ctx, db, x.All, time.Now(), published)
	if err != nil {
		return err
	}
	line, err := v.Line()
	if err != nil {
		return err
	}
	if file != nil {
		_, err := fmt.Fprintln(file, line)
		if err = errors.Join(err, file.Sync()); err != nil {
			return err
		}
	}
	if post != nil {
		if err := post.Publish(s.ctx, line); err != nil {
			return fmt.Errorf("what was found is written down and not mailed: %w", err)
		}
	}
	for _, fault := range r.Faults {
		if _, err := fmt.Fprintln(s.out, fault); err != nil {
			return err
		}
	}
	if len(r.Faults) > 0 {
		return errUnsound
	}
	if r.Gone > 0 {
		if _, err := fmt.Fprintf(s.out, "%d months of tables were let go by retention; see reading.gone\n", r.Gone); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(s.out, "%d receipts, %d lines of the audit and %d sales of %d days: chains, totals, receipts and seals agree; %d days wait for a seal\n", r.Receipts, r.Audit, r.Sales, r.Days, r.Unsealed)
	return err
}
