//go:build linux

package proof_test

import (
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"sanduq/core/office"
	"sanduq/core/office/server/proof"
)

const (
	bare    = "ALTER TABLE sales DISABLE TRIGGER sale_goes_on" // what only the owner can
	reduced = "UPDATE totals SET sales = sales - 1, minor = minor - 1003 WHERE day = '2026-11-20' AND status = 'paid'"
)

// manipulations are what somebody who can write to the database may want. found is a part
// of what verify says; blank for what is out of its scope, and why stands beside it.
var manipulations = []struct {
	name, found, why string
	sql              []string
}{
	{"delete paid sales", "receipt ", "", []string{"DELETE FROM sales WHERE number <= 5"}},
	{"delete a paid sale and reduce the totals", "not those that the till has signed", "", []string{"DELETE FROM sales WHERE day = '2026-11-20' AND number = 3", reduced}},
	{"delete a sale, its receipt and its total", "receipts of till", "", []string{"DELETE FROM sales WHERE day = '2026-11-20' AND number = 3", "DELETE FROM receipts WHERE sale = '20261120-000003'", reduced}},
	{"delete all rows and take the chains back", "the till has signed", "", []string{"DELETE FROM receipts", "DELETE FROM audit", "UPDATE cursors SET places = '', since = ''"}},
	{"another amount of a sale", "its receipt", "", []string{bare, "UPDATE sales SET minor = 1 WHERE day = '2026-11-20' AND number = 3"}},
	{"another amount of a sale, its receipt and its total", "receipts of till", "", []string{bare, "UPDATE sales SET minor = 0 WHERE day = '2026-11-20' AND number = 3",
		"UPDATE receipts SET minor = 0 WHERE sale = '20261120-000003'", "UPDATE totals SET minor = minor - 1003 WHERE day = '2026-11-20'"}},
	{"another cashier of sales", "not those that the till has signed", "", []string{bare, "UPDATE sales SET cashier = 'Amal'"}},
	{"another cashier, as a newer version", "not those that the till has signed", "", []string{"UPDATE sales SET cashier = 'Amal', version = version + 1"}},
	{"a paid sale fails", "receipt ", "", []string{bare, "UPDATE sales SET status = 'failed', receipt_seq = 0 WHERE day = '2026-11-20' AND number = 3", reduced,
		"INSERT INTO totals SELECT day, shop_id, practice, 'failed', route, currency, 1, 1003 FROM totals WHERE day = '2026-11-20' AND status = 'paid'"}},
	{"another bank reference", "not those that the till has signed", "", []string{bare, "UPDATE sales SET transaction_id = 'T0' WHERE number = 1"}},
	{"reduce a total", "total of", "", []string{reduced}},
	{"delete a total", "total of", "", []string{"DELETE FROM totals"}},
	{"a sale counts no longer", "does not count", "", []string{"UPDATE sales SET counts = false WHERE day = '2026-11-20' AND number = 3", reduced}},
	{"a live sale becomes practice", "environment", "", []string{bare, "UPDATE sales SET practice = true WHERE number = 3"}},
	{"a sale that never was", "not those that the till has signed", "", []string{
		"INSERT INTO sales SELECT day, till_id, 99, epoch, version, shop_id, practice, counts, open, created_at, updated_at, settled_at, owed_since, minor, 0, 'failed', route, currency, cashier, 'none', payment_id, transaction_id, reference, payer, institution, rare FROM sales WHERE day = '2026-11-20' AND number = 1",
		"INSERT INTO totals SELECT day, shop_id, practice, 'failed', route, currency, 1, minor FROM sales WHERE number = 99"}},
	{"a receipt that never was", "receipts of till", "", []string{
		"INSERT INTO receipts SELECT day, till_id, epoch, 99, left_out, sale, settled_at, minor, currency, route, late, order_id, payment_id, transaction_id, reference, payer, institution, shop, place, till, cashier, shift, opened FROM receipts WHERE seq = 1"}},
	{"another cashier of a receipt", "receipts of till", "", []string{"UPDATE receipts SET cashier = 'Amal' WHERE seq = 2"}},
	{"delete a line of the audit", "audit of till", "", []string{"DELETE FROM audit WHERE seq = 2"}},
	{"another author of a line", "audit of till", "", []string{"UPDATE audit SET by_whom = 'Amal' WHERE seq = 2"}},
	{"a sale moves to another day", "receipt ", "", []string{bare, "ALTER TABLE sales DISABLE TRIGGER sale_keeps_its_day", "UPDATE sales SET day = '2026-11-18', number = 77 WHERE day = '2026-11-20' AND number = 3"}},
	{"a sale is booked in another month", "not those that the till has signed", "", []string{"UPDATE sales SET booked = '2026-12-01' WHERE day = '2026-11-20' AND number = 3", reduced,
		"INSERT INTO totals SELECT '2026-12-01', shop_id, practice, status, route, currency, 1, 1003 FROM totals WHERE day = '2026-11-20'"}},
	{"another text of a seal", "is not what a key", "", []string{"UPDATE seals SET text = replace(text, '\"sales\":5', '\"sales\":4')"}},
	{"delete an older seal", "does not follow", "", []string{"DELETE FROM seals WHERE no = 1"}},
	{"delete the newest seal", "verdict", "", []string{"DELETE FROM seals WHERE no = (SELECT max(no) FROM seals)"}},
	{"delete all that there is of a till", "verdict", "", []string{"DELETE FROM seals", "DELETE FROM sales", "DELETE FROM receipts", "DELETE FROM audit", "DELETE FROM totals", "UPDATE cursors SET places = '', since = '', newest = ''"}},
	{"delete the newest verdict", "published", "", []string{"DELETE FROM verdicts"}},
	{"another verdict", "follow", "", []string{"UPDATE verdicts SET text = replace(text, '\"sales\":13', '\"sales\":12')"}},
	{"sales move to another shop", "", "which shop a till is of is the office's own word, not the till's", []string{"INSERT INTO shops (name) VALUES ('Garden')",
		"UPDATE sales SET shop_id = (SELECT id FROM shops WHERE name = 'Garden')", "UPDATE totals SET shop_id = (SELECT id FROM shops WHERE name = 'Garden')"}},
	{"delete alarms", "", "they are the office's own notes, and also told by alerts", []string{"DELETE FROM alarms"}},
}

