// Package daily writes files into a folder by itself while the till runs: of each day one of each kind, after each Z or
// at a time of the day. A day that could not be written is written later; a file is replaced once the new one is whole.
//
// It knows when, what and where, and remembers how that ended; the file itself is written by a function that it
// is given. It may import core/journal, its queries, core/report and ui/exporting. A Writer has one lock, which guards
// what it remembers and is not held while a file is written.
package daily

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"sanduq/core/journal"
	"sanduq/core/pause"
	"sanduq/core/report"
	"sanduq/ui/exporting"
)

// Status is how it stands.
type Status struct {
	Config Config
	Last   time.Time // when all was written last; zero for never
	Err    error     // why it is not now; a report.Error
	Since  time.Time
	Next   time.Time // the next try, while Err stands
	Unread bool      // what was chosen cannot be read
}

// kept is what lies on the disk.
type kept struct {
	Config Config      `json:"config"`
	Day    journal.Day `json:"day,omitempty"` // the first that is not wholly written
	Z      uint64      `json:"z,omitempty"`   // the newest whose days are written
	Last   time.Time   `json:"last,omitzero"`
	Code   report.Code `json:"code,omitempty"` // why it was not written
	Since  time.Time   `json:"since,omitzero"`
	Tries  int         `json:"tries,omitempty"`
	Next   time.Time   `json:"next,omitzero"`
	Owner  string      `json:"owner,omitempty"` // of the files, for TakeName
	Signed time.Time   `json:"signed,omitzero"` // the accounting journals have the statements that were signed before
}

// mostDays is how far back days are written: a clock that lost its battery may have begun a shift decades ago.
const mostDays = 366

// Options are what a Writer is made of.
type Options struct {
	// Load and Save hold a few hundred bytes on the disk.
	Load func() ([]byte, error)
	Save func([]byte) error
	// Zs lists Zs, the newest first.
	Zs func(ctx context.Context, before uint64, limit int) ([]journal.Z, error)
	// Statements lists those of banks, the newest first.
	Statements func(ctx context.Context, limit int) ([]journal.BankStatement, error)
	// TakeName is asked before files are written into a folder whether another till, which has another owner, writes files
	// of the same names there: report.CodeNameTaken.
	TakeName func(folder, owner string) error
	// Write writes one file of a day. report.CodeEmpty is none.
	Write func(ctx context.Context, folder string, day journal.Day, k Kind) error
	Now   func() time.Time // in the zone by which days are counted
	Log   *slog.Logger
	// Look is how often it looks; First and Most the shortest and the longest time between two tries. Zero is the usual:
	// 15 s, a minute, half an hour.
	Look, First, Most time.Duration
}

// Writer writes the files. Its methods may be called from any goroutine.
type Writer struct {
	o    Options
	wake chan struct{}
	mu   sync.Mutex // guards the rest
	kept kept
	bad  bool // unread
}

// New reads what is remembered.
func New(o Options) *Writer {
	o.Look, o.First, o.Most = cmp.Or(o.Look, 15*time.Second), cmp.Or(o.First, time.Minute), cmp.Or(o.Most, 30*time.Minute)
	w := &Writer{o: o, wake: make(chan struct{}, 1)}
	text, err := o.Load()
	if err == nil && len(text) > 0 {
		err = json.Unmarshal(text, &w.kept)
	}
	if w.bad = err != nil; w.bad {
		w.kept = kept{}
		o.Log.Warn("what is remembered of the files of each day cannot be read: none is written until they are chosen again", "err", err)
	}
	return w
}

// Status is how it stands.
func (w *Writer) Status() Status {
	w.mu.Lock()
	defer w.mu.Unlock()
	s := Status{Config: w.kept.Config, Last: w.kept.Last, Since: w.kept.Since, Next: w.kept.Next, Unread: w.bad}
	if w.kept.Code != "" && w.kept.Code != report.CodeCancelled { // else it is about to be written
		s.Err = report.Refuse(w.kept.Code, nil)
	}
	return s
}

