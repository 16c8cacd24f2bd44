package exporting

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"sanduq/core/report"
	"sanduq/core/report/export"
	"sanduq/ui/screen"
	"sanduq/ui/words"
)

// Deps is what the runner and the card are made of.
type Deps struct {
	Source Source
	// Shop says of what shop the files are, and who asks; it is called on the UI
	// goroutine.
	Shop func() Shop
	// Folders are where files may go, the usual one first. It may be slow, and is
	// called off the UI goroutine.
	Folders func() []string
	// OpenFolder shows a folder in the system's window for files; nil where none
	// can. It is called off the UI goroutine.
	OpenFolder func(ctx context.Context, path string) error
	// AccountsFile is where a person finds the names of the shop's accounts; blank where
	// no accounting journal is written.
	AccountsFile string
	// Failed takes an error for the log.
	Failed func(err error)
}

// State is how far an export is.
type State struct {
	Running bool
	Progress
	Path string // of the file that is written, or that was
	Err  error  // why there is none; nil after it was written
	Over bool   // there was one, and it has ended
}

// Progress is what core/report/export tells.
type Progress = export.Progress

// Share is how much of it is done, 0 to 1.
func (s State) Share() float32 {
	if s.Total <= 0 {
		return 0
	}
	return min(1, float32(s.Done)/float32(s.Total))
}

// Runner writes one export at a time, in the background, whatever is on the
// screen meanwhile.
type Runner struct {
	env     screen.Env
	deps    Deps
	state   State
	cancel  context.CancelFunc
	changed []*func()
}

// NewRunner has nothing to do yet.
func NewRunner(env screen.Env, d Deps) *Runner { return &Runner{env: env, deps: d} }

// State is how far it is.
func (r *Runner) State() State { return r.state }

// Watch has f called after each change, until stop is called.
func (r *Runner) Watch(f func()) (stop func()) {
	w := &f
	r.changed = append(r.changed, w)
	return func() {
		kept := r.changed[:0:0]
		for _, one := range r.changed {
			if one != w {
				kept = append(kept, one)
			}
		}
		r.changed = kept
	}
}

func (r *Runner) notify() {
	for _, f := range r.changed {
		(*f)()
	}
}

// Start begins an export into a folder, unless one is running.
func (r *Runner) Start(q Request, f Form, dir string) {
	if r.state.Running {
		return
	}
	ctx, cancel := context.WithCancel(r.env.Life)
	r.cancel = cancel
	shop, speech := r.deps.Shop(), r.env.Words.In(r.env.Words.Lang())
	path := free(dir, q.Name(f), there)
	r.state = State{Running: true, Path: path}
	r.notify()
	r.env.Go(func() {
		err := r.write(ctx, q, f, shop, speech, path)
		cancel()
		r.env.Post(func() {
			r.state.Running, r.state.Over, r.state.Err = false, true, err
			if err != nil && r.deps.Failed != nil && report.CodeOf(err) != report.CodeCancelled {
				r.deps.Failed(err)
			}
			r.notify()
		})
	})
}

// write is the slow part.
func (r *Runner) write(ctx context.Context, q Request, f Form, shop Shop, w *words.Catalogue, path string) error {
	if err := ensure(filepath.Dir(path)); err != nil {
		return err
	}
	job, err := r.deps.Source.Job(ctx, q, f, shop, w)
	if err != nil {
		return err
	}
	job.Progress = func(p Progress) {
		r.env.Post(func() {
			if r.state.Running {
				r.state.Progress = p
				r.notify()
			}
		})
	}
	_, err = export.Save(ctx, path, job)
	return err
}

// Cancel stops what runs; there will be no file.
func (r *Runner) Cancel() {
	if r.cancel != nil {
		r.cancel()
	}
}

// Forget takes the end of the last export away, once it was read.
func (r *Runner) Forget() {
	if !r.state.Running {
		r.state = State{}
	}
}

// ensure makes the folder for files in a person's own, where it is not there
// yet; no other is made.
func ensure(dir string) error {
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		return report.Refuse(report.CodeFolder, err)
	}
	return nil
}

func there(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, os.ErrNotExist)
}

// Unreadable is why figures or sales are not shown, in words.
func Unreadable(w *words.Catalogue, err error) string {
	if report.CodeOf(err) == report.CodeRange {
		return w.T("report.error.range")
	}
	return w.T("receipts.unreadable.list")
}

// Sentence is why there is no file, in words.
func Sentence(w *words.Catalogue, err error) string {
	if code := report.CodeOf(err); errors.Is(err, errNoRow) {
		return w.T("export.nothing")
	} else if code == report.CodeEmpty {
		return w.T("export.empty")
	} else if key := "report.error." + string(code); code != "" && w.Has(key) {
		return w.T(key)
	}
	return w.T("report.error.write")
}
