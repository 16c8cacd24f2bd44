package till

import (
	"context"
	"errors"
	"fmt"

	"sanduq/core/journal"
)

// Settings returns what the shop chose. Where people sign in, the cashier is
// who did; blank while the till is locked.
func (t *Till) Settings() journal.Settings {
	t.mu.Lock()
	set := t.settings
	t.mu.Unlock()
	if name, signs := t.staff.cashier(); signs {
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
func (t *Till) SaveSettings(_ context.Context, set journal.Settings, by string) error {
	var g *grant
	err := t.staff.surely(&t.committer, func() (err error) {
		if g, err = t.claimAnyone(actSaveSettings, by); err != nil {
			return err
		}
		return t.saveSettings(g, set)
	})
	g.end(err)
	return err
}

// saveSettings is SaveSettings by who may. The caller holds the people's write lock.
func (t *Till) saveSettings(g *grant, set journal.Settings) error {
	if _, signs := t.staff.cashier(); signs { // a cashier's name comes and goes with who signs in
		t.mu.Lock()
		set.Cashier = t.settings.Cashier
		t.mu.Unlock()
	}
	set = set.InCurrency(t.Settings())
	var rows []journal.AuditRow
	err := t.committer.attempt(func(h *journal.Head) (journal.Change, error) {
		c := journal.Change{Settings: &set, Audit: t.rows(h, []journal.AuditRow{g.row(journal.AuditSettings, "")})}
		err := t.switchShifts(h, &c, g.by)
		rows = c.Audit
		return c, err
	})
	switch {
	case journal.CodeOf(err) != "":
		return err
	case err != nil:
		return journal.Refuse(journal.CodeStore, &commitDoubt{rows, err})
	}
	t.mu.Lock()
	t.settings = set
	t.mu.Unlock()
	return nil
}

// loadSettings reads what the shop chose; unset where it has chosen nothing yet.
func (t *Till) loadSettings(ctx context.Context) (unset bool, err error) {
	set, err := t.cfg.Store.Settings(ctx)
	unset = errors.Is(err, journal.ErrNotFound)
	switch {
	case unset:
		set = t.cfg.Defaults
	case err != nil:
		return false, fmt.Errorf("read settings: %w", err)
	}
	t.mu.Lock()
	t.settings = set
	t.mu.Unlock()
	return unset, nil
}
