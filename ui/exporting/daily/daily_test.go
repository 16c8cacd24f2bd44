package daily

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"sanduq/core/journal"
	"sanduq/core/report"
	"sanduq/core/report/export"
	"sanduq/ui/exporting"
)

// shop is the till beside a Writer, by a clock that is moved by hand.
type shop struct {
	t     *testing.T
	now   time.Time
	text  []byte
	zs    []journal.Z // newest first
	bank  []journal.BankStatement
	wrote []string
	fails error
	empty bool
	never string        // a kind that cannot be written
	full  error         // what is remembered cannot be saved
	takes time.Duration // to write a file
}

func (s *shop) writer() *Writer {
	return New(Options{Load: func() ([]byte, error) { return s.text, nil }, Save: func(text []byte) error {
		if s.full == nil {
			s.text = text
		}
		return s.full
	},
		Zs: func(_ context.Context, before uint64, limit int) ([]journal.Z, error) {
			var all []journal.Z
			for _, z := range s.zs {
				if (before == 0 || z.Seq < before) && len(all) < limit {
					all = append(all, z)
				}
			}
			return all, nil
		},
		Statements: func(context.Context, int) ([]journal.BankStatement, error) { return s.bank, nil },
		TakeName:   func(folder, owner string) error { return TakeName(filepath.Join(folder, "Till-1-till.txt"), owner) },
		Write:      s.write, Now: func() time.Time { return s.now }, Log: slog.New(slog.DiscardHandler)})
}

// write puts a file there as every export is put.
func (s *shop) write(ctx context.Context, folder string, day journal.Day, k Kind) error {
	if s.empty {
		return report.Refuse(report.CodeEmpty, nil)
	}
	if s.never == k.String() {
		return report.Refuse(report.CodeDecimals, nil)
	}
	s.now = s.now.Add(s.takes)
	_, err := export.Save(ctx, filepath.Join(folder, string(day)+"-"+strings.ReplaceAll(k.String(), "/", "-")), export.Job{Own: func(_ context.Context, w io.Writer) (int, error) {
		if s.fails != nil {
			return 0, s.fails
		}
		_, err := io.WriteString(w, "rows")
		return 1, err
	}})
	if err == nil {
		s.wrote = append(s.wrote, string(day)+" "+k.String())
	}
	return err
}

func (s *shop) step(w *Writer) error { return w.step(s.t.Context()) }

func (s *shop) close(begun time.Time) {
	s.zs = slices.Insert(s.zs, 0, journal.Z{Seq: uint64(len(s.zs) + 1), Begun: begun, At: s.now})
}

func (s *shop) took(t *testing.T, want ...string) {
	t.Helper()
	if !slices.Equal(s.wrote, want) {
		t.Errorf("wrote %q, want %q", s.wrote, want)
	}
	s.wrote = nil
}

func at(day, hour, minute int) time.Time {
	return time.Date(2026, 11, day, hour, minute, 0, 0, time.UTC)
}

const salesXLSX, zsPDF = "sales/xlsx", "zs/pdf"

// TestWhatCannotBeRememberedIsSaid, and is not written again and again meanwhile; it is once
// more as soon as it can be.
func TestWhatCannotBeRememberedIsSaid(t *testing.T) {
	s := &shop{t: t, now: at(20, 22, 0)}
	w := s.writer()
	if err := w.Set(t.Context(), Config{When: AfterZ, Folder: t.TempDir(), Kinds: zsPDF}); err != nil {
		t.Fatal(err)
	}
	s.close(at(20, 8, 0))
	s.full = syscall.ENOSPC
	for range 4 {
		_ = s.step(w)
		s.now = s.now.Add(15 * time.Second)
	}
	s.took(t, "20261120 zs/pdf")
	if st := w.Status(); st.Err == nil || !st.Since.Equal(at(20, 22, 0)) || !st.Last.IsZero() {
		t.Errorf("the page says %+v", st)
	}
	s.full, s.now = nil, at(20, 22, 2)
	_ = s.step(w)
	s.took(t, "20261120 zs/pdf")
	if st := w.Status(); st.Err != nil || !st.Last.Equal(s.now) {
		t.Errorf("afterwards the page says %+v", st)
	}
	_ = s.step(w)
	s.took(t)
}

// TestTwoTillsOfOneNameWriteOverNothing: both would write the same files into the folder that
// they share.
func TestTwoTillsOfOneNameWriteOverNothing(t *testing.T) {
	folder := t.TempDir()
	one, other := &shop{t: t, now: at(20, 22, 0)}, &shop{t: t, now: at(20, 22, 0)}
	first, second := one.writer(), other.writer()
	for _, w := range []*Writer{first, second} {
		if err := w.Set(t.Context(), Config{When: AfterZ, Folder: folder, Kinds: zsPDF}); err != nil {
			t.Fatal(err)
		}
	}
	one.close(at(20, 8, 0))
	other.close(at(20, 8, 0))
	_, _ = one.step(first), other.step(second)
	one.took(t, "20261120 zs/pdf")
	other.took(t)
	if st := second.Status(); report.CodeOf(st.Err) != report.CodeNameTaken {
		t.Errorf("the other till's page says %v", st.Err)
	}
	if st := first.Status(); st.Err != nil {
		t.Errorf("the first till's page says %v", st.Err)
	}
	again := one.writer() // after a restart, and with a file of which a kill has left the name alone
	if err := os.Truncate(filepath.Join(folder, "Till-1-till.txt"), 0); err != nil {
		t.Fatal(err)
	}
	one.now = at(21, 22, 0)
	one.close(at(21, 8, 0))
	_ = one.step(again)
	one.took(t, "20261121 zs/pdf")
}

