package storage

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"sanduq/core/journal"
	"sanduq/storage/check"
	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
)

// TestMain lets the test binary be the examining process, one that reads a
// damaged store, and one that is killed.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == check.CheckArgument {
		os.Exit(check.Main(os.Args[2:], os.Stderr))
	}
	if len(os.Args) > 2 && os.Args[1] == "check-ends" {
		check.CheckWhole = 0
		os.Exit(check.Main(os.Args[2:], os.Stderr))
	}
	if len(os.Args) > 2 && os.Args[1] == "read-flipped" {
		os.Exit(readFlipped(os.Args[2], os.Args[3], os.Args[4]))
	}
	if len(os.Args) > 2 && os.Args[1] == "open-damaged" {
		os.Exit(openDamaged(os.Args[2:]))
	}
	if len(os.Args) > 2 && os.Args[1] == "compact-for-ever" {
		os.Exit(compactForEver(os.Args[2]))
	}
	if len(os.Args) > 2 && os.Args[1] == "migrate" {
		os.Exit(openMigrating(os.Args[2]))
	}
	if len(os.Args) > 2 && os.Args[1] == "open-older" {
		os.Exit(openOlder(os.Args[2]))
	}
	if len(os.Args) > 2 && os.Args[1] == "commit-for-ever" {
		os.Exit(commitForEver(os.Args[2]))
	}
	os.Exit(m.Run())
}

func TestCheckerOfAnotherProcess(t *testing.T) {
	dir := opened(t)
	path, ctx := filepath.Join(dir, files.Database), context.Background()
	here := check.Command(os.Args[0])
	if err := here(ctx, path); err != nil {
		t.Errorf("sound file: %v", err)
	}
	if err := os.Truncate(path, 9000); err != nil {
		t.Fatal(err)
	}
	if err := here(ctx, path); !errors.Is(err, fault.ErrDamaged) {
		t.Errorf("cut file: %v", err)
	}
	if err := check.Command(filepath.Join(dir, "no such program"))(ctx, path); err == nil || errors.Is(err, fault.ErrDamaged) {
		t.Errorf("no program: %v", err)
	}
	if status := check.Main(nil, io.Discard); status != 2 {
		t.Errorf("wrong call: status %d", status)
	}
}

