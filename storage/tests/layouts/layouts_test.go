package layouts

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.etcd.io/bbolt"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/storage"
	"sanduq/storage/backup"
	"sanduq/storage/fault"
	"sanduq/storage/keys"
	"sanduq/storage/migrate"
	"sanduq/storage/tests/script"
)

// laid lays the folder out that the program of a layout left.
func laid(t *testing.T, layout uint64) (dir string) {
	t.Helper()
	packed, err := zip.OpenReader(filepath.Join("testdata", fmt.Sprintf("layout%d.zip", layout)))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = packed.Close() }()
	dir = filepath.Join(script.InMemory(t), "till")
	if err := os.CopyFS(dir, packed); err != nil {
		t.Fatal(err)
	}
	return dir
}

func options(dir string) storage.Options {
	key := keys.NewFile(dir)
	return storage.Options{Dir: dir, Environment: core.Sandbox, Keys: key, Checkpoints: key}
}

// opened is the store in dir, without a warning, and verified as a whole.
func opened(t *testing.T, dir string) *storage.Store {
	t.Helper()
	s, err := storage.Open(t.Context(), options(dir))
	if err != nil {
		t.Fatal(err)
	}
	if w := s.Warnings(); len(w) != 0 {
		t.Errorf("warnings %v", w)
	}
	if report, err := s.Verify(t.Context()); err != nil || len(report.Problems) != 0 {
		t.Errorf("%+v, %v", report, err)
	}
	return s
}

