package storage

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.etcd.io/bbolt"

	"sanduq/core"
	"sanduq/core/till"
)

// What an earlier version left behind: a store of the first layout, what it
// said of itself, its practice key, its recovery code and its checkpoint.
const (
	firstKey  = "oBxUX+Vp0wgzBkGmL2gQsZo4nQcP3YUOZjslyTP7TbU="
	firstCode = "3EAC-DGJZ-W7R4-T1ER-SN12-7WN5-C9CJ-0QJN"
	firstMark = `{"commits":61,"receipts":{"seq":56,"link":"bb3ccfbecc1972f60418c7fdf20128c15dba57b57209b929d53cc4aff4bd883a"},"audit":{"seq":2,"link":"9b4f3ce9451a4d6eff7d942285c52fccb589c51474188cbf3c98c3a847f8b216"}}`
)

func unpacked(t testing.TB, name string) []byte {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", "schema-1", name))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unzip, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(unzip)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// firstFolder lays out the folder of the earlier version.
func firstFolder(t testing.TB) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, content := range map[string][]byte{fileName: unpacked(t, "till.db.gz"), "till.key": []byte(firstKey + "\n"), "till.mark": []byte(firstMark)} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func marked(o *Options) { o.Marks = NewKeyFile(o.Dir) }

// TestTheFirstLayoutIsBroughtForward opens what an earlier version wrote.
func TestTheFirstLayoutIsBroughtForward(t *testing.T) {
	ctx := t.Context()
	var truth struct {
		Sales    []till.Sale
		Receipts []till.Receipt
		Audit    []till.AuditRow
	}
	if err := json.Unmarshal(unpacked(t, "truth.json.gz"), &truth); err != nil || len(truth.Sales) != 61 {
		t.Fatalf("%d sales, %v", len(truth.Sales), err)
	}
	dir := firstFolder(t)
	s := openTest(t, dir, marked)
	if w := s.Warnings(); len(w) != 0 {
		t.Errorf("warnings %v", w)
	}
	check := func(s *Store) {
		t.Helper()
		page, err := s.Sales(ctx, till.SaleQuery{Limit: 100})
		if d := cmp.Diff(truth.Sales, page.Sales); err != nil || d != "" {
			t.Fatal(err, d)
		}
		for i, want := range truth.Receipts {
			if got, err := s.Receipt(ctx, uint64(i+1)); err != nil || got != want {
				t.Errorf("receipt %+v, error %v, want %+v", got, err, want)
			}
		}
		rows, err := s.Audit(ctx, 0, 100)
		if d := cmp.Diff(truth.Audit, rows); err != nil || d != "" {
			t.Error(err, d)
		}
		secret, err := s.SaleSecrets(ctx, "20261120-000001")
		if err != nil || string(secret.Reveal()) != "practice token" {
			t.Errorf("secret of %d bytes, error %v", len(secret.Reveal()), err)
		}
		if open, err := s.OpenSales(ctx); err != nil || len(open) != 1 {
			t.Errorf("%d open sales, error %v", len(open), err)
		}
		if page, err := s.Sales(ctx, till.SaleQuery{Search: "table"}); err != nil || len(page.Sales) != 1 {
			t.Errorf("%d sales at a table, error %v", len(page.Sales), err)
		}
		if report, err := s.Verify(ctx); err != nil || report.Sales != 61 {
			t.Errorf("%+v, error %v", report, err)
		}
	}
	check(s)
	// Its life goes on: chains of old rows and new ones.
	sale := truth.Sales[0]
	sale.Version++
	sale.ReceiptSeq, sale.Session.State = uint64(len(truth.Receipts))+1, core.StateSuccess
	receipt := till.Receipt{Seq: sale.ReceiptSeq, SaleID: sale.ID, OrderID: sale.OrderID, Amount: sale.Amount, SettledAt: clock}
	row := till.AuditRow{Seq: uint64(len(truth.Audit)) + 1, At: clock, Action: till.AuditSettled, SaleID: sale.ID}
	if err := s.Commit(ctx, till.Change{Sale: &sale, Receipt: &receipt, Audit: []till.AuditRow{row}}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Verify(ctx); err != nil {
		t.Error(err)
	}
	closeStore(t, s)
	again := openTest(t, dir, marked)
	if w := again.Warnings(); len(w) != 0 {
		t.Errorf("warnings %v", w)
	}
	closeStore(t, again)
	if key, err := RecoverKey(filepath.Join(dir, fileName), core.NewSecret(firstCode)); err != nil || len(key) != KeySize {
		t.Errorf("the recovery code: %v", err)
	}
	// The file as it was stayed, and can be put back.
	kept := filepath.Join(dir, "till.schema-1.db")
	if string(mustFile(t, kept)) != string(unpacked(t, "till.db.gz")) {
		t.Log("the copy differs in bytes, which bbolt may do") // its freelist is written anew
	}
	if _, err := Restore(ctx, s.opts, kept); err != nil {
		t.Fatal(err)
	}
	check(openTest(t, dir))
}

// TestADamagedFirstLayoutIsNotBroughtForward changes one byte of each record
// that the old file holds in turn, well beyond what bbolt itself checks.
func TestADamagedFirstLayoutIsNotBroughtForward(t *testing.T) {
	for _, bucket := range []string{salesBucket, secretsBucket, settingsBucket, receiptsBucket, auditBucket} {
		dir := firstFolder(t)
		raw(t, dir, func(b *bbolt.Tx) error {
			key, value := b.Bucket([]byte(bucket)).Cursor().Last()
			changed := append([]byte(nil), value...)
			changed[len(changed)-3] ^= 1
			return b.Bucket([]byte(bucket)).Put(key, changed)
		})
		s, err := open(dir)
		if err == nil {
			closeStore(t, s)
			t.Errorf("%s: opened", bucket)
		} else if !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", bucket, err)
		}
		if left, _ := filepath.Glob(filepath.Join(dir, fileName+".*")); len(left) != 0 {
			t.Errorf("%s: left %v", bucket, left)
		}
	}
}

func TestABrokenMigrationChangesNothing(t *testing.T) {
	ctx := context.Background()
	s := openTest(t, t.TempDir())
	fill(t, s, 2)
	before := snapshot(t, s)
	failure := errors.New("no")
	broken := layout{steps: []migration{fromFirst, func(context.Context, tx, *rewriting) error { return failure }}}
	if err := s.migrate(ctx, broken); !errors.Is(err, failure) {
		t.Fatalf("broken migration: %v", err)
	}
	if d := cmp.Diff(before, snapshot(t, s)); d != "" {
		t.Error(d)
	}
	if err := s.Reopen(ctx); err != nil {
		t.Error(err)
	}
	if left, _ := filepath.Glob(s.Path() + ".*"); len(left) != 0 {
		t.Errorf("left %v", left)
	}
}
