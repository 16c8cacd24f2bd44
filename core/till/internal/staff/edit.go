package staff

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"strings"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// AddUser lets another person sign in. The first one is a manager, and is
// signed in by this. Nobody adds, changes or removes a person who may do more than
// they may themselves. Errors: CodeManager, CodeName, CodePINShape, CodeStore.
func (s *Staff) AddUser(_ context.Context, name string, role journal.Role, pin core.Secret) (journal.User, error) {
	var added journal.User
	err := s.edit(ActAddUser, "", role, func(g *Grant, all []member) ([]member, []journal.AuditRow, error) {
		digits, ok := journal.PINDigits(pin)
		switch {
		case !ok:
			return nil, nil, journal.Refuse(journal.CodePINShape, nil)
		case len(all) >= mostUsers:
			return nil, nil, journal.Refuse(journal.CodeName, fmt.Errorf("more than %d users", mostUsers))
		}
		added = journal.User{ID: rand.Text()[:10], Name: strings.TrimSpace(name), Role: role, Digits: len(digits)}
		if g.By == "" {
			g.By = added.Name
		}
		return append(all, member{User: added, PIN: hashPIN(digits)}), []journal.AuditRow{g.Row(journal.AuditUserAdded, added.Name+", "+string(role))}, nil
	})
	if err != nil {
		return journal.User{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.all) == 1 {
		s.seat(added.ID)
	}
	return added, nil
}

// ChangeUser gives a person another name or role, and another PIN unless it is
// empty: all of it is one act. Errors: CodeManager, CodeNoUser, CodeName,
// CodePINShape, CodeLastManager, CodeStore.
func (s *Staff) ChangeUser(_ context.Context, id, name string, role journal.Role, pin core.Secret) error {
	return s.edit(ActChangeUser, id, role, func(g *Grant, all []member) ([]member, []journal.AuditRow, error) {
		var rows []journal.AuditRow
		m := &all[slices.IndexFunc(all, func(m member) bool { return m.ID == id })]
		was := m.Name + ", " + string(m.Role)
		if !pin.Empty() {
			if err := m.renew(pin); err != nil {
				return nil, nil, err
			}
			rows = append(rows, g.Row(journal.AuditPINChanged, m.Name))
		}
		m.Name, m.Role = strings.TrimSpace(name), role
		if now := m.Name + ", " + string(role); now != was || len(rows) == 0 {
			rows = append(rows, g.Row(journal.AuditUserChanged, was+" to "+now))
		}
		return all, rows, nil
	})
}

// renew gives a member another PIN, who may then try at once. Error: CodePINShape.
func (m *member) renew(pin core.Secret) error {
	digits, ok := journal.PINDigits(pin)
	if !ok {
		return journal.Refuse(journal.CodePINShape, nil)
	}
	m.Digits, m.Until, m.Wrong, m.PIN = len(digits), time.Time{}, 0, hashPIN(digits)
	return nil
}

// RemoveUser lets a person sign in no more. The last manager stays. Errors:
// CodeManager, CodeNoUser, CodeLastManager, CodeStore.
func (s *Staff) RemoveUser(_ context.Context, id string) error {
	return s.edit(ActRemoveUser, id, "", func(g *Grant, all []member) ([]member, []journal.AuditRow, error) {
		i := slices.IndexFunc(all, func(m member) bool { return m.ID == id })
		name := all[i].Name
		return slices.Delete(all, i, i+1), []journal.AuditRow{g.Row(journal.AuditUserRemoved, name)}, nil
	})
}

// ForgetStaff removes everyone from a store that no till has open: the next
// start is open to everyone. It is for anyone who can open the store itself, when
// no manager's PIN is known any more, and writes down that it was done. It
// returns how many there were, or the store's error.
func ForgetStaff(ctx context.Context, store journal.Store, now time.Time, by string) (int, error) {
	sealed, err := store.Staff(ctx)
	if err != nil || sealed.Empty() {
		return 0, err
	}
	was, err := unsealStaff(sealed)
	if err != nil {
		return 0, err
	}
	set, err := store.Settings(ctx)
	if err != nil {
		return 0, err
	}
	head, err := store.Head(ctx, journal.DayOf(now))
	if err != nil {
		return 0, err
	}
	return len(was.Users), store.Commit(ctx, journal.Change{Settings: &set, Staff: &journal.Secrets{},
		Audit: []journal.AuditRow{{Seq: head.Audit + 1, At: now, By: by, Action: journal.AuditStaffForgot}}})
}

// edit changes a copy of the list and keeps it if it makes sense. id, where it
// is not blank, is on the list; role, where it is not blank, is what somebody is
// to have.
func (s *Staff) edit(a Act, id string, role journal.Role, change func(g *Grant, all []member) ([]member, []journal.AuditRow, error)) error {
	var g *Grant
	err := s.confirm(func() (err error) {
		if g, err = s.ClaimAnyone(a, ""); err != nil {
			return err
		}
		return s.editList(g, id, role, change)
	})
	g.End(err)
	return err
}

// editList is edit by who may. The caller holds write.
func (s *Staff) editList(g *Grant, id string, role journal.Role, change func(g *Grant, all []member) ([]member, []journal.AuditRow, error)) error {
	s.mu.Lock()
	l := staffList{Users: slices.Clone(s.all), Rights: s.sets}
	m, there := s.find(id)
	touched := append(slices.Clone(s.rightsOf(role)), s.rightsOf(m.Role)...)
	s.mu.Unlock()
	if id != "" && !there {
		return journal.Refuse(journal.CodeNoUser, nil)
	}
	if err := g.covers(touched); err != nil {
		return err
	}
	if len(l.Users) == 0 {
		l.Rights = usualSets()
	}
	next, rows, err := change(g, l.Users)
	if err == nil {
		err = sensible(next)
	}
	if err != nil {
		return err
	}
	l.Users = next
	return s.saveList(l, rows...)
}

// sensible reports what is wrong with a list: a name that is blank, too long or
// there twice, or no manager.
func sensible(all []member) error {
	managers := 0
	var names []string
	for _, m := range all {
		if fault := journal.FaultOfName(m.Name, names); fault != "" {
			return journal.Refuse(journal.CodeName, fmt.Errorf("a name is %s", fault))
		}
		names = append(names, m.Name)
		switch m.Role {
		case journal.RoleManager:
			managers++
		case journal.RoleCashier, journal.RoleSupervisor:
		default:
			return journal.Refuse(journal.CodeName, fmt.Errorf("role %q", m.Role))
		}
	}
	if managers == 0 {
		return journal.Refuse(journal.CodeLastManager, nil)
	}
	return nil
}
