package registry

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// Operation is a command by which somebody changed something, or tried to.
type Operation struct {
	At      time.Time
	Who     string // at the machine
	Machine string
	Role    string // of the database
	Command string // with its arguments
	Said    string // "done", or why not; blank where it never came to an end
}

// Begin writes down who is about to run a command, before it changes anything.
func (r *Registry) Begin(ctx context.Context, who, machine, command string) (no int64, err error) {
	if err := r.db.QueryRow(ctx, "INSERT INTO operations (at, who, machine, command) VALUES ($1, $2, $3, $4) RETURNING no", r.now(), who, machine, command).Scan(&no); err != nil {
		return 0, fmt.Errorf("write down who changes what: %w", err)
	}
	return no, nil
}

// End writes down how a command ended.
func (r *Registry) End(ctx context.Context, no int64, failed error) error {
	said := "done"
	if failed != nil {
		said = failed.Error()
	}
	if _, err := r.db.Exec(ctx, "UPDATE operations SET ended_at = $2, said = $3 WHERE no = $1", no, r.now(), said); err != nil {
		return fmt.Errorf("write down how it ended: %w", err)
	}
	return nil
}

// Operations are the newest, the newest first.
func (r *Registry) Operations(ctx context.Context, most int) ([]Operation, error) {
	rows, err := r.db.Query(ctx, "SELECT at, who, machine, role, command, said FROM operations ORDER BY no DESC LIMIT $1", most)
	if err != nil {
		return nil, fmt.Errorf("list operations: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[Operation])
}
