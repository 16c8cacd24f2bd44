package app

import (
	"context"
	"errors"
	"time"

	"sanduq/storage/backup"
	"sanduq/storage/fault"
	"sanduq/storage/keys"
	"sanduq/ui/alarm"
	"sanduq/ui/desktop/drives"
	"sanduq/ui/settings/records"
	"sanduq/ui/startup"
)

// startBackups lets the store make its daily copies while the till runs.
func (a *App) startBackups() {
	a.scheduler = backup.NewScheduler(a.store, backup.SchedulerOptions{Quiet: a.till.Quiet, Mirror: backup.MirrorFolder(a.dir)})
	a.background(a.scheduler.Run)
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
