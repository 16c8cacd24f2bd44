//go:build linux

package collector

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"sanduq/core/journal"
	"sanduq/core/office/server/schema"
)

// content is all rows of all tables, by their columns.
func (p *place) content() map[string][]map[string]any {
	p.Helper()
	out := map[string][]map[string]any{}
	for _, name := range []string{"receipts", "audit", "zs", "cash", "owed", "debts", "sales", "totals", "chains", "epochs", "alarms", "keys", "cursors", "tills", "shops"} {
		rows, err := p.db.current().Query(p.Context(), "SELECT to_jsonb(x) FROM "+name+" x")
		if err == nil {
			out[name], err = pgx.CollectRows(rows, pgx.RowTo[map[string]any])
		}
		if err != nil {
			p.Fatal(err)
		}
	}
	return out
}

// describe is a content in words, of those columns alone that another has too.
func describe(all, other map[string][]map[string]any) string {
	var lines []string
	for name, rows := range all {
		for _, row := range rows {
			shared := maps.Clone(row)
			maps.DeleteFunc(shared, func(column string, _ any) bool { return len(other[name]) > 0 && !has(other[name][0], column) })
			text, err := json.Marshal(shared)
			lines = append(lines, fmt.Sprint(name, " ", string(text), err))
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func has(row map[string]any, column string) bool { _, is := row[column]; return is }

// TestTheLayoutOfPermissionsComesAndGoes takes a database with a history back by a layout,
// lets a program of then write to it, and brings it up to date again: nothing is lost,
// and the layout is the one that was there.
func TestTheLayoutOfPermissionsComesAndGoes(t *testing.T) {
	p := newPlace(t)
	d := p.desk("Harbour", "2")
	for range 5 {
		d.pay(before, 100)
		d.pay(today, 1000)
	}
	for i := range d.receipts[:6] {
		d.receipts[i].Shift, d.receipts[i].Opened, d.audit[i].DelegatedBy = 7, 6, "Huda"
	}
	open := d.charge(today, 5000)
	d.aDay()
	d.must(t)
	p.sound()
	db := stdlib.OpenDBFromPool(p.db.current())
	defer func() { _ = db.Close() }()
	all, err := schema.Layouts(db)
	if err != nil {
		t.Fatal(err)
	}
	layout := func() string {
		return query[string](p, "SELECT string_agg(indexdef, E'\\n' ORDER BY indexdef) FROM pg_indexes WHERE schemaname = 'public'") +
			query[string](p, "SELECT string_agg(format('%s.%s.%s %s', table_schema, table_name, column_name, data_type), E'\\n' ORDER BY table_schema, table_name, column_name) FROM information_schema.columns WHERE table_schema IN ('public', 'reading')") +
			query[string](p, "SELECT string_agg(format('%s may %s %s', grantee, privilege_type, table_name), E'\\n' ORDER BY table_name) FROM information_schema.role_table_grants WHERE table_schema = 'reading' AND grantee = 'sanduq_reader'")
	}
	was, had := p.content(), layout()
	if _, err := all.DownTo(t.Context(), 9); err != nil { // its rows were of version 1 of the wire
		t.Fatal(err)
	}
	if then := p.content(); describe(then, was) != describe(was, then) || layout() == had {
		t.Errorf("going back has changed what is kept, or changed nothing at all:\n%s\nwas\n%s", describe(then, was), describe(was, then))
	}
	old := `INSERT INTO audit (day, till_id, epoch, seq, at, by_whom, action, sale, detail) VALUES ('2026-11-20', $1, 99, 1, NULL, 'Samira', 'settings', '', 'old')`
	if _, err := p.db.current().Exec(t.Context(), old, d.number); err != nil {
		t.Fatal(err)
	}
	if _, err := all.Up(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := query[string](p, "SELECT by_whom || lent_by || detail FROM audit WHERE epoch = 99"); got != "Samiraold" {
		t.Errorf("a line of the older program is now %q", got)
	}
	if _, err := p.db.current().Exec(t.Context(), "DELETE FROM audit WHERE epoch = 99"); err != nil {
		t.Fatal(err)
	}
	if now := p.content(); describe(now, was) != describe(was, now) || layout() != had {
		t.Errorf("brought up to date, it has other rows or this layout:\n%s\ninstead of\n%s", layout(), had)
	}
	p.sound()
	d.setStatus(open, journal.StatusFailed)
	d.pay(today, 800)
	d.must(t)
	p.sound()
	if got := p.alarms(d.number); len(got) != 0 {
		t.Errorf("alarms %v", got)
	}
}
