package storage

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"sanduq/core/journal"
	"sanduq/storage/internal/files"
)

// TestNothingAcknowledgedIsLost kills a process in the middle of committing,
// again and again, on one folder. Whatever it said was committed must be there,
// and the store must be sound.
func TestNothingAcknowledgedIsLost(t *testing.T) {
	rounds := 6
	if n, err := strconv.Atoi(os.Getenv("KILLS")); err == nil {
		rounds = n
	}
	dir := t.TempDir()
	acknowledged := uint64(0)
	for round := range rounds {
		cmd := exec.Command(os.Args[0], "commit-for-ever", dir)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for n := 0; lines.Scan(); n++ {
			seq, err := strconv.ParseUint(lines.Text(), 10, 64)
			if err != nil {
				t.Fatalf("the process says %q", lines.Text())
			}
			acknowledged = seq
			if n == 3+round*7 {
				if err := cmd.Process.Kill(); err != nil {
					t.Fatal(err)
				}
			}
		}
		_ = cmd.Wait() // killed
		s := openTest(t, dir)
		h, err := s.Head(context.Background(), "20261120")
		if err != nil || h.Audit < acknowledged || h.Audit > acknowledged+1 || uint64(h.Number) != h.Audit {
			t.Fatalf("round %d: manifest %+v, error %v, acknowledged %d", round, h, err, acknowledged)
		}
		if report, err := s.Verify(context.Background()); err != nil || report.Sales != h.Audit {
			t.Fatalf("round %d: %+v, error %v", round, report, err)
		}
		closeStore(t, s)
	}
}

// TestNoCompactionLosesAnything kills a process that compacts its store over
// and over, at another moment each time.
func TestNoCompactionLosesAnything(t *testing.T) {
	rounds := 8
	if n, err := strconv.Atoi(os.Getenv("KILLS")); err == nil {
		rounds = n
	}
	dir := t.TempDir()
	acknowledged, between := uint64(0), 0
	for round := range rounds {
		cmd := exec.Command(os.Args[0], "compact-for-ever", dir)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for n := 0; lines.Scan(); n++ {
			seq, err := strconv.ParseUint(lines.Text(), 10, 64)
			if err != nil {
				t.Fatalf("the process says %q", lines.Text())
			}
			acknowledged = seq
			if n == 2+round%3 {
				time.AfterFunc(time.Duration(round)*1700*time.Microsecond, func() { _ = cmd.Process.Kill() })
			}
		}
		_ = cmd.Wait() // killed
		if left, _ := filepath.Glob(filepath.Join(dir, files.Database+".compact*")); len(left) > 0 {
			between++
		}
		s := openTest(t, dir)
		h, err := s.Head(context.Background(), "20261120")
		if err != nil || h.Audit < acknowledged || h.Audit > acknowledged+1 {
			t.Fatalf("round %d: manifest %+v, error %v, acknowledged %d", round, h, err, acknowledged)
		}
		if report, err := s.Verify(context.Background()); err != nil || report.Sales != h.Audit {
			t.Fatalf("round %d: %+v, error %v", round, report, err)
		}
		if left, _ := filepath.Glob(filepath.Join(dir, files.Database+".*")); len(left) > 0 {
			t.Errorf("round %d: left %v", round, left)
		}
		closeStore(t, s)
	}
	t.Logf("%d of %d processes were killed in the middle of a compaction", between, rounds)
}

// compactForEver is the process that gets killed: it commits a sale, says its
// number and compacts.
func compactForEver(dir string) int {
	s, err := open(dir)
	if err != nil {
		fmt.Println(err)
		return 1
	}
	ctx := context.Background()
	h, err := s.Head(ctx, "20261120")
	for err == nil {
		h.Audit++
		sale := aSale(int(h.Audit))
		row := journal.AuditRow{Seq: h.Audit, At: clock, Action: journal.AuditCopy, SaleID: sale.ID}
		if err = s.Commit(ctx, journal.Change{Sale: &sale, Audit: []journal.AuditRow{row}}); err == nil {
			fmt.Println(h.Audit)
			err = s.Compact(ctx)
		}
	}
	fmt.Println(err)
	return 1
}

// commitForEver is the process that gets killed: it says each number after its
// commit returned.
func commitForEver(dir string) int {
	s, err := open(dir)
	if err != nil {
		fmt.Println(err)
		return 1
	}
	ctx := context.Background()
	h, err := s.Head(ctx, "20261120")
	for err == nil {
		h.Audit++
		sale := aSale(int(h.Audit))
		secret := journal.NewSecrets([]byte("token"))
		row := journal.AuditRow{Seq: h.Audit, At: clock, Action: journal.AuditCopy, SaleID: sale.ID}
		if err = s.Commit(ctx, journal.Change{Sale: &sale, Secrets: &secret, Audit: []journal.AuditRow{row}}); err == nil {
			fmt.Println(h.Audit)
		}
	}
	fmt.Println(err)
	return 1
}