// TestManipulationsAreFound tries each with the rights of each role. A writer may do few,
// a reader none, and what the owner does verify finds, or it is listed as out of scope.
func TestManipulationsAreFound(t *testing.T) {
	p := newPlace(t)
	p.sell("20261119", 1, 8)
	p.sell("20261120", 1, 5)
	p.send()
	p.exec("INSERT INTO alarms (till_id, epoch, kind, about, detail) SELECT id, 1, 'clock', '', '' FROM tills")
	v, faults := p.recount(true, "")
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	published, err := v.Line()
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	manual, err := os.ReadFile("../../../../assets/manual/office.md")
	if err != nil {
		t.Fatal(err)
	}
	found, forbidden := 0, 0
	for _, m := range manipulations {
		line := "| " + m.name + " |"
		for _, role := range []string{"sanduq_reader", "sanduq_writer", ""} {
			tx, err := p.db.Begin(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			may := p.does(tx, role, m.sql)
			said := "may not"
			if may {
				r, err := proof.RecountIn(t.Context(), tx, proof.Scope{}, strings.NewReader(published))
				if err != nil {
					t.Fatalf("%s: %v", m.name, err)
				}
				all := strings.Join(r.Faults, "\n")
				switch {
				case m.found != "" && strings.Contains(all, m.found):
					said = "found"
					found++
				case m.found == "" && all == "":
					said = "out of scope: " + m.why
				default:
					said = "NOT FOUND"
					t.Errorf("%s by %q: %s", m.name, role, all)
				}
			} else if forbidden++; role == "" {
				t.Errorf("%s: not even the owner may", m.name)
			}
			if may && role == "sanduq_reader" {
				t.Errorf("%s: a reader may", m.name)
			}
			line += " " + said + " |"
			if err := tx.Rollback(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		fmt.Fprintln(&out, line)
		if !strings.Contains(string(manual), line+"\n") {
			t.Errorf("the manual's table lacks %s", line)
		}
	}
	t.Logf("%d manipulations, reader, writer, owner: %d found, %d may not\n%s", len(manipulations), found, forbidden, out.String())
	if _, faults := p.recount(true, published); len(faults) > 0 {
		t.Errorf("untouched: %v", faults)
	}
}

// does runs statements as a role; false where the role may not.
func (p *place) does(tx pgx.Tx, role string, statements []string) bool {
	p.Helper()
	if role != "" {
		statements = append([]string{"SET LOCAL ROLE " + role}, statements...)
	}
	if _, err := tx.Exec(p.Context(), "SAVEPOINT before"); err != nil {
		p.Fatal(err)
	}
	for _, s := range statements {
		if _, err := tx.Exec(p.Context(), s); err != nil {
			if said, ok := errors.AsType[*pgconn.PgError](err); !ok || said.Code != "42501" {
				p.Fatalf("%s as %q: %v", s, role, err)
			}
			if _, err := tx.Exec(p.Context(), "ROLLBACK TO before"); err != nil {
				p.Fatal(err)
			}
			return false
		}
	}
	if _, err := tx.Exec(p.Context(), "RESET ROLE"); err != nil {
		p.Fatal(err)
	}
	return true
}

// TestAnotherKeyIsFound: somebody signs everything again by a key of their own.
func TestAnotherKeyIsFound(t *testing.T) {
	p := newPlace(t)
	p.sell("20261119", 1, 8)
	p.send()
	if _, faults := p.recount(true, ""); len(faults) > 0 {
		t.Fatal(faults)
	}
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	var s office.Signed
	var no int64
	if err := p.db.QueryRow(t.Context(), "SELECT no, text, key, signature FROM seals").Scan(&no, &s.Text, &s.Key, &s.Signature); err != nil {
		t.Fatal(err)
	}
	seal, err := s.Open()
	if err != nil {
		t.Fatal(err)
	}
	anew, err := seal.Sign(private)
	if err != nil {
		t.Fatal(err)
	}
	link := anew.Link()
	p.exec("UPDATE seals SET key = $1, signature = $2, link = $3", anew.Key, anew.Signature, link[:])
	if _, faults := p.recount(true, ""); !strings.Contains(strings.Join(faults, "\n"), "is not what a key of this till has signed") {
		t.Errorf("%v", faults)
	}
	p.exec("UPDATE keys SET public = $1", []byte(public))
	if _, faults := p.recount(true, ""); len(faults) == 0 || !strings.Contains(strings.Join(faults, "\n"), "seals that verdict") {
		t.Errorf("with the key %s: %v", hex.EncodeToString(public[:4]), faults)
	}
}
