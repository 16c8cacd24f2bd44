package storage_test

import (
	"sanduq/storage"
	"sanduq/storage/backup"
	"sanduq/storage/internal/files"
)

func init() {
	storage.Backups.Make, storage.Backups.Restore, storage.Backups.Check = backup.Make, backup.RestoreByCode, backup.Check
	storage.Backups.List = func(dir string) ([]string, error) { return files.Backups(files.BackupFolder(dir)) }
}
