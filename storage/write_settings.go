package storage

import (
	"encoding/json"

	"sanduq/core/journal"
)

// settings writes what the shop chose; staff nil keeps what is there.
func (w *writer) settings(settings journal.Settings, staff *journal.Secrets) error {
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
		if oldMAC != w.manifest.Settings.Digest {
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
	w.replaced(&w.manifest.Settings, move{name: settingsBucket, key: settingsKey, hadOld: old != nil, old: oldMAC, hasNew: true, fresh: mac})
	return err
}
