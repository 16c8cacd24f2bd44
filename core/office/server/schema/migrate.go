package schema

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Migrate brings the database at a connection string to the layout of this
// program. Collectors that start at the same time wait for each other. The role
// needs the right to make tables, and, the first time, roles.
func Migrate(ctx context.Context, database string) error {
	config, err := pgx.ParseConfig(database)
	if err != nil {
		return fmt.Errorf("schema: %w", err) // pgx takes the password out
	}
	db := stdlib.OpenDB(*config)
	defer func() { _ = db.Close() }()
	provider, err := Layouts(db)
	if err != nil {
		return err
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("schema: migrate: %w", err)
	}
	for _, table := range ByMonths { // package months goes on with it
		for later := -1; later <= Ahead; later++ {
			if _, err := db.ExecContext(ctx, "SELECT keep_month($1, (date_trunc('month', now()) + $2 * interval '1 month')::date)", table, later); err != nil {
				return fmt.Errorf("schema: make months: %w", err)
			}
		}
	}
	return nil
}

// ByMonths are the tables that are kept in partitions by month.
var ByMonths = []string{"receipts", "audit", "sales", "cash"}

// Ahead is how many months after the present one have their partitions.
const Ahead = 3

// Layouts are the migrations, over a database that the caller closes.
func Layouts(db *sql.DB) (*goose.Provider, error) {
	locker, err := lock.NewPostgresSessionLocker()
	if err != nil {
		return nil, fmt.Errorf("schema: migrate: %w", err)
	}
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, fmt.Errorf("schema: migrate: %w", err)
	}
	provider, err := goose.NewProvider(goose.DialectPostgres, db, files, goose.WithSessionLocker(locker))
	if err != nil {
		return nil, fmt.Errorf("schema: migrate: %w", err)
	}
	return provider, nil
}

// Errors of Check, to be tested with errors.Is.
var (
	ErrOlder = errors.New("the database has an older layout than this program: run migrate")
	ErrNewer = errors.New("the database has a newer layout than this program: install the program that made it")
)

// Check returns an error unless the database has the layout of this program. Errors:
// ErrOlder, ErrNewer.
func Check(ctx context.Context, database string) error {
	return with(database, func(p *goose.Provider) error {
		has, err := p.GetDBVersion(ctx)
		if err != nil {
			return fmt.Errorf("schema: %w", err)
		}
		switch newest := p.ListSources()[len(p.ListSources())-1].Version; {
		case has < newest:
			return fmt.Errorf("%w (%d, this is %d)", ErrOlder, has, newest)
		case has > newest:
			return fmt.Errorf("%w (%d, this is %d)", ErrNewer, has, newest)
		}
		return nil
	})
}

// Step is one migration, and whether the database has it.
type Step struct {
	Version int64
	Name    string
	Done    bool
}

// Status are all steps that this program knows, oldest first.
func Status(ctx context.Context, database string) (out []Step, err error) {
	return out, with(database, func(p *goose.Provider) error {
		all, err := p.Status(ctx)
		for _, one := range all {
			out = append(out, Step{one.Source.Version, path.Base(one.Source.Path), one.State == goose.StateApplied})
		}
		return err
	})
}

// Down takes the database back to the layout of a version.
func Down(ctx context.Context, database string, to int64) error {
	return with(database, func(p *goose.Provider) error {
		has, err := p.GetDBVersion(ctx)
		if err != nil {
			return fmt.Errorf("schema: %w", err)
		}
		if to < 1 || to >= has {
			return fmt.Errorf("schema: the database has layout %d: name an older one, from 1 on", has)
		}
		if _, err := p.DownTo(ctx, to); err != nil {
			return fmt.Errorf("schema: migrate down: %w", err)
		}
		return nil
	})
}

func with(database string, do func(*goose.Provider) error) error {
	config, err := pgx.ParseConfig(database)
	if err != nil {
		return fmt.Errorf("schema: %w", err) // pgx takes the password out
	}
	db := stdlib.OpenDB(*config)
	defer func() { _ = db.Close() }()
	provider, err := Layouts(db)
	if err != nil {
		return err
	}
	return do(provider)
}
