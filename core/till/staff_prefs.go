package till

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
)

// UserPreferences is what a person wants of the window while they are signed in.
// The zero value wants what the shop has. It says nothing about money, and
// nothing of it reaches what customers see.
type UserPreferences struct {
	Language    string `json:"language,omitempty"`    // code of a language of the program; blank is the shop's
	TextPercent int    `json:"textPercent,omitempty"` // size of text, 100 to 200; 0 is the shop's
}

// bounded is what of it makes sense. Which languages there are the window knows:
// one that it does not speak is as good as blank.
func (p UserPreferences) bounded() UserPreferences {
	if len(p.Language) > 16 {
		p.Language = ""
	}
	if p.TextPercent != 0 {
		p.TextPercent = min(max(p.TextPercent, 100), 200)
	}
	return p
}

// SetUserPreferences keeps what a person wants, also over a restart. They may
// choose for themselves while they are signed in. Who may change users may for
// everyone, and that is written down. Errors: CodeNoUser, CodeManager, CodeStore.
func (t *Till) SetUserPreferences(_ context.Context, id string, p UserPreferences) error {
	p = p.bounded()
	if own, err := t.wishes(id, p); own || err != nil {
		return err
	}
	return t.edit(actSetUserPreferences, id, "", func(g *grant, all []member) ([]member, []AuditRow, error) {
		m := &all[slices.IndexFunc(all, func(m member) bool { return m.ID == id })]
		if m.UserPreferences == p {
			return all, nil, nil
		}
		m.UserPreferences = p
		text := "the shop's"
		if p.TextPercent != 0 {
			text = strconv.Itoa(p.TextPercent) + " %"
		}
		return all, []AuditRow{g.row(AuditUserChanged, fmt.Sprintf("%s, language %s, text %s", m.Name, cmp.Or(p.Language, "the shop's"), text))}, nil
	})
}

// wishes keeps what who is at the till wants for themselves; own is false where it
// is somebody else's affair. Errors: CodeNoUser, CodeStore.
func (t *Till) wishes(id string, p UserPreferences) (own bool, err error) {
	t.staff.write.Lock()
	defer t.staff.write.Unlock()
	t.staff.mu.Lock()
	m, there := t.staff.find(id)
	own = id == t.staff.present
	t.staff.mu.Unlock()
	switch {
	case !there:
		return false, refuse(CodeNoUser, nil)
	case !own || m.UserPreferences == p:
		return own, nil
	}
	m.UserPreferences = p
	return true, t.saveStaff(t.staff.with(m))
}
