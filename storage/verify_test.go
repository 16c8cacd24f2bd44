package storage

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/storage/fault"
	"sanduq/storage/internal/index"
	"sanduq/storage/internal/record"
)

var clock = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

// aSale returns a first version: a QR that waits, or one that is paid when its
// number is even.
func aSale(number int) journal.Sale {
	id := journal.NewSaleID("20261120", number)
	amount := money.Amount{Minor: int64(number) * 500, Currency: "LYD"}
	return journal.Sale{ID: id, Version: 1, OrderID: id.Paper() + "-k7", Reference: fmt.Sprintf("table %d", number),
		Amount: amount, Environment: core.Sandbox, Route: core.RouteQR, Step: journal.StepSession,
		CreatedAt: clock, UpdatedAt: clock,
		Session: core.PaymentSession{PaymentID: fmt.Sprintf("p-%d", number), OrderID: id.Paper(), Amount: amount,
			State: core.StateWaitingPayment, TransactionID: fmt.Sprintf("T%05d", number), UpdatedAt: clock}}
}

// fill commits n sales, every second one paid, each with secrets.
func fill(t testing.TB, s *Store, n int) {
	t.Helper()
	h, err := s.Head(context.Background(), "")
	if err != nil {
		t.Fatal(err)
	}
	for number := 1; number <= n; number++ {
		sale := aSale(number)
		secret := journal.NewSecrets(fmt.Appendf(nil, "token %d", number))
		c := journal.Change{Sale: &sale, Secrets: &secret}
		if number%2 == 0 {
			h.Receipt++
			h.Audit++
			sale.Session.State, sale.ReceiptSeq = core.StateSuccess, h.Receipt
			c.Receipt = &journal.Receipt{Seq: h.Receipt, SaleID: sale.ID, Amount: sale.Amount, SettledAt: clock}
			c.Audit = []journal.AuditRow{{Seq: h.Audit, At: clock, Action: journal.AuditSettled, SaleID: sale.ID}}
		}
		if number == 1 {
			c.Settings = &journal.Settings{Shop: "Practice shop"}
		}
		if err := s.Commit(context.Background(), c); err != nil {
			t.Fatal(err)
		}
	}
}

func TestVerifyCountsASoundStore(t *testing.T) {
	s := openTest(t, t.TempDir())
	fill(t, s, 6)
	report, err := s.Verify(context.Background())
	if err != nil || fmt.Sprint(report) != "{6 6 3 3 0 0 [] []}" {
		t.Errorf("report %v, error %v", report, err)
	}
}

// TestVerifyFindsWhatReadingCannot changes a file in ways that leave each
// record as its writer made it.
func TestVerifyFindsWhatReadingCannot(t *testing.T) {
	id := []byte(journal.NewSaleID("20261120", 2))
	for name, tamper := range map[string]func(b func(string) *bbolt.Bucket, older func(string, []byte) []byte) error{
		"sale dropped": func(b func(string) *bbolt.Bucket, _ func(string, []byte) []byte) error {
			return b(record.SalesBucket).Delete(id)
		},
		"sale put back": func(b func(string) *bbolt.Bucket, older func(string, []byte) []byte) error {
			return b(record.SalesBucket).Put(id, older(record.SalesBucket, id))
		},
		"secrets dropped": func(b func(string) *bbolt.Bucket, _ func(string, []byte) []byte) error {
			return b(record.SecretsBucket).Delete(id)
		},
		"secrets put back": func(b func(string) *bbolt.Bucket, older func(string, []byte) []byte) error {
			return b(record.SecretsBucket).Put(id, older(record.SecretsBucket, id))
		},
		"settings put back": func(b func(string) *bbolt.Bucket, older func(string, []byte) []byte) error {
			return b(record.SettingsBucket).Put(record.SettingsKey, older(record.SettingsBucket, record.SettingsKey))
		},
		"receipt dropped": func(b func(string) *bbolt.Bucket, _ func(string, []byte) []byte) error {
			return b(record.ReceiptsBucket).Delete(record.SeqKey(1))
		},
		"newest receipt dropped": func(b func(string) *bbolt.Bucket, _ func(string, []byte) []byte) error {
			return b(record.ReceiptsBucket).Delete(record.SeqKey(3))
		},
		"audit row dropped": func(b func(string) *bbolt.Bucket, _ func(string, []byte) []byte) error {
			return b(record.AuditBucket).Delete(record.SeqKey(2))
		},
		"index entry dropped": func(b func(string) *bbolt.Bucket, _ func(string, []byte) []byte) error {
			key, _ := b(record.IndexBucket).Cursor().Seek([]byte{index.ByStatus})
			return b(record.IndexBucket).Delete(key)
		},
		"index entry added": func(b func(string) *bbolt.Bucket, _ func(string, []byte) []byte) error {
			return b(record.IndexBucket).Put(chunkKey(index.IndexPrefix(index.ByTail, "4417"), journal.SaleID(id)), nil)
		},
		"open entry dropped": func(b func(string) *bbolt.Bucket, _ func(string, []byte) []byte) error {
			return b(record.OpenBucket).Delete(id)
		},
		"total dropped": func(b func(string) *bbolt.Bucket, _ func(string, []byte) []byte) error {
			key, _ := b(record.TotalsBucket).Cursor().First()
			return b(record.TotalsBucket).Delete(key)
		},
		"total put back": func(b func(string) *bbolt.Bucket, older func(string, []byte) []byte) error {
			sale := aSale(1)
			return b(record.TotalsBucket).Put(index.TotalKey(&sale), older(record.TotalsBucket, index.TotalKey(&sale)))
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := openTest(t, t.TempDir())
			fill(t, s, 6)
			old := snapshot(t, s)
			for number := 1; number <= 6; number++ {
				sale := mustRead(t, s, journal.NewSaleID("20261120", number))
				sale.Version, sale.Copies, sale.Amount.Minor = 2, 1, 9
				secret := journal.NewSecrets([]byte("newer"))
				if err := s.Commit(context.Background(), journal.Change{Sale: &sale, Secrets: &secret,
					Settings: &journal.Settings{Shop: "B"}}); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := s.Verify(context.Background()); err != nil {
				t.Fatalf("before: %v", err)
			}
			drain(t, s)
			err := s.db.Update(func(b *bbolt.Tx) error {
				return tamper(func(name string) *bbolt.Bucket { return b.Bucket([]byte(name)) },
					func(name string, key []byte) []byte { return old[name+string(key)] })
			})
			if err != nil {
				t.Fatal(err)
			}
			report, err := s.Verify(context.Background())
			if !errors.Is(err, journal.ErrCorrupt) || len(report.Problems) == 0 || len(report.Damaged) == 0 {
				t.Errorf("report %v, error %v", report, err)
			}
			if report, err := hasty(s); !errors.Is(err, journal.ErrCorrupt) || len(report.Damaged) == 0 {
				t.Errorf("a scrub's report %v, error %v", report, err)
			}
			if err := s.Reopen(context.Background()); !errors.Is(err, fault.ErrDamaged) {
				t.Errorf("reopened with %v", err)
			}
		})
	}
}

