package powerfail

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/storage"
	"sanduq/storage/backup"
	"sanduq/storage/config"
	"sanduq/storage/tests/script"
)

// RunShop is the program that is recorded: a shop that opens its store below
// root, goes on with the script where the store stands, and says in notes what
// it may show: "begin n" before the commit that makes the store stand at n,
// "done n" after it returned or the store was read back. Kind "sales" goes
// through the script of so many sales; "backup" stops early, makes backups and
// restores one.
func RunShop(root, notes, kind string, sales int) error {
	runtime.LockOSThread() // strace counts the calls of each thread by itself
	file, err := os.OpenFile(notes, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	s := &shop{ctx: context.Background(), notes: file, script: script.Trading(sales, journal.Head{})}
	dir, err := config.Folder(root, core.Sandbox)
	if err != nil {
		return err
	}
	s.options = script.Options(dir)
	if err := s.open(); err != nil {
		return err
	}
	switch kind {
	case "backup":
		err = s.lookAfter()
	case "sales":
		err = s.trade(len(s.script))
	}
	if err != nil {
		return err
	}
	return s.store.Close()
}

type shop struct {
	ctx     context.Context
	notes   io.Writer
	script  []journal.Change
	options storage.Options
	store   *storage.Store
	at      int
}

func (s *shop) log(format string, args ...any) {
	if _, err := fmt.Fprintf(s.notes, format+"\n", args...); err != nil {
		panic(err) // the test's own file
	}
}

func (s *shop) open() (err error) {
	if s.store, err = storage.Open(s.ctx, s.options); err != nil {
		return err
	}
	return s.readBack()
}

func (s *shop) readBack() error {
	book, err := script.Read(s.ctx, s.store)
	if err != nil {
		return err
	}
	s.at = book.Position()
	s.log("done %d", s.at)
	return nil
}

// trade goes through the script up to a change. It closes for the night once.
func (s *shop) trade(until int) error {
	for s.at < until {
		s.log("begin %d", s.at+1)
		if err := s.store.Commit(s.ctx, s.script[s.at]); err != nil {
			s.log("failed %v", err)
			if err := s.reopen(); err != nil {
				return err
			}
			continue
		}
		s.at++
		s.log("done %d", s.at)
		if s.at == len(s.script)/2 {
			if err := s.store.Close(); err != nil {
				return err
			}
			if err := s.open(); err != nil {
				return err
			}
		}
	}
	return nil
}

// reopen tries as the till does, which waits longer in between.
func (s *shop) reopen() (err error) {
	for range 20 {
		if err = s.store.Reopen(s.ctx); err == nil {
			return s.readBack()
		}
		s.log("failed %v", err)
	}
	return err
}

// lookAfter makes backups between some commits and restores the first.
func (s *shop) lookAfter() error {
	now := script.Noon
	s.options.Clock = func() time.Time { now = now.Add(time.Minute); return now }
	if err := s.store.Close(); err != nil {
		return err
	}
	if err := s.open(); err != nil {
		return err
	}
	var first string
	start := s.at
	for until := start + 6; until <= start+12; until += 6 {
		if err := s.trade(until); err != nil {
			return err
		}
		path, err := backup.Make(s.ctx, s.store)
		if err != nil {
			return err
		}
		s.log("backup %s %d", filepath.Base(path), s.at)
		if first == "" {
			first = path
		}
	}
	if err := s.store.Close(); err != nil {
		return err
	}
	s.log("restore %d", start+6)
	if _, err := backup.Restore(s.ctx, s.options, first); err != nil {
		return err
	}
	s.log("restored %d", start+6)
	return s.open() // frozen now, until a manager has counted
}
