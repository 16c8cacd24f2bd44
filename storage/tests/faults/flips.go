package faults

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"sanduq/core/journal"
	"sanduq/storage"
	"sanduq/storage/check"
	"sanduq/storage/fault"
	"sanduq/storage/tests/script"
)

// Flips is a run of damages to copies of one closed store.
type Flips struct {
	Dir      string // of the store
	Work     string // in memory, if possible
	From, To uint64 // seeds
	Most     int    // records that are read of a large store
}

// The ways in which a damage ends. Anything else is a failure.
const (
	Refused = "refused" // the store was not opened, in words
	// Back: the newest commit's meta page is gone, the store stands one commit
	// before, noticed by the checkpoint outside the file, and it is frozen.
	Back      = "back"
	Told      = "told"      // what was asked for was refused as damaged, or Verify found it
	Invisible = "invisible" // everything is right: nothing that counts was hit
)

// Run writes a line before each seed and its outcome after it. A process that
// ends in between was killed by the damage.
func (f Flips) Run(ctx context.Context, out io.Writer) error {
	sound, err := os.ReadFile(filepath.Join(f.Dir, "till.db"))
	if err != nil {
		return err
	}
	used := (len(bytes.TrimRight(sound, "\x00")) + page - 1) / page * page
	all, head, err := f.contents(ctx)
	if err != nil {
		return err
	}
	examiner := &examiner{}
	defer examiner.end()
	for seed := f.From; seed < f.To; seed++ {
		fmt.Fprintln(out, "seed", seed)
		random := rand.New(rand.NewPCG(seed, 7))
		spoiled, what := damage(bytes.Clone(sound), min(used, len(sound)), random)
		list := questions(all, head, f.Most, seed/200)
		truth, err := f.truth(ctx, list, seed/200)
		if err != nil {
			return err
		}
		how, err := f.one(ctx, spoiled, list, truth, random.IntN(2) == 0, examiner)
		if err != nil {
			how = "WRONG " + err.Error()
		}
		fmt.Fprintf(out, "end %d %s | %s\n", seed, what, how)
	}
	return nil
}

// contents lists what the sound store holds.
func (f Flips) contents(ctx context.Context) (all []journal.Sale, head journal.Head, err error) {
	err = f.sound(ctx, func(s *storage.Store) error {
		page, err := s.Sales(ctx, journal.SaleQuery{Limit: 1 << 20})
		if err != nil {
			return err
		}
		all = page.Sales
		head, err = s.Head(ctx, script.Day)
		return err
	})
	return all, head, err
}

var kept struct { // the newest truth, which many seeds share
	seed  uint64
	truth []*string
}

func (f Flips) truth(ctx context.Context, list []question, seed uint64) ([]*string, error) {
	if kept.truth != nil && kept.seed == seed {
		return kept.truth, nil
	}
	err := f.sound(ctx, func(s *storage.Store) (err error) {
		kept.seed = seed
		kept.truth, err = answers(ctx, s, list)
		return err
	})
	return kept.truth, err
}

func (f Flips) sound(ctx context.Context, read func(*storage.Store) error) error {
	dir, err := f.folder(nil, false)
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := copyFile(filepath.Join(f.Dir, "till.db"), filepath.Join(dir, "till.db")); err != nil {
		return err
	}
	s, err := storage.Open(ctx, script.Options(dir))
	if err != nil {
		return err
	}
	return errors.Join(read(s), s.Close())
}

func copyFile(from, to string) error {
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, content, 0o600)
}

// folder makes a store's folder; one that was not closed properly if indeterminate.
func (f Flips) folder(content []byte, doubtful bool) (dir string, err error) {
	if dir, err = os.MkdirTemp(f.Work, "flip"); err != nil {
		return "", err
	}
	for _, name := range []string{"till.key", "till.mark"} {
		if e := copyFile(filepath.Join(f.Dir, name), filepath.Join(dir, name)); e != nil {
			err = errors.Join(err, e)
		}
	}
	if content != nil {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, "till.db"), content, 0o600))
	}
	if doubtful {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, "till.open"), []byte("\n"), 0o600))
	}
	return dir, err
}

// one opens a damaged store as the application does, asks everything and holds
// the answers against the truth.
func (f Flips) one(ctx context.Context, content []byte, list []question, truth []*string, doubtful bool, e *examiner) (how string, err error) {
	dir, err := f.folder(content, doubtful)
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	o := script.Options(dir)
	o.Checker = e.examine
	s, err := storage.Open(ctx, o)
	if err != nil {
		known, ok := errors.AsType[*fault.Error](err)
		if !ok || known.Code != fault.CodeDamaged && known.Code != fault.CodeWrongKey {
			return "", fmt.Errorf("refused in the wrong words: %w", err)
		}
		return Refused, nil
	}
	defer func() { _ = s.Close() }()
	got, err := answers(ctx, s, list)
	if err != nil {
		return "", err
	}
	_, damaged := s.Verify(ctx)
	if damaged != nil && !errors.Is(damaged, journal.ErrCorrupt) {
		return "", fmt.Errorf("verify: %w", damaged)
	}
	if freeze, err := s.Freeze(ctx); err == nil && freeze.Cause == journal.FreezeRolledBack && freeze.Confirmed == nil {
		return Back, nil // said aloud, and nothing is sold until a manager has looked
	}
	how = Invisible
	if damaged != nil || len(s.Warnings()) > 0 {
		how = Told
	}
	for i, q := range list {
		switch {
		case got[i] == nil:
			how = Told
		case *got[i] == *truth[i]:
		case q.lookUp && damaged != nil: // short, and noticed
		default:
			return "", fmt.Errorf("%s: %.500s; should be %.500s", q.name, *got[i], *truth[i])
		}
	}
	return how, nil
}

// examiner is the process that examines indeterminate files, kept from one to the
// next; the application starts one for each.
type examiner struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

// Examine is that process: it reads paths and answers with the status of
// storage.CheckMain.
func Examine(in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		fmt.Fprintln(out, check.Main([]string{lines.Text()}, os.Stderr))
	}
	return lines.Err()
}

func (e *examiner) start() (err error) {
	e.cmd = exec.Command(os.Args[0], "faults-examine")
	if e.in, err = e.cmd.StdinPipe(); err != nil {
		return err
	}
	out, err := e.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	e.out = bufio.NewReader(out)
	return e.cmd.Start()
}

func (e *examiner) examine(_ context.Context, path string) error {
	if e.cmd == nil {
		if err := e.start(); err != nil {
			return err
		}
	}
	fmt.Fprintln(e.in, path)
	slow := time.AfterFunc(20*time.Second, func() { _ = e.cmd.Process.Kill() }) // as the application does after a minute
	var status int
	_, err := fmt.Fscanln(e.out, &status)
	slow.Stop()
	if err != nil {
		e.end()
		return fmt.Errorf("%w: examined: %w", fault.ErrDamaged, err)
	}
	if status != 0 {
		return fmt.Errorf("%w: examined: status %d", fault.ErrDamaged, status)
	}
	return nil
}

func (e *examiner) end() {
	if e.cmd != nil {
		_ = e.in.Close()
		_ = e.cmd.Process.Kill()
		_ = e.cmd.Wait() // killed, or dead before
		e.cmd = nil
	}
}
