// Package killed kills exports in the middle, again and again, and looks at
// what is in their folder afterwards: the older file, or the whole new one, and
// never anything else.
//
//sanduq:norace another process does the work
package killed

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"sanduq/core/report/export"
	"sanduq/core/tests/shop"
	"sanduq/core/tests/soak"
)

// What a killed process is told.
const (
	envPath   = "SANDUQ_KILLED_EXPORT"
	envFormat = "SANDUQ_KILLED_FORMAT"
	envFault  = "SANDUQ_KILLED_FAULT" // write without Save: the fault that must be found
)

var rows = map[export.Format]int{export.Plain: 40_000, export.XLSX: 25_000, export.PDF: 90}

func TestMain(m *testing.M) {
	if path := os.Getenv(envPath); path != "" {
		if err := write(path, export.Format(os.Getenv(envFormat)), os.Getenv(envFault) != ""); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func write(path string, f export.Format, fault bool) error {
	pen, err := shop.Pen("../../../..")
	if err != nil {
		return err
	}
	n := rows[f]
	j := export.Job{Format: f, About: shop.About(shop.English), Words: shop.English, Zone: time.UTC, Pen: pen, Tables: []export.Table{export.PlainSales(shop.Sales(n), n, nil)}}
	fmt.Println("begun")
	if !fault {
		_, err = export.Save(context.Background(), path, j)
		return err
	}
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	_, err = export.Write(context.Background(), out, j)
	return err
}

// injected is how many times an export is killed that writes under its own name.
const injected = 5

// round is what came of one kill.
type round struct {
	half, whole, older int
	aside              int // files that were left in the system's place for such
}

// kill lets a process export into a folder that has an older file of that name,
// kills it after a while and looks.
func kill(t *testing.T, f export.Format, after time.Duration, fault bool) (r round, took time.Duration) {
	t.Helper()
	dir, temp := t.TempDir(), t.TempDir()
	path := filepath.Join(dir, "sales")
	if err := os.WriteFile(path, []byte("older"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), envPath+"="+path, envFormat+"="+string(f), "TMPDIR="+temp)
	if fault {
		c.Env = append(c.Env, envFault+"=1")
	}
	said, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(said, make([]byte, len("begun\n"))); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	timer := time.AfterFunc(after, func() { _ = c.Process.Kill() })
	_ = c.Wait() // by the kill, or at its end
	timer.Stop()
	took = time.Since(began)
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		switch {
		case err != nil:
			t.Fatal(err)
		case e.Name() == "sales" && string(data) == "older":
			r.older++
		case isWhole(f, data): // also under the name that it has for a moment before it is renamed
			r.whole++
		default:
			r.half++
		}
	}
	if r.older+r.whole == 0 {
		r.half++ // the older one is gone, and nothing is in its place
	}
	_ = filepath.WalkDir(temp, func(_ string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			r.aside++
		}
		return nil
	})
	return r, took
}

// isWhole reports whether a file is all that was exported.
func isWhole(f export.Format, data []byte) bool {
	switch f {
	case export.Plain:
		return bytes.Count(data, []byte("\r\n")) == rows[f]+1 && bytes.HasSuffix(data, []byte("\r\n"))
	case export.PDF:
		return bytes.HasPrefix(data, []byte("%PDF-")) && bytes.HasSuffix(bytes.TrimSpace(data), []byte("%%EOF"))
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return false
	}
	found := 0
	for _, part := range z.File {
		r, err := part.Open()
		if err != nil {
			return false
		}
		content, err := io.ReadAll(r) // checks the sum of the part
		if err != nil {
			return false
		}
		found = max(found, bytes.Count(content, []byte("<row ")))
	}
	return found == rows[f]+1
}

func TestKilledExportsLeaveNothingHalf(t *testing.T) {
	n := soak.N(t, 6)
	done := soak.Begin(t, "export-kills", n)
	random := rand.New(rand.NewPCG(uint64(n), 18))
	formats := []export.Format{export.Plain, export.XLSX, export.PDF}
	long := map[export.Format]time.Duration{}
	for _, f := range formats { // how long one takes that nobody kills
		r, took := kill(t, f, time.Minute, false)
		if r != (round{whole: 1}) {
			t.Fatalf("%s: an export that was left alone gave %+v", f, r)
		}
		long[f] = took
	}
	var sum round
	for i := range n {
		f := formats[i%len(formats)]
		r, _ := kill(t, f, time.Duration(random.Int64N(int64(long[f]*11/10))), false)
		if r.half > 0 {
			t.Errorf("%s, kill %d: %+v", f, i+1, r)
		}
		sum.half, sum.whole, sum.older, sum.aside = sum.half+r.half, sum.whole+r.whole, sum.older+r.older, sum.aside+r.aside
	}
	found := 0
	for i := range injected { // the looking must be able to find something
		if r, _ := kill(t, export.Plain, long[export.Plain]*time.Duration(i+1)/(injected+2), true); r.half > 0 {
			found++
		}
	}
	if found == 0 {
		t.Error("an export that writes under its own name was never found half")
	}
	t.Logf("measured: %v", long)
	done("half files %d, older file kept %d, whole file there %d, left aside %d; injected: half files found in %d of %d",
		sum.half, sum.older, sum.whole, sum.aside, found, injected)
}
