package storage

import (
	"context"
	"encoding/json"

	"sanduq/core/till"
)

var settingsKey = []byte("settings")

// staffPlace binds the sealed staff to where it is kept.
var staffPlace = []byte(settingsBucket + "\x00staff")

// settingsRecord is what lies under settingsKey: what the shop chose, and
// sealed beside it who may sit at the till.
type settingsRecord struct {
	till.Settings
	Staff []byte `json:"staff,omitempty"`
}

// settings writes what the shop chose; staff nil keeps what is there.
func (w *writer) settings(settings till.Settings, staff *till.Secrets) error {
	b, err := w.in(settingsBucket)
	if err != nil {
		return err
	}
	old, oldMAC, err := b.get(settingsKey)
	if err != nil {
		return err
	}
	var was settingsRecord
	if old != nil {
		if oldMAC != w.head.Settings.Digest {
			return corrupt("the settings are not the newest")
		}
		if err := json.Unmarshal(old, &was); err != nil {
			return corrupt("settings: %w", err)
		}
	}
	next := settingsRecord{settings, was.Staff}
	if staff != nil {
		next.Staff = nil
		if !staff.Empty() {
			if next.Staff, err = w.seal.seal(staffPlace, staff.Reveal()); err != nil {
				return err
			}
		}
	}
	text, err := json.Marshal(next)
	if err != nil {
		return refused("settings cannot be written down: %v", err)
	}
	mac, err := b.put(settingsKey, text)
	w.replaced(&w.head.Settings, move{name: settingsBucket, key: settingsKey, hadOld: old != nil, old: oldMAC, hasNew: true, fresh: mac})
	return err
}

// Settings implements till.Store.
func (s *Store) Settings(ctx context.Context) (settings till.Settings, err error) {
	err = s.view(ctx, func(t tx) error {
		record, found, err := t.readSettings()
		if err == nil && !found {
			return till.ErrNotFound
		}
		settings = record.Settings
		return err
	})
	return settings, err
}

// Staff implements till.Store.
func (s *Store) Staff(ctx context.Context) (staff till.Secrets, err error) {
	err = s.view(ctx, func(t tx) error {
		record, _, err := t.readSettings()
		if err != nil || len(record.Staff) == 0 {
			return err
		}
		plain, err := t.seal.open(staffPlace, record.Staff)
		staff = till.NewSecrets(plain)
		return err
	})
	return staff, err
}

// readSettings reads the record, and refuses one that is not the newest.
func (t tx) readSettings() (record settingsRecord, found bool, err error) {
	h, err := t.head()
	if err != nil {
		return record, false, err
	}
	b, err := t.in(settingsBucket)
	if err != nil {
		return record, false, err
	}
	payload, mac, err := b.get(settingsKey)
	switch {
	case err != nil:
		return record, false, err
	case payload == nil && h.Settings.Count == 0:
		return record, false, nil
	case payload == nil || mac != h.Settings.Digest:
		return record, false, corrupt("the settings are lost or not the newest")
	}
	if err := json.Unmarshal(payload, &record); err != nil {
		return record, false, corrupt("settings: %w", err)
	}
	return record, true, nil
}
