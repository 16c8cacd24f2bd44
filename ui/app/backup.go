package app

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode"

	"sanduq/storage/backup"
	"sanduq/storage/config"
	"sanduq/storage/fault"
	"sanduq/storage/keys"
	"sanduq/ui/alarm"
	"sanduq/ui/desktop/drives"
	"sanduq/ui/settings/records"
	"sanduq/ui/startup"
)

// startBackups lets the store make its daily copies while the till runs.
func (a *App) startBackups() {
	a.scheduler = backup.NewScheduler(a.store, backup.SchedulerOptions{Quiet: a.till.Quiet, Mirror: backup.MirrorFolder(a.dir), Changed: a.nameCopies})
	a.background(a.scheduler.Run)
}

// tillName is the file beside the copies on a stick that says whose they are. They are sealed, and
// tills may share a stick.
const tillName = "till.txt"

// nameCopies writes it, where the newest copy has come there. It is called off the UI goroutine.
func (a *App) nameCopies() {
	s := a.scheduler.Status()
	if s.Mirror == "" || s.MirrorErr != nil || s.MirrorLast.IsZero() {
		return
	}
	folder := filepath.Join(s.Mirror, "sanduq-backups-"+a.store.KeyName())
	set, path := a.till.Settings(), config.Remembered(filepath.Join(folder, tillName))
	name := strings.Trim(set.Shop+", "+set.Till, ", ")
	if a.Practice() { // a computer may have both, of one name
		name += " · " + a.words.T("settings.env.practice")
	}
	name += "\n"
	if _, err := os.Stat(folder); err != nil {
		return
	}
	if have, err := path.Load(); err == nil && string(have) == name {
		return
	}
	if err := path.Save([]byte(name)); err != nil {
		a.log.Warn("copies without a name", "err", err)
	}
}

// longestName is how much of it is shown, in letters.
const longestName = 80

// nameOfCopies is what stands there; blank for nothing. Anyone may have written it.
func nameOfCopies(folder string) string {
	text, err := config.Remembered(filepath.Join(folder, tillName)).Load()
	if err != nil {
		return ""
	}
	shown := func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}
	letters := []rune(strings.Map(shown, strings.ToValidUTF8(string(text), "")))
	return strings.TrimSpace(string(letters[:min(len(letters), longestName)]))
}

// backupsFailSince is since when the daily backup does not work; zero while it
// does.
func (a *App) backupsFailSince() time.Time {
	if trouble := a.backupFault(); trouble != nil {
		return trouble.Since
	}
	return time.Time{}
}

// backupFault is for the banner.
func (a *App) backupFault() *alarm.Backup {
	s := a.scheduler.Status()
	if s.Err == nil {
		return nil
	}
	return &alarm.Backup{Since: s.Since, Code: string(backup.FaultCode(s.Err))}
}

// backups are those of the settings.
type backups struct{ *App }

func (b backups) State() records.State {
	s := b.scheduler.Status()
	out := records.State{Folder: s.Folder, Last: s.Last, Since: s.Since, Second: s.Mirror, SecondLast: s.MirrorLast,
		SecondGone: errors.Is(s.MirrorErr, fault.ErrAbsent)}
	out.SecondBad = s.MirrorErr != nil && !out.SecondGone
	if s.Err != nil {
		out.Failing = string(backup.FaultCode(s.Err))
	}
	for _, w := range b.store.Warnings() {
		out.Notes = append(out.Notes, string(w.Code))
	}
	if b.store.KeyPlace() == keys.PlaceFile {
		out.Notes = append(out.Notes, "keyFile")
	}
	return out
}

func (b backups) Make(ctx context.Context) error { return b.scheduler.Make(ctx) }

func (b backups) SetSecond(ctx context.Context, folder string) error {
	if err := backup.SetMirrorFolder(b.dir, folder); err != nil {
		return b.problem(err)
	}
	b.scheduler.SetMirror(folder)
	b.scheduler.Follow(ctx)
	return nil
}

func (b backups) Drives() []string { return drives.Folders() }

func (b backups) Restore() { b.start.leave(startup.PickBackup) }
