package writing

import (
	"encoding/json"

	"sanduq/core/journal"
	"sanduq/storage/internal/record"
)

// Settings writes what the shop chose; staff nil keeps what is there.
func (w *Writer) Settings(settings journal.Settings, staff *journal.Secrets) error {
	old, oldMAC, err := w.Read(record.SettingsBucket, record.SettingsKey)
	if err != nil {
		return err
	}
	var was record.SettingsRecord
	if old != nil {
		if oldMAC != w.Head.Settings.Digest {
			return record.Corrupt("the settings are not the newest")
		}
		if err := json.Unmarshal(old, &was); err != nil {
			return record.Corrupt("settings: %w", err)
		}
	}
	next := record.SettingsRecord{Settings: settings, Staff: was.Staff}
	if staff != nil {
		next.Staff = nil
		if !staff.Empty() {
			if next.Staff, err = w.Seal.Seal(record.StaffPlace, staff.Reveal()); err != nil {
				return err
			}
		}
	}
	text, err := json.Marshal(next)
	if err != nil {
		return record.Refused("settings cannot be written down: %v", err)
	}
	mac, err := w.Write(record.SettingsBucket, record.SettingsKey, text)
	w.replaced(&w.Head.Settings, Move{Name: record.SettingsBucket, Key: record.SettingsKey, HadOld: old != nil, Old: oldMAC, HasNew: true, Fresh: mac})
	return err
}
