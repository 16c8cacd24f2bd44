package powerfail

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sanduq/core/tests/soak"
	"sanduq/core/tests/strace"
	"sanduq/storage/check"
	"sanduq/storage/tests/powerfail/disk"
	"sanduq/storage/tests/script"
)

// fewSales are as many as a test of seconds needs.
const fewSales = 4

// record lets a shop work under strace, once for each of the faults that
// follow ("" is none), and returns the recording.
func record(t *testing.T, name, kind string, sales int, faults ...string) *Recording {
	t.Helper()
	dir := script.InMemory(t)
	r := &Recording{Name: name, Sales: sales, Root: filepath.Join(dir, "root"), Notes: filepath.Join(dir, "notes")}
	if faults[0] != "" {
		r.Around = 40
	}
	if err := os.Mkdir(r.Root, 0o700); err != nil {
		t.Fatal(err)
	}
	for i, fault := range faults {
		o := strace.Options{Out: filepath.Join(dir, fmt.Sprint("trace", i)), Data: true, Inject: fault}
		r.Traces = append(r.Traces, o.Out)
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
		defer cancel()
		out, err := strace.Command(ctx, o, os.Args[0], "powerfail-shop", r.Root, r.Notes, kind, fmt.Sprint(sales)).CombinedOutput()
		if err != nil && (fault == "" || i == len(faults)-1) {
			t.Fatalf("%s: %v: %.2000s", name, err, out)
		}
	}
	if err := r.Load(); err != nil {
		t.Fatal(err)
	}
	return r
}

// cutOrder is what the process is told that looks at the states: they may kill
// it, and the test must live.
type cutOrder struct {
	Recording Recording
	States    int
	Seed      uint64
	Dir, Only string
	Workers   int
}

func runCut(args []string) error {
	var o cutOrder
	if err := json.Unmarshal([]byte(args[0]), &o); err != nil {
		return err
	}
	if err := o.Recording.Load(); err != nil {
		return err
	}
	c := Cut{Recording: &o.Recording, States: o.States, Seed: o.Seed, Dir: o.Dir, Only: o.Only, Workers: o.Workers,
		Doubt: check.Command("")}
	out, err := c.Run(context.Background())
	return errors.Join(err, json.NewEncoder(os.Stdout).Encode(out))
}

// cut runs a Cut in a process of its own.
func cut(t *testing.T, r *Recording, states int) Outcome {
	t.Helper()
	order, err := json.Marshal(cutOrder{Recording: *r, States: states, Seed: 1, Dir: script.InMemory(t), Only: os.Getenv("POWERFAIL_STATE")})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], "powerfail-cut", string(order))
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	var out Outcome
	if err := errors.Join(cmd.Run(), json.Unmarshal(stdout.Bytes(), &out)); err != nil {
		t.Fatalf("%s: the process that looks at the states: %v: %.4000s", r.Name, err, stderr.String())
	}
	return out
}

// TestRecordingIsWhole holds the model against the real disk: what it believes
// a running program to see is what is there.
func TestRecordingIsWhole(t *testing.T) {
	strace.Need(t)
	for _, kind := range []string{"sales", "backup"} {
		r := record(t, kind, kind, fewSales, "")
		d := disk.New(r.Root)
		if err := r.walk(d, func(int, *promise, bool) error { return nil }); err != nil {
			t.Fatal(err)
		}
		live := d.Live()
		files := 0
		err := filepath.WalkDir(r.Root, func(path string, e os.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			files++
			content, err := os.ReadFile(path)
			name := strings.TrimPrefix(path, r.Root+"/")
			if !bytes.Equal(live[name], content) {
				t.Errorf("%s: %s: %d bytes in the model, %d on the disk, not the same", kind, name, len(live[name]), len(content))
			}
			return err
		})
		if err != nil || files != len(live) || files < 3 {
			t.Errorf("%s: %d files on the disk, %d in the model, %v", kind, files, len(live), err)
		}
		t.Logf("%s: %d steps, %d files", kind, len(r.steps), files)
	}
}

