package staff

import (
	"context"
	"errors"
	"fmt"
	"sanduq/core/till/internal/commit"

	"sanduq/core/journal"
)

// Settings returns what the shop chose. Where people sign in, the cashier is
// who did; blank while the till is locked.
func (s *Staff) Settings() journal.Settings {
	s.mu.Lock()
	set := s.settings
	s.mu.Unlock()
	if name, signs := s.Cashier(); signs {
		set.Cashier = name
	}
	return set
}

// SaveSettings writes the shop's choice and an audit row. Where people sign in
// it needs RightSettings, and by does not count. With it shifts are switched on,
// when the first one begins, or off, when the last one, which nobody may have
// opened, ends with its Z. While a shift is open its drawer's currency stays.
// Where the commit is in doubt it waits until the disk was read back and then says
// what became of it. Errors: CodeManager, CodeShiftOpen, CodeShiftCurrency,
// CodeStore, by which nothing was saved, CodeUnavailable.
func (s *Staff) SaveSettings(_ context.Context, set journal.Settings, by string) error {
	var g *Grant
	err := s.confirm(func() (err error) {
		if g, err = s.ClaimAnyone(ActSaveSettings, by); err != nil {
			return err
		}
		return s.saveSettings(g, set)
	})
	g.End(err)
	return err
}

// saveSettings is SaveSettings by who may. The caller holds the people's write lock.
func (s *Staff) saveSettings(g *Grant, set journal.Settings) error {
	if _, signs := s.Cashier(); signs { // a cashier's name comes and goes with who signs in
		s.mu.Lock()
		set.Cashier = s.settings.Cashier
		s.mu.Unlock()
	}
	before := s.Settings()
	set = set.InCurrency(before).Since(before, s.cfg.Now())
	var rows []journal.AuditRow
	err := s.cfg.Writer.Update(func(h *journal.Head, _ journal.Day) (journal.Change, error) {
		c := journal.Change{Settings: &set, Audit: s.cfg.Writer.Rows(h, g.Row(journal.AuditSettings, ""))}
		err := s.cfg.SwitchShifts(h, &c, g.By)
		rows = c.Audit
		return c, err
	})
	switch {
	case journal.CodeOf(err) != "":
		return err
	case err != nil:
		return commit.Failed(rows, err)
	}
	s.mu.Lock()
	s.settings = set
	s.mu.Unlock()
	return nil
}

// loadSettings reads what the shop chose; unset where it has chosen nothing yet.
func (s *Staff) loadSettings(ctx context.Context) (unset bool, err error) {
	set, err := s.cfg.Store.Settings(ctx)
	unset = errors.Is(err, journal.ErrNotFound)
	switch {
	case unset:
		set = s.cfg.Defaults
	case err != nil:
		return false, fmt.Errorf("read settings: %w", err)
	}
	s.mu.Lock()
	s.settings = set
	s.mu.Unlock()
	return unset, nil
}