func closed(t *testing.T, s *storage.Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// lines are what a store holds: its sales, receipts, audit rows and settings, one a line.
func lines(t *testing.T, s *storage.Store) (all []string) {
	t.Helper()
	ctx := t.Context()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	line := func(fields map[string]any) {
		text, err := json.Marshal(fields)
		must(err)
		all = append(all, string(text))
	}
	page, err := s.Sales(ctx, journal.SaleQuery{Limit: 100})
	must(err)
	for _, s1 := range page.Sales {
		secrets, err := s.SaleSecrets(ctx, s1.ID)
		must(err)
		line(map[string]any{"sale": s1.ID, "order": s1.OrderID, "amount": s1.Amount.Minor, "currency": s1.Amount.Currency, "version": s1.Version,
			"status": s1.Status(), "route": s1.Route, "cashier": s1.Cashier, "reference": s1.Reference, "receipt": s1.ReceiptSeq, "created": s1.CreatedAt.UTC(),
			"payment": s1.Session.PaymentID, "transaction": s1.Session.TransactionID, "qr": s1.Session.QRPayload, "state": s1.Session.State,
			"events": len(s1.History), "secrets": fmt.Sprintf("%x", sha256.Sum256(secrets.Reveal()))})
	}
	head, err := s.Head(ctx, "20261127")
	must(err)
	for n := uint64(1); n <= head.Receipt; n++ {
		r, err := s.Receipt(ctx, n)
		must(err)
		line(map[string]any{"receipt": r.Seq, "sale": r.SaleID, "amount": r.Amount.Minor, "currency": r.Amount.Currency, "transaction": r.TransactionID,
			"settled": r.SettledAt.UTC(), "route": r.Route, "shop": r.Shop, "till": r.Till})
	}
	audit, err := s.Audit(ctx, 0, 1000)
	must(err)
	for _, a := range audit {
		line(map[string]any{"audit": a.Seq, "at": a.At.UTC(), "by": a.By, "action": a.Action, "sale": a.SaleID, "detail": a.Detail})
	}
	set, err := s.Settings(ctx)
	must(err)
	line(map[string]any{"shop": set.Shop, "till": set.Till, "currency": set.Currency})
	return all
}

func file(t *testing.T, path ...string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// tree is every file of a folder by its name, but for the lock, which has no content, and
// the mark that a file is open: a start that was refused leaves it, and the next one looks
// at the file first.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	if err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && d.Name() != "till.lock" && d.Name() != "till.open" {
			all[strings.TrimPrefix(path, dir)] = string(file(t, path))
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return all
}

// varying is what asking about a sale that failed changes in its line.
var varying = regexp.MustCompile(`"(events|secrets|version)":("[^"]*"|\d+),?`)

// constantPart is the rest of a line.
func constantPart(line string) string { return varying.ReplaceAllString(line, "") }

// knowing lets the program know the layouts up to one, until the test ends.
func knowing(t *testing.T, layout uint64) {
	t.Helper()
	before := migrate.Current
	t.Cleanup(func() { migrate.Current = before })
	migrate.Current.Steps = before.Steps[:layout-before.Oldest]
}

// TestEveryLayoutIsSoldOn: a file of each layout is opened and holds what it held, its
// open sales come to their end, more is sold on it by the real till, and after another
// start, a backup and its restore it holds all of that.
func TestEveryLayoutIsSoldOn(t *testing.T) {
	for layout := migrate.Current.Oldest; layout <= migrate.Current.Schema(); layout++ {
		t.Run(fmt.Sprint("layout ", layout), func(t *testing.T) {
			dir := laid(t, layout)
			held := strings.Split(strings.TrimSpace(string(file(t, dir, "holds.jsonl"))), "\n")
			s := opened(t, dir)
			if d := cmp.Diff(held, lines(t, s)); d != "" {
				t.Fatal("it does not hold what it held: ", d)
			}
			_, err := os.Stat(filepath.Join(dir, fmt.Sprintf("till.schema-%d.db", layout)))
			if kept := err == nil; kept != (layout < migrate.Current.Schema()) {
				t.Errorf("the file as it was is kept: %v, %v", kept, err)
			}
			finished := sell(t, dir, s)
			closed(t, s)
			s = opened(t, dir)
			now := lines(t, s)
			for _, line := range held {
				goneOn := strings.Contains(line, finished[0]) || strings.Contains(line, finished[1])
				if !goneOn && !slices.ContainsFunc(now, func(n string) bool { return constantPart(n) == constantPart(line) }) {
					t.Errorf("it is lost: %s", line)
				}
			}
			copied, err := backup.Make(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			closed(t, s)
			elsewhere := options(filepath.Join(t.TempDir(), "another"))
			elsewhere.Keys, elsewhere.Checkpoints = keys.NewFile(dir), nil
			if _, err := backup.Restore(t.Context(), elsewhere, copied); err != nil {
				t.Fatal(err)
			}
			if s, err = storage.Open(t.Context(), elsewhere); err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(now, lines(t, s)); d != "" {
				t.Error("the backup differs: ", d)
			}
			closed(t, s)
		})
	}
}

// TestANewerLayoutIsRefused by every program that knows fewer, in words and before
// anything in the folder is touched; as this program would refuse the one after it. The
// file that a migration kept is what the older program goes on with.
func TestANewerLayoutIsRefused(t *testing.T) {
	newest, oldest := migrate.Current.Schema(), migrate.Current.Oldest
	for layout := oldest + 1; layout <= newest; layout++ {
		for program := oldest; program < layout; program++ {
			t.Run(fmt.Sprintf("layout %d, program of %d", layout, program), func(t *testing.T) {
				dir := laid(t, layout)
				before := tree(t, dir)
				knowing(t, program)
				s, err := storage.Open(t.Context(), options(dir))
				if err == nil {
					closed(t, s)
				}
				if want := fmt.Sprintf("the file's layout is %d, this program knows %d", layout, program); !errors.Is(err, fault.ErrNewer) || !strings.Contains(err.Error(), want) {
					t.Errorf("opened: %v, want %q", err, want)
				}
				if d := cmp.Diff(before, tree(t, dir)); d != "" {
					t.Error("it was touched: ", d)
				}
				if _, err := backup.Restore(t.Context(), options(dir), filepath.Join(laid(t, layout), "till.db")); !errors.Is(err, fault.ErrNewer) {
					t.Errorf("a backup of it was put back: %v", err)
				}
				if d := cmp.Diff(before, tree(t, dir)); d != "" {
					t.Error("it was touched: ", d)
				}
			})
		}
	}
}

// TestWhatAMigrationKept is what the program of the layout before goes on with: a file of
// that layout, which holds what it held. The one that was brought to this layout it
// refuses, and leaves as it is. Put back by this program, a manager is asked first.
func TestWhatAMigrationKept(t *testing.T) {
	for layout := migrate.Current.Oldest; layout < migrate.Current.Schema(); layout++ {
		t.Run(fmt.Sprint("layout ", layout), func(t *testing.T) {
			dir := laid(t, layout)
			held := strings.Split(strings.TrimSpace(string(file(t, dir, "holds.jsonl"))), "\n")
			closed(t, opened(t, dir))
			kept := filepath.Join(dir, fmt.Sprintf("till.schema-%d.db", layout))
			if got := layoutOf(t, kept); got != layout {
				t.Errorf("what was kept is of layout %d", got)
			}
			if got := layoutOf(t, filepath.Join(dir, "till.db")); got != migrate.Current.Schema() {
				t.Errorf("the till's is of layout %d", got)
			}
			brought := tree(t, dir)
			t.Run("the program before", func(t *testing.T) {
				knowing(t, layout)
				if _, err := storage.Open(t.Context(), options(dir)); !errors.Is(err, fault.ErrNewer) {
					t.Errorf("opened: %v", err)
				}
				if d := cmp.Diff(brought, tree(t, dir)); d != "" {
					t.Error("it was touched: ", d)
				}
			})
			if _, err := backup.Restore(t.Context(), options(dir), kept); err != nil {
				t.Fatal(err)
			}
			s, err := storage.Open(t.Context(), options(dir))
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(held, lines(t, s)); d != "" {
				t.Error("it does not hold what it held: ", d)
			}
			if f, err := s.Freeze(t.Context()); err != nil || f.Confirmed != nil || f.Cause != journal.FreezeRestored {
				t.Errorf("no manager is asked: %+v, %v", f, err)
			}
			closed(t, s)
		})
	}
}

// layoutOf reads the number of a file's layout as .github/file-format.md has it.
func layoutOf(t *testing.T, path string) (n uint64) {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	if err := db.View(func(tx *bbolt.Tx) error {
		n = binary.BigEndian.Uint64(tx.Bucket([]byte("meta")).Get([]byte("schema")))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return n
}
