package main

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	_ "github.com/mattn/go-sqlite3"

	"sanduq/core/journal"
	"sanduq/storage/codec"
)

// peer is SQLite with a table of sales, one of receipts, one of audit rows and
// one of the days' totals.
type peer struct {
	path       string
	db         *sql.DB
	statements map[string]*sql.Stmt
}

const schema = `
CREATE TABLE IF NOT EXISTS sales (
	id INTEGER PRIMARY KEY, status TEXT NOT NULL, route TEXT NOT NULL, cashier TEXT NOT NULL, currency TEXT NOT NULL, minor INTEGER NOT NULL,
	quarter INTEGER NOT NULL, txid TEXT, reference TEXT, orderid TEXT NOT NULL, tail TEXT, body BLOB NOT NULL);
CREATE INDEX IF NOT EXISTS by_cashier ON sales (cashier, id);
CREATE INDEX IF NOT EXISTS by_cashier_status ON sales (cashier, status, id);
CREATE INDEX IF NOT EXISTS by_status ON sales (status, id);
CREATE INDEX IF NOT EXISTS by_route ON sales (route, id);
CREATE INDEX IF NOT EXISTS by_both ON sales (status, route, id);
CREATE INDEX IF NOT EXISTS by_amount ON sales (minor, id);
CREATE INDEX IF NOT EXISTS by_txid ON sales (txid, id) WHERE txid IS NOT NULL;
CREATE INDEX IF NOT EXISTS by_reference ON sales (reference, id) WHERE reference IS NOT NULL;
CREATE INDEX IF NOT EXISTS by_tail ON sales (tail, id) WHERE tail IS NOT NULL;
CREATE TABLE IF NOT EXISTS receipts (seq INTEGER PRIMARY KEY, sale INTEGER NOT NULL, body BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS audit (seq INTEGER PRIMARY KEY, body BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS totals (
	day TEXT NOT NULL, status TEXT NOT NULL, route TEXT NOT NULL, currency TEXT NOT NULL, count INTEGER NOT NULL, minor INTEGER NOT NULL,
	PRIMARY KEY (day, status, route, currency)) WITHOUT ROWID;
`

const pragmas = "?_journal_mode=WAL&_synchronous=FULL&_cache_size=-65536&_txlock=immediate&_busy_timeout=5000"

// openPeer opens and prepares all that will be asked.
func openPeer(ctx context.Context, dir string) (*peer, error) {
	path := filepath.Join(dir, "peer.sqlite")
	db, err := sql.Open("sqlite3", "file:"+path+pragmas)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1) // one writer and reader, no connection is ever opened again
	p := &peer{path: path, db: db, statements: map[string]*sql.Stmt{}}
	if _, err := db.ExecContext(ctx, "PRAGMA mmap_size=4294967296;"+schema); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	for _, text := range append([]string{insertSale, insertReceipt, insertAudit, addTotal, dayTotals}, wheres...) {
		if strings.HasPrefix(text, "WHERE") {
			text = "SELECT id, body FROM sales " + text + " ORDER BY id DESC LIMIT 51"
		}
		if p.statements[text], err = db.PrepareContext(ctx, text); err != nil {
			return nil, errors.Join(err, db.Close())
		}
	}
	return p, nil
}

const (
	insertSale    = "INSERT INTO sales (id, status, route, cashier, currency, minor, quarter, txid, reference, orderid, tail, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
	insertReceipt = "INSERT INTO receipts (seq, sale, body) VALUES (?, ?, ?)"
	insertAudit   = "INSERT INTO audit (seq, body) VALUES (?, ?)"
	addTotal      = "INSERT INTO totals VALUES (?, ?, ?, ?, 1, ?) ON CONFLICT DO UPDATE SET count = count + 1, minor = minor + excluded.minor"
	dayTotals     = "SELECT status, currency, count, minor FROM totals WHERE day = ?"
)

// wheres are the questions, each answered by one walk of one index.
var wheres = []string{
	"WHERE 1",
	"WHERE id >= ? AND id < ?",
	"WHERE status = ?",
	"WHERE route = ?",
	"WHERE status = ? AND route = ?",
	"WHERE status = ? AND id >= ? AND id < ?",
	"WHERE txid >= ? AND txid < ?",
	"WHERE reference >= ? AND reference < ?",
	"WHERE minor = ?",
	"WHERE cashier = ?",
	"WHERE cashier = ? AND status = ?",
	"WHERE currency = ? AND minor BETWEEN ? AND ?",
	"WHERE currency = ? AND minor >= ?",
	"WHERE quarter / 4 % 24 = ?",
}

