package till

// may reports on whose right something is done: blank where it is the author's
// own. Error: CodeManager.
func (t *Till) may(right Right, by string) (lentBy string, err error) {
	user, signed := t.Present()
	switch {
	case !signed && len(t.Users()) == 0, signed && UsualRights(user.Role).Has(right):
		return "", nil
	case t.manager(by):
		return by, nil
	}
	return "", refuse(CodeManager, nil)
}

// used ends a right that was lent for one act.
func (t *Till) used(Right) {}

// whose is the name that stands on what is done now: of who signed in, and where
// nobody signs in the one that was given.
func (t *Till) whose(by string) string {
	if name, signs := t.staff.cashier(); signs {
		return name
	}
	return by
}