// TestFilesAfterEachZ: every day that a shift touched, when its Z is there; not those from before it was switched on.
func TestFilesAfterEachZ(t *testing.T) {
	s := &shop{t: t, now: at(20, 22, 0)}
	s.close(at(20, 8, 0))
	w := s.writer()
	if err := w.Set(t.Context(), Config{When: AfterZ, Folder: t.TempDir(), Kinds: zsPDF + " " + salesXLSX}); err != nil {
		t.Fatal(err)
	}
	_ = s.step(w)
	s.took(t)
	s.now = at(22, 2, 0)
	s.close(at(21, 20, 0)) // past midnight
	_ = s.step(w)
	s.took(t, "20261121 sales/xlsx", "20261121 zs/pdf", "20261122 sales/xlsx", "20261122 zs/pdf")
	_ = s.step(w)
	s.took(t)
	if st := w.Status(); !st.Last.Equal(s.now) || st.Err != nil {
		t.Errorf("%+v", st)
	}
}

// TestFilesAtATime: today's at that time and once more, whole, with the next; what was missed while the till was
// off comes at once.
func TestFilesAtATime(t *testing.T) {
	s := &shop{t: t, now: at(20, 12, 0)}
	w := s.writer()
	if err := w.Set(t.Context(), Config{When: AtTime, At: "22:30", Folder: t.TempDir(), Kinds: salesXLSX}); err != nil {
		t.Fatal(err)
	}
	_ = s.step(w)
	s.took(t)
	s.now = at(20, 22, 31)
	_ = s.step(w)
	s.took(t, "20261120 sales/xlsx")
	s.now = at(21, 22, 29)
	_ = s.step(w)
	s.took(t)
	s.now = at(21, 22, 30)
	_ = s.step(w)
	s.took(t, "20261120 sales/xlsx", "20261121 sales/xlsx")
	s.now = at(24, 9, 0)
	w = s.writer() // a new start
	_ = s.step(w)
	s.took(t, "20261121 sales/xlsx", "20261122 sales/xlsx", "20261123 sales/xlsx", "20261124 sales/xlsx")
	_ = s.step(w)
	s.took(t)
	s.now = at(24, 22, 30)
	_ = s.step(w)
	s.took(t, "20261124 sales/xlsx")
}

// TestWhatCannotBeWrittenIsSaidAndTriedAgain: a folder that is gone, a full disk; over a new start, later and
// later, and at once when a person says so. Nothing half is left.
func TestWhatCannotBeWrittenIsSaidAndTriedAgain(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "stick")
	s := &shop{t: t, now: at(20, 12, 0)}
	w := s.writer()
	if err := w.Set(t.Context(), Config{When: AfterZ, Folder: folder, Kinds: salesXLSX}); err != nil {
		t.Fatal(err)
	}
	s.now = at(20, 22, 0)
	s.close(at(20, 8, 0))
	if err := s.step(w); err == nil {
		t.Fatal("written into a folder that is not there")
	}
	st := w.Status()
	if report.CodeOf(st.Err) != report.CodeFolder || !st.Since.Equal(s.now) || !st.Next.Equal(s.now.Add(time.Minute)) {
		t.Errorf("%+v", st)
	}
	if _, err := os.Stat(folder); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a folder was made where the stick is not: %v", err)
	}
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	s.fails = syscall.ENOSPC
	s.now = s.now.Add(30 * time.Second)
	_ = s.step(w)
	if got := w.Status(); report.CodeOf(got.Err) != report.CodeFolder {
		t.Errorf("tried before its time: %+v", got)
	}
	w = s.writer()
	s.now = s.now.Add(30 * time.Second)
	_ = s.step(w)
	if got := w.Status(); report.CodeOf(got.Err) != report.CodeNoRoom || !got.Since.Equal(st.Since) || !got.Next.Equal(s.now.Add(2*time.Minute)) {
		t.Errorf("%+v", got)
	}
	if left, _ := os.ReadDir(folder); len(left) != 1 || left[0].Name() != "Till-1-till.txt" {
		t.Errorf("left %v", left)
	}
	s.fails = nil
	if err := w.Again(); err != nil {
		t.Fatal(err)
	}
	_ = s.step(w)
	s.took(t, "20261120 sales/xlsx")
	if got := w.Status(); got.Err != nil || !got.Last.Equal(s.now) {
		t.Errorf("%+v", got)
	}
	s.empty = true
	s.close(at(20, 22, 0))
	if err := s.step(w); err != nil {
		t.Errorf("a day without sales: %v", err)
	}
}

// TestEveryFormCanBeChosen, and what cannot be used is named.
func TestEveryFormCanBeChosen(t *testing.T) {
	c := Config{When: AfterZ, Folder: "/x"}
	if c.Check() != FieldKinds {
		t.Errorf("no kind: %q", c.Check())
	}
	seen := map[exporting.Form]bool{}
	for _, k := range Kinds() {
		seen[k.Form] = true
		if c = c.Toggle(k); !c.Has(k) || c.Check() != "" {
			t.Errorf("%s: %+v", k, c)
		}
	}
	for _, f := range exporting.Forms() {
		if !seen[f] {
			t.Errorf("%s is in no kind", f)
		}
	}
	for _, k := range Kinds() {
		c = c.Toggle(k)
	}
	if c.Kinds != "" {
		t.Error(c.Kinds)
	}
	for want, c := range map[string]Config{"": {}, FieldFolder: {When: AfterZ, Kinds: salesXLSX}, FieldAt: {When: AtTime, At: "25:00", Folder: "/x", Kinds: salesXLSX}} {
		if got := c.Check(); got != want {
			t.Error(fmt.Sprint(got, ", not ", want))
		}
	}
}