func (p *peer) page(ctx context.Context, q question) ([]journal.Sale, error) {
	rows, err := p.statements["SELECT id, body FROM sales "+q.where+" ORDER BY id DESC LIMIT 51"].QueryContext(ctx, q.args...)
	if err != nil {
		return nil, err
	}
	var sales []journal.Sale
	for rows.Next() {
		if len(sales) == 50 { // there are more
			break
		}
		var id int64
		var body sql.RawBytes
		if err := rows.Scan(&id, &body); err != nil {
			return nil, errors.Join(err, rows.Close())
		}
		if n := len(sales); n == cap(sales) { // as the till's store grows it
			sales = slices.Grow(sales, max(4, min(n, 1)*(51-n)))
		}
		sales = append(sales, journal.Sale{})
		if err := codec.DecodeSale(body, codec.Unpack(uint64(id)), &sales[len(sales)-1]); err != nil {
			return nil, errors.Join(err, rows.Close())
		}
	}
	return sales, errors.Join(rows.Err(), rows.Close())
}

func (p *peer) totals(ctx context.Context, day journal.Day) ([]journal.Total, error) {
	rows, err := p.statements[dayTotals].QueryContext(ctx, string(day))
	if err != nil {
		return nil, err
	}
	sum := map[journal.Total]journal.Total{}
	for rows.Next() {
		var status journal.Status
		var currency string
		var count int
		var minor int64
		if err := rows.Scan(&status, &currency, &count, &minor); err != nil {
			return nil, errors.Join(err, rows.Close())
		}
		key := journal.Total{Group: status.Group(), Currency: currency}
		sum[key] = journal.Total{Group: key.Group, Currency: currency, Count: sum[key].Count + count, Minor: sum[key].Minor + minor}
	}
	var all []journal.Total
	for _, group := range []journal.Group{journal.GroupPaid, journal.GroupOpen, journal.GroupNotPaid} {
		for key, total := range sum {
			if key.Group == group {
				all = append(all, total)
			}
		}
	}
	return all, errors.Join(rows.Err(), rows.Close())
}

func (p *peer) commit(ctx context.Context, c journal.Change) error {
	return p.commitAll(ctx, []journal.Change{c})
}

func (p *peer) commitAll(ctx context.Context, all []journal.Change) error {
	tx, err := p.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	do := map[string]*sql.Stmt{}
	for _, text := range []string{insertSale, insertReceipt, insertAudit, addTotal} {
		do[text] = tx.StmtContext(ctx, p.statements[text])
	}
	for _, c := range all {
		s := c.Sale
		id, _ := codec.Pack(s.ID)
		body, err := codec.AppendSale(nil, s)
		if err != nil {
			return err
		}
		null := func(text string) any {
			if text == "" {
				return nil
			}
			return strings.ToLower(text)
		}
		tail := strings.TrimPrefix(s.Session.MaskedAccount, "•••• ")
		if _, err := do[insertSale].ExecContext(ctx, int64(id), string(s.Status()), string(s.Route), s.Cashier, s.Amount.Currency, s.Amount.Minor,
			int64(journal.QuarterOf(s.CreatedAt)), null(s.Session.TransactionID),
			null(s.Reference), strings.ToLower(s.OrderID), null(tail), body); err != nil {
			return err
		}
		if _, err := do[addTotal].ExecContext(ctx, string(s.ID.Day()), string(s.Status()), string(s.Route), s.Amount.Currency, s.Amount.Minor); err != nil {
			return err
		}
		if c.Receipt == nil {
			continue
		}
		if body, err = codec.Receipts.Append(nil, c.Receipt); err != nil {
			return err
		}
		if _, err := do[insertReceipt].ExecContext(ctx, int64(c.Receipt.Seq), int64(id), body); err != nil {
			return err
		}
		for _, row := range c.Audit {
			if body, err = codec.Audit.Append(nil, &row); err != nil {
				return err
			}
			if _, err := do[insertAudit].ExecContext(ctx, int64(row.Seq), body); err != nil {
				return err
			}
		}
	}
	return tx.Commit()
}

// size is that of the file once what lies in the log is in it.
func (p *peer) size(ctx context.Context) (int64, error) {
	if _, err := p.db.ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
		return 0, err
	}
	info, err := os.Stat(p.path)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

func (p *peer) close() error { return p.db.Close() }