// Set changes what is written. What was switched on begins with the present day and the next Z; what was written at a
// time and is after each Z now begins with the day that was not over.
func (w *Writer) Set(ctx context.Context, c Config) error {
	zs, err := w.o.Zs(ctx, 0, 1)
	if err != nil {
		return err
	}
	err = w.change(func(k *kept) {
		was := k.Config.When
		if was == Off {
			k.Day, k.Signed = w.today(), w.o.Now()
		}
		if was != AfterZ {
			k.Z = newest(zs)
		}
		k.Config, k.Code, k.Since, k.Next, k.Tries = c, "", time.Time{}, time.Time{}, 0
		if was == AtTime && c.When == AfterZ {
			k.Code, k.Since = report.CodeCancelled, w.o.Now() // until it is written
		}
	})
	w.poke()
	return err
}

// newest is the number of the first of some Zs, 0 of none.
func newest(zs []journal.Z) uint64 {
	if len(zs) == 0 {
		return 0
	}
	return zs[0].Seq
}

// Again tries at once what failed, or writes the present day.
func (w *Writer) Again() error {
	err := w.change(func(k *kept) {
		k.Next, k.Tries = time.Time{}, 0
		if k.Code == "" {
			k.Code, k.Since = report.CodeCancelled, w.o.Now() // until it is written
		}
	})
	w.poke()
	return err
}

func (w *Writer) poke() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

func (w *Writer) today() journal.Day { return journal.DayOf(w.o.Now()) }

// change saves a change and takes note of it. An error is of the disk, and nothing is changed.
func (w *Writer) change(f func(k *kept)) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := w.kept
	f(&now)
	text, err := json.Marshal(now)
	if err == nil {
		err = w.o.Save(text)
	}
	if err == nil {
		w.kept, w.bad = now, false
	}
	return err
}

// Run writes until ctx ends.
func (w *Writer) Run(ctx context.Context) {
	for {
		if err := w.step(ctx); err != nil && ctx.Err() == nil {
			w.o.Log.Warn("the files of the day were not written", "err", err)
		}
		timer := time.NewTimer(w.o.Look)
		select {
		case <-ctx.Done():
		case <-w.wake:
		case <-timer.C:
		}
		if timer.Stop(); ctx.Err() != nil {
			return
		}
	}
}

// step writes what is due, and remembers how that ended.
func (w *Writer) step(ctx context.Context) error {
	w.mu.Lock()
	k := w.kept
	w.mu.Unlock()
	now := w.o.Now()
	if k.Config.When == Off || pause.Left(k.Next, now, w.o.Most) > 0 {
		return nil
	}
	days, z, err := w.due(ctx, k)
	if err == nil && len(days) == 0 {
		return nil
	}
	var late []journal.Day
	if err == nil {
		late, err = w.late(ctx, k)
	}
	if err == nil {
		err = w.takeName(k)
	}
	all := slices.Compact(slices.Sorted(slices.Values(slices.Concat(days, late))))
	for _, day := range all {
		for _, kind := range Kinds() { // one that cannot be written keeps no other back, unless nothing can
			hopeless := slices.Contains([]report.Code{report.CodeFolder, report.CodeNameTaken, report.CodeNoRoom}, report.CodeOf(err))
			if hopeless || ctx.Err() != nil || !k.Config.Has(kind) || kind.Of != exporting.OfAccounts && !slices.Contains(days, day) {
				continue
			}
			if one := w.o.Write(ctx, k.Config.Folder, day, kind); one != nil && report.CodeOf(one) != report.CodeEmpty {
				err = one
			}
		}
	}
	if err != nil && ctx.Err() != nil { // the till closes: it is due still
		return nil
	}
	ended := func(at *kept) {
		if at.Config != k.Config { // others were chosen meanwhile
			return
		}
		if err != nil {
			at.failed(err, now, &w.o)
			return
		}
		at.Day, at.Z, at.Last = journal.DayOf(now), z, now // the day may have ended meanwhile
		at.Signed = now
		at.Code, at.Since, at.Next, at.Tries = "", time.Time{}, time.Time{}, 0
	}
	if unsaved := w.change(ended); unsaved != nil { // on no disk: it waits as after a failure, and says so, while this process lives
		err = errors.Join(err, unsaved)
		w.mu.Lock()
		ended(&w.kept)
		w.mu.Unlock()
	}
	return err
}

// failed takes note of a failure, and of when the next try is.
func (k *kept) failed(err error, now time.Time, o *Options) {
	if k.Code = cmp.Or(report.CodeOf(err), report.CodeWrite); k.Since.IsZero() {
		k.Since = now
	}
	k.Next = now.Add(min(o.Most, o.First<<min(k.Tries, 20)))
	k.Tries++
}
