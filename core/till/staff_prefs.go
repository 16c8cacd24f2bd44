package till

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"sanduq/core/journal"
)

// SetUserPreferences keeps what a person wants, also over a restart. They may
// choose for themselves while they are signed in. Who may change users may for
// everyone, and that is written down. Errors: CodeNoUser, CodeManager, CodeStore.
func (t *Till) SetUserPreferences(_ context.Context, id string, p journal.UserPreferences) error {
	p = p.Bounded()
	if own, err := t.wishes(id, p); own || err != nil {
		return err
	}
	return t.edit(actSetUserPreferences, id, "", func(g *grant, all []member) ([]member, []journal.AuditRow, error) {
		m := &all[slices.IndexFunc(all, func(m member) bool { return m.ID == id })]
		if m.UserPreferences == p {
			return all, nil, nil
		}
		m.UserPreferences = p
		text := "the shop's"
		if p.TextPercent != 0 {
			text = strconv.Itoa(p.TextPercent) + " %"
		}
		return all, []journal.AuditRow{g.row(journal.AuditUserChanged, fmt.Sprintf("%s, language %s, text %s", m.Name, cmp.Or(p.Language, "the shop's"), text))}, nil
	})
}

// wishes keeps what who is at the till wants for themselves; own is false where it
// is somebody else's affair. Errors: CodeNoUser, CodeStore.
func (t *Till) wishes(id string, p journal.UserPreferences) (own bool, err error) {
	t.staff.write.Lock()
	defer t.staff.write.Unlock()
	t.staff.mu.Lock()
	m, there := t.staff.find(id)
	own = id == t.staff.present
	t.staff.mu.Unlock()
	switch {
	case !there:
		return false, journal.Refuse(journal.CodeNoUser, nil)
	case !own || m.UserPreferences == p:
		return own, nil
	}
	m.UserPreferences = p
	return true, t.saveStaff(t.staff.with(m))
}
