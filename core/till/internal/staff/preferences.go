package staff

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
func (s *Staff) SetUserPreferences(_ context.Context, id string, p journal.UserPreferences) error {
	p = p.Bounded()
	if own, err := s.setOwnPreferences(id, p); own || err != nil {
		return err
	}
	return s.edit(ActSetUserPreferences, id, "", func(g *Grant, all []member) ([]member, []journal.AuditRow, error) {
		m := &all[slices.IndexFunc(all, func(m member) bool { return m.ID == id })]
		if m.UserPreferences == p {
			return all, nil, nil
		}
		m.UserPreferences = p
		text := "the shop's"
		if p.TextPercent != 0 {
			text = strconv.Itoa(p.TextPercent) + " %"
		}
		return all, []journal.AuditRow{g.Row(journal.AuditUserChanged, fmt.Sprintf("%s, language %s, text %s", m.Name, cmp.Or(p.Language, "the shop's"), text))}, nil
	})
}

// setOwnPreferences keeps what a person at the till wants for themselves; own is false where it
// is somebody else's affair. Errors: CodeNoUser, CodeStore.
func (s *Staff) setOwnPreferences(id string, p journal.UserPreferences) (own bool, err error) {
	s.write.Lock()
	defer s.write.Unlock()
	s.mu.Lock()
	m, there := s.find(id)
	own = id == s.present
	s.mu.Unlock()
	switch {
	case !there:
		return false, journal.Refuse(journal.CodeNoUser, nil)
	case !own || m.UserPreferences == p:
		return own, nil
	}
	m.UserPreferences = p
	return true, s.saveStaff(s.with(m))
}
