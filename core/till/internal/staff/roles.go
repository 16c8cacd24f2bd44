package staff

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"sanduq/core/journal"
)

// roleSets is what a shop lets its roles do; nil on a list from before a shop could
// choose.
type roleSets map[journal.Role]journal.RightSet

// usualSets are those of a list that begins.
func usualSets() roleSets {
	return roleSets{journal.RoleCashier: journal.UsualRights(journal.RoleCashier), journal.RoleSupervisor: journal.UsualRights(journal.RoleSupervisor)}
}

// of is what a role may do. On a list from before a shop could choose, a cashier
// keeps what every cashier had: the sums of the lists, and their export. A program
// that takes something away on its own would be taken for broken, and one that
// hides sums without a word for one that hides something. The first choice writes
// down what held until then for every role.
func (r roleSets) of(role journal.Role) journal.RightSet {
	switch {
	case role == journal.RoleManager:
		return journal.Rights()
	case r == nil && role == journal.RoleCashier:
		set, _ := journal.NewRightSet(append(journal.UsualRights(role), journal.RightSums)...) // all of them are known
		return set
	case r == nil:
		return journal.UsualRights(role)
	}
	return r[role]
}

// give adds a right to the roles whose rights a shop chooses.
func (r roleSets) give(right journal.Right) {
	for _, role := range []journal.Role{journal.RoleCashier, journal.RoleSupervisor} {
		if next, err := journal.NewRightSet(append(r[role].Without(r[role].Unknown()), right)...); err == nil {
			r[role] = append(next, r[role].Unknown()...)
		}
	}
}

// rightsOf is for a caller that holds mu.
func (s *Staff) rightsOf(role journal.Role) journal.RightSet { return s.sets.of(role) }

// staffList is what the store seals. A list from before a shop could choose rights
// is an array of its members alone, and stays one until it does: a program that
// knows no rights can then still read it. Such a program refuses the newer form
// altogether, rather than let people do what the shop has forbidden.
type staffList struct {
	Users  []member `json:"users"`
	Rights roleSets `json:"rights"`
	// Opens: it was written where opening a shift is a right. Until then everyone did, and
	// goes on to, until the shop says otherwise.
	Opens bool `json:"opens,omitempty"`
}

func (l staffList) seal() (journal.Secrets, error) {
	if len(l.Users) == 0 {
		return journal.Secrets{}, nil
	}
	l.Opens = true
	var form any = l
	if l.Rights == nil {
		form = l.Users
	}
	raw, err := json.Marshal(form)
	if err != nil {
		return journal.Secrets{}, err
	}
	return journal.NewSecrets(raw), nil
}

// unsealStaff reads either form. Error: ErrCorrupt without its cause, which may
// quote what was sealed.
func unsealStaff(sealed journal.Secrets) (l staffList, err error) {
	raw := bytes.TrimSpace(sealed.Reveal())
	switch {
	case len(raw) == 0:
		return l, nil
	case raw[0] == '[':
		err = json.Unmarshal(raw, &l.Users)
	default:
		err = json.Unmarshal(raw, &l)
		if l.Rights == nil {
			l.Rights = roleSets{}
		}
		if !l.Opens {
			l.Rights.give(journal.RightOpen)
		}
	}
	if err != nil {
		return staffList{}, fmt.Errorf("read staff: %w", journal.ErrCorrupt)
	}
	return l, nil
}

// RightsOf returns what a role may do in this shop.
func (s *Staff) RightsOf(role journal.Role) journal.RightSet {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.rightsOf(role))
}

// RightsChosen reports whether this shop has said what its roles may do. Until then
// a list from before it could lets cashiers see the sums that they always saw.
func (s *Staff) RightsChosen() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sets != nil
}

// SetRights lets a role do what is in set, and nothing else. What a manager may do
// stays, and nobody gives or takes away what they may not do themselves. by counts
// only where nobody signs in, and there is nobody to have rights there. Errors:
// CodeManager, CodeNoUser where nobody signs in, CodeManagerRights, CodeRight for a
// role or a right that there is not, CodeStore.
func (s *Staff) SetRights(_ context.Context, role journal.Role, set journal.RightSet, by string) error {
	var g *Grant
	err := s.confirm(func() (err error) {
		if g, err = s.ClaimAnyone(ActSetRights, by); err != nil {
			return err
		}
		return s.setRights(g, role, set)
	})
	g.End(err)
	return err
}

// setRights is SetRights by who may. The caller holds write.
func (s *Staff) setRights(g *Grant, role journal.Role, set journal.RightSet) error {
	if len(s.Users()) == 0 {
		return journal.Refuse(journal.CodeNoUser, errors.New("nobody signs in"))
	}
	switch role {
	case journal.RoleManager:
		return journal.Refuse(journal.CodeManagerRights, nil)
	case journal.RoleCashier, journal.RoleSupervisor:
	default:
		return journal.Refuse(journal.CodeRight, fmt.Errorf("role %q", role))
	}
	next, err := journal.NewRightSet(set...)
	if err != nil {
		return journal.Refuse(journal.CodeRight, err)
	}
	was := s.RightsOf(role)
	next = append(next, was.Unknown()...)
	added, taken := next.Without(was), was.Without(next)
	if err := g.covers(append(slices.Clone(added), taken...)); err != nil {
		return err
	}
	if len(added)+len(taken) == 0 && s.RightsChosen() {
		return nil
	}
	s.mu.Lock()
	all, sets := s.all, roleSets{}
	for _, r := range []journal.Role{journal.RoleCashier, journal.RoleSupervisor} {
		sets[r] = s.rightsOf(r)
	}
	maps.Copy(sets, s.sets) // and roles of a newer program
	s.mu.Unlock()
	sets[role] = next
	return s.saveList(staffList{Users: all, Rights: sets}, g.Row(journal.AuditRights, string(role)+added.Signed(" +")+taken.Signed(" -")))
}

// covers refuses to give, take away or touch rights that an act's own right does
// not reach: who may change users would else make themselves a manager. Error:
// CodeManager.
func (g *Grant) covers(set journal.RightSet) error {
	if more := set.Without(g.set); len(more) > 0 {
		return journal.Refuse(journal.CodeManager, fmt.Errorf("beyond their own rights: %s", more.Signed(" ")))
	}
	return nil
}
