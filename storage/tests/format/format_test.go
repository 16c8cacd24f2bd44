// Package format is a second reader of the till's file. It is written from
// .github/file-format.md alone: it imports nothing of package storage but what
// fills a file, so that page and program cannot differ without a test that fails.
package format

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.etcd.io/bbolt"

	"sanduq/core/journal"
	"sanduq/storage"
	"sanduq/storage/tests/script"
)

// written makes a file with a shop's day in it, closes it, and returns its folder
// and all that the store gives out.
func written(t *testing.T, sales int) (dir string, book script.Book) {
	t.Helper()
	dir, ctx := script.InMemory(t), context.Background()
	s, err := storage.Open(ctx, script.Options(dir))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range script.Script(sales) {
		if err := s.Commit(ctx, c); err != nil {
			t.Fatal(err)
		}
	}
	if book, err = script.Read(ctx, s); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return dir, book
}

// opened reads key and file as the page says.
func opened(t *testing.T, dir string) *file {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "till.key"))
	if err != nil {
		t.Fatal(err)
	}
	key, err := base64.StdEncoding.DecodeString(strings.Fields(string(text))[0])
	if err != nil || len(key) != 32 {
		t.Fatalf("the data key has %d bytes: %v", len(key), err)
	}
	db, err := bbolt.Open(filepath.Join(dir, "till.db"), 0o600, &bbolt.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	f, err := read(db, key)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestThePageDescribesTheFile reads a file by the page and compares it with what the
// store gives out: receipts and audit rows field by field, chains, secrets, counts.
// 7 sales leave all in the journal, 40 bring it into the trees several times.
func TestThePageDescribesTheFile(t *testing.T) {
	words := wordsOf(t, "../../../.github/file-format.md")
	for _, sales := range []int{7, 40} {
		dir, book := written(t, sales)
		f := opened(t, dir)
		if f.layout != 6 {
			t.Errorf("layout %d", f.layout)
		}
		receipts, link, err := f.chain("receipts")
		if err != nil {
			t.Fatal(err)
		}
		if link != f.manifest.Receipts.Link || uint64(len(receipts)) != f.manifest.Receipts.Seq {
			t.Errorf("%d receipts end with %s, the manifest says %+v", len(receipts), link, f.manifest.Receipts)
		}
		var got []journal.Receipt
		for _, row := range receipts {
			r, err := receipt(row, words)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, r)
		}
		if d := cmp.Diff(book.Receipts, got); d != "" {
			t.Error(d)
		}
		rows, link, err := f.chain("audit")
		if err != nil || link != f.manifest.Audit.Link || uint64(len(rows)) != f.manifest.Audit.Seq {
			t.Errorf("%d audit rows end with %s, the manifest says %+v: %v", len(rows), link, f.manifest.Audit, err)
		}
		audit := map[uint64]journal.AuditRow{}
		for _, row := range rows {
			r, err := auditRow(row, words)
			if err != nil {
				t.Fatal(err)
			}
			audit[r.Seq] = r
		}
		for _, want := range book.Audit {
			if d := cmp.Diff(want, audit[want.Seq]); d != "" {
				t.Error(d)
			}
		}
		if len(f.buckets["sales"]) != len(book.Sales) || f.manifest.Sales.Count != uint64(len(book.Sales)) {
			t.Errorf("%d sales in the bucket, %d in the manifest, %d in the store", len(f.buckets["sales"]), f.manifest.Sales.Count, len(book.Sales))
		}
		for i, s := range book.Sales {
			plain, err := f.secret(string(s.ID))
			if err != nil || string(plain) != book.Secrets[i] {
				t.Errorf("%s: %d bytes of secrets, the store has %d: %v", s.ID, len(plain), len(book.Secrets[i]), err)
			}
		}
		var settings journal.Settings
		if err := json.Unmarshal(f.buckets["settings"]["settings"], &settings); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(book.Settings, settings); d != "" {
			t.Error(d)
		}
	}
}

// TestAChangedByteIsNoticed changes each byte of a receipt's record in turn.
func TestAChangedByteIsNoticed(t *testing.T) {
	dir, _ := written(t, 40)
	f := opened(t, dir)
	raw := f.raw["receipts"][string(be64(1))]
	if len(raw) == 0 {
		t.Fatal("receipt 1 is not in the trees")
	}
	for i := range raw {
		changed := bytes.Clone(raw)
		changed[i] ^= 1
		if _, _, err := f.open("receipts", be64(1), changed); err == nil {
			t.Errorf("byte %d of %d", i, len(raw))
		}
	}
}