// TestPowerCut cuts the power at every moment of a shop's day, of its backups
// and of what follows a crash and a failed sync.
func TestPowerCut(t *testing.T) {
	strace.Need(t)
	n := soak.N(t, 150)
	end := soak.Begin(t, "power-cut", n)
	syncs, sales := []int{13, 14}, fewSales // of a commit: its meta page, and the next one's data
	if n > 10_000 {
		syncs, sales = []int{1, 2, 3, 4, 13, 14, 25, 26, 41, 42}, 32
	}
	recordings := []*Recording{record(t, "sales", "sales", sales, ""), record(t, "backup", "backup", sales, "")}
	for _, k := range syncs {
		recordings = append(recordings,
			record(t, fmt.Sprintf("killed at sync %d", k), "sales", sales, fmt.Sprintf("fdatasync:signal=KILL:when=%d", k), ""),
			record(t, fmt.Sprintf("sync %d fails", k), "sales", sales, fmt.Sprintf("fdatasync:error=EIO:when=%d", k), ""))
	}
	whole := 2
	if n > 10_000 {
		whole = 10
	}
	var sum Outcome
	began := time.Now()
	for i, r := range recordings {
		share := n - n/whole // the first is the whole day
		if i > 0 {
			share = n / whole / (len(recordings) - 1)
		}
		out := cut(t, r, share)
		for _, f := range out.Failures {
			t.Error(f)
		}
		if len(out.Failures) > 0 {
			saveRecording(t, r)
		}
		t.Logf("%s: %+v", r.Name, out)
		sum.Moments += out.Moments
		sum.Total += out.Total
		sum.Distinct += out.Distinct
		sum.Torn += out.Torn
		sum.WentOn += out.WentOn
	}
	if sum.Total < n/2 || sum.Distinct < n/16 || n > 1000 && sum.Torn == 0 {
		t.Errorf("too little was tried: %+v", sum)
	}
	end("%d states at %d moments of %d recordings, %d of them torn, %d distinct ones opened and read whole, %d went on; %.0f distinct/s",
		sum.Total, sum.Moments, len(recordings), sum.Torn, sum.Distinct, sum.WentOn, float64(sum.Distinct)/time.Since(began).Seconds())
}

// TestPowerCutCatches injects a fault: the same day as if nothing was synced.
func TestPowerCutCatches(t *testing.T) {
	strace.Need(t)
	r := record(t, "unsynced", "sales", fewSales, "")
	r.Unsynced = true
	out := cut(t, r, 40)
	if len(out.Failures) == 0 {
		t.Errorf("a store that never syncs passes: %+v", out)
	}
}

// saveRecording saves a recording whose states failed. POWERFAIL_RECORDING with the folder's
// name and POWERFAIL_STATE with what the failure names look at that state again.
func saveRecording(t *testing.T, r *Recording) {
	t.Helper()
	dir, err := os.MkdirTemp("", "powerfail-recording-")
	if err == nil {
		saved := *r
		err = errors.Join(os.CopyFS(dir, os.DirFS(filepath.Dir(r.Traces[0]))), saveJSON(filepath.Join(dir, "recording.json"), saved))
	}
	if err != nil {
		t.Errorf("recording not kept: %v", err)
		return
	}
	t.Logf("the recording is kept: POWERFAIL_RECORDING=%s POWERFAIL_STATE=<moment:state> go test -run TestOneState -v", dir)
}

func saveJSON(path string, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o600)
}

// TestOneState looks at one state of a recording that was kept.
func TestOneState(t *testing.T) {
	dir := os.Getenv("POWERFAIL_RECORDING")
	if dir == "" {
		t.Skip("no recording to look at")
	}
	text, err := os.ReadFile(filepath.Join(dir, "recording.json"))
	var r Recording
	if err = errors.Join(err, json.Unmarshal(text, &r)); err != nil {
		t.Fatal(err)
	}
	for i, trace := range r.Traces {
		r.Traces[i] = filepath.Join(dir, filepath.Base(trace))
	}
	for _, f := range cut(t, &r, 1).Failures {
		t.Error(f)
	}
}