func snapshot(t *testing.T, s *Store) map[string][]byte {
	t.Helper()
	drain(t, s)
	all := map[string][]byte{}
	err := s.db.View(func(b *bbolt.Tx) error {
		return b.ForEach(func(name []byte, bucket *bbolt.Bucket) error {
			return bucket.ForEach(func(key, value []byte) error {
				all[string(name)+string(key)] = append([]byte(nil), value...)
				return nil
			})
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func mustRead(t testing.TB, s *Store, id journal.SaleID) journal.Sale {
	t.Helper()
	sale, err := s.Sale(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	return sale
}

func TestLongReadsEndWithTheStore(t *testing.T) {
	s := openTest(t, t.TempDir())
	fill(t, s, 2)
	allow := s.long.end()
	ctx, done := s.long.begin(context.Background())
	defer done()
	if ctx.Err() == nil {
		t.Error("a long read began while the store was closing")
	}
	allow()
	ctx, done = s.long.begin(context.Background())
	defer done()
	if err := s.Reopen(context.Background()); err != nil {
		t.Fatal(err)
	}
	if ctx.Err() == nil {
		t.Error("a long read outlived the reopening")
	}
	if _, err := s.Verify(context.Background()); err != nil {
		t.Errorf("verify after reopening: %v", err)
	}
}

func TestSecretsAndNamesStayOutOfTheFile(t *testing.T) {
	dir := t.TempDir()
	s := openTest(t, dir)
	sale := aSale(1)
	secret := journal.NewSecrets([]byte("CANARY-token-73519 acct 8123456789012345"))
	for range 3 {
		if err := s.Commit(context.Background(), journal.Change{Sale: &sale, Secrets: &secret}); err != nil {
			t.Fatal(err)
		}
		sale.Version++
	}
	path, err := s.Backup(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	key, err := s.opts.Keys.Load(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{s.Path(), path, filepath.Join(dir, "till.open"), filepath.Join(dir, "till.lock")} {
		content := string(mustFile(t, file))
		for _, canary := range []string{"CANARY", "73519", "8123456789012345", string(key)} {
			if strings.Contains(content, canary) {
				t.Errorf("%s holds %q", filepath.Base(file), canary)
			}
		}
	}
	if !strings.Contains(string(mustFile(t, s.Path())), "table 1") {
		t.Error("the test looks at the wrong bytes: even the sale's reference is not there")
	}
}

// TestRowOfAnotherHistory puts the newest row of a copy, written with the same
// key, in the place of ours: it is sound and follows the same row.
func TestRowOfAnotherHistory(t *testing.T) {
	ctx := context.Background()
	s := openTest(t, t.TempDir())
	fill(t, s, 4)
	fork := openTest(t, copyFolder(t, s.opts.Dir))
	for detail, store := range map[string]*Store{"ours": s, "theirs": fork} {
		row := journal.AuditRow{Seq: 3, At: clock, Action: journal.AuditCopy, Detail: detail}
		if err := store.Commit(ctx, journal.Change{Audit: []journal.AuditRow{row}}); err != nil {
			t.Fatal(err)
		}
	}
	theirs := snapshot(t, fork)[record.AuditBucket+string(record.SeqKey(3))]
	drain(t, s)
	if err := s.db.Update(func(b *bbolt.Tx) error { return b.Bucket([]byte(record.AuditBucket)).Put(record.SeqKey(3), theirs) }); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Verify(ctx); !errors.Is(err, journal.ErrCorrupt) {
		t.Errorf("verify: %v", err)
	}
}
