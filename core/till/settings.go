package till

import (
	"context"
	"errors"
	"fmt"
)

// Settings are what the shop chose, kept in the store since receipts show
// them. Cosmetic choices (theme, window) are not here.
type Settings struct {
	Shop     string `json:"shop"`
	Place    string `json:"place,omitempty"`
	Till     string `json:"till"`
	Currency string `json:"currency"`
	Cashier  string `json:"cashier,omitempty"`
	// LockAfter is after how many minutes without a touch or a key the till
	// locks itself; 0 is never. It means nothing while nobody signs in.
	LockAfter int `json:"lockAfter,omitempty"`
	// AskAbove is the most that the shop usually charges, in major units of
	// Currency as a person typed it; blank is no limit. What is above it is asked
	// about before a payment is opened.
	AskAbove string `json:"askAbove,omitempty"`
	// Shifts: the shop closes its day with a Z. Cash: it takes cash, and each sale
	// in it is recorded. Without both, a till has neither.
	Shifts bool `json:"shifts,omitempty"`
	Cash   bool `json:"cash,omitempty"`
	// ShowExpected: who counts the drawer sees what should be in it before.
	ShowExpected bool `json:"showExpected,omitempty"`
	// Coin is the smallest coin that is handed out, in minor units of Currency; 0
	// is the currency's own.
	Coin int64 `json:"coin,omitempty"`
	// Quick are the amounts that are charged with one key, as a person typed them
	// in Currency; see QuickAmounts. Repeat offers the last amount again.
	Quick  string `json:"quick,omitempty"`
	Repeat bool   `json:"repeat,omitempty"`
}

// Settings returns what the shop chose. Where people sign in, the cashier is
// who did; blank while the till is locked.
func (t *Till) Settings() Settings {
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
func (t *Till) SaveSettings(_ context.Context, set Settings, by string) error {
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
func (t *Till) saveSettings(g *grant, set Settings) error {
	if _, signs := t.staff.cashier(); signs { // a cashier's name comes and goes with who signs in
		t.mu.Lock()
		set.Cashier = t.settings.Cashier
		t.mu.Unlock()
	}
	set = set.inCurrency(t.Settings())
	var rows []AuditRow
	err := t.committer.attempt(func(h *Head) (Change, error) {
		c := Change{Settings: &set, Audit: t.rows(h, []AuditRow{g.row(AuditSettings, "")})}
		err := t.switchShifts(h, &c, g.by)
		rows = c.Audit
		return c, err
	})
	switch {
	case CodeOf(err) != "":
		return err
	case err != nil:
		return refuse(CodeStore, &commitDoubt{rows, err})
	}
	t.mu.Lock()
	t.settings = set
	t.mu.Unlock()
	return nil
}

// loadSettings reads what the shop chose; unset where it has chosen nothing yet.
func (t *Till) loadSettings(ctx context.Context) (unset bool, err error) {
	set, err := t.cfg.Store.Settings(ctx)
	unset = errors.Is(err, ErrNotFound)
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
