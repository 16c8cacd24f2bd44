package schema

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"

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