func TestLargeFilesAreExaminedAtTheirEnds(t *testing.T) {
	s := openTest(t, t.TempDir())
	fill(t, s, 20)
	drain(t, s)
	if err := s.db.View(check.CheckEnds); err != nil {
		t.Errorf("sound file: %v", err)
	}
	path := filepath.Join(t.TempDir(), files.Database)
	content := mustFile(t, s.Path())
	// Two keys of one leaf change places in the order.
	write(t, path, bytes.ReplaceAll(content, []byte("20261120-000003"), []byte("20261120-000093")))
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.View(check.CheckEnds); err == nil {
		t.Error("keys out of order were not noticed")
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestOnlyADoubtfulFileIsExamined(t *testing.T) {
	dir := opened(t)
	examined := 0
	verdict := error(nil)
	counting := func(o *Options) {
		o.Checker = func(context.Context, string) error {
			examined++
			return verdict
		}
	}
	s := openTest(t, dir, counting)
	if examined != 0 {
		t.Error("a file that was closed properly was examined")
	}
	crashed := copyFolder(t, dir)
	closeStore(t, s)
	verdict = fault.ErrDamaged
	if _, err := open(crashed, counting); !errors.Is(err, fault.ErrDamaged) || examined != 1 {
		t.Errorf("after a crash: %v, examined %d times", err, examined)
	}
	verdict = nil
	openTest(t, crashed, counting)
	if examined != 2 {
		t.Errorf("examined %d times", examined)
	}
}

// compact leaves only pages in use, so that a flipped bit matters.
func compact(t *testing.T, path string) {
	t.Helper()
	from, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	to, err := bbolt.Open(path+".compact", 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(bbolt.Compact(to, from, 0), to.Close(), from.Close(), os.Rename(path+".compact", path)); err != nil {
		t.Fatal(err)
	}
}

// readFlipped is the reading process.
func readFlipped(dir, size, count string) int {
	n, _ := strconv.Atoi(count)
	truth, err := os.ReadFile(filepath.Join(dir, "truth"))
	sound, err2 := os.ReadFile(filepath.Join(dir, files.Database))
	if err = errors.Join(err, err2); err != nil {
		fmt.Println(err)
		return 2
	}
	refused, told, right := 0, 0, 0
	for seed := range n {
		random := rand.New(rand.NewPCG(uint64(seed), 7))
		flipped := bytes.Clone(sound)
		flipped[random.IntN(len(flipped))] ^= 1 << random.IntN(8)
		if err := os.WriteFile(filepath.Join(dir, files.Database), flipped, 0o600); err != nil {
			fmt.Println(err)
			return 2
		}
		s, err := open(dir, func(o *Options) {
			o.Checker = func(context.Context, string) error { return nil }
			if size == "large" {
				o.verifyBelow = 1
			}
		})
		if err != nil {
			if !errors.Is(err, fault.ErrDamaged) && !errors.Is(err, fault.ErrWrongKey) {
				fmt.Printf("seed %d: refused with %v\n", seed, err)
				return 1
			}
			refused++
			continue
		}
		got := readEverything(s, size)
		_ = s.Close()
		wrong, toldHere := compare(got, string(truth))
		switch {
		case wrong != "":
			fmt.Printf("seed %d: wrong data: %s\n", seed, wrong)
			return 1
		case toldHere:
			told++
		default:
			right++
		}
	}
	fmt.Printf("%d refused, %d told, %d right\n", refused, told, right)
	return 0
}

// compare holds each answer against the right one: it must be the same, or
// damage told as such.
func compare(got, want string) (wrong string, told bool) {
	gotLines, wantLines := strings.Split(got, "\n"), strings.Split(want, "\n")
	if len(gotLines) != len(wantLines) {
		return "another number of answers", false
	}
	for i, line := range gotLines {
		if line == corruptLine {
			told = true
		} else if at := differs(line, wantLines[i]); at >= 0 {
			return fmt.Sprintf("answer %d from byte %d on: %.200s", i, at, line[min(at, len(line)):]), told
		}
	}
	return "", told
}

// differs returns where two texts part, or -1.
func differs(a, b string) int {
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			return i
		}
	}
	return -1
}

const corruptLine = "error: corrupt"

// readEverything puts all that a store gives out into words; a part that it
// refuses as damaged is a corruptLine.
func readEverything(s *Store, size string) string {
	var b strings.Builder
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	line := func(v any, err error) {
		switch {
		case err == nil:
			fmt.Fprintf(&b, "%+v\n", v)
		case errors.Is(err, journal.ErrCorrupt):
			fmt.Fprintln(&b, corruptLine)
		default:
			fmt.Fprintln(&b, "odd:", err)
		}
	}
	for number := 1; number <= 40; number++ {
		id := journal.NewSaleID("20261120", number)
		line(s.Sale(ctx, id))
		secret, err := s.SaleSecrets(ctx, id)
		line(string(secret.Reveal()), err)
	}
	for seq := uint64(1); seq <= 20; seq++ {
		line(s.Receipt(ctx, seq))
	}
	line(s.Audit(ctx, 0, 100))
	line(s.OpenSales(ctx))
	line(s.Settings(ctx))
	line(s.Head(ctx, "20261120"))
	for _, q := range []journal.SaleQuery{{Limit: 100}, {Status: journal.StatusPaid}, {Route: "qr"},
		{From: "20261120", Limit: 3}, {Search: "table 1"}, {Search: "1.5"}} {
		if q.Search != "" && size == "large" {
			continue
		}
		line(s.Sales(ctx, q))
		line(s.Totals(ctx, q))
	}
	readDay(ctx, s, size, func(v any, err error) {
		text, _ := json.Marshal(v)
		line(string(text), err)
	})
	return b.String()
}
