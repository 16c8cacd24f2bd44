package till

import "sanduq/core/journal"

import "context"

// RecoveryCodeMade writes down that somebody makes a new recovery code for the
// journal, and must succeed before that; the code itself is the store's. Where people
// sign in it needs RightRecover. Errors: CodeManager, CodeStore.
func (t *Till) RecoveryCodeMade(_ context.Context, by string) error {
	return t.audit(actRecoveryCode, by, journal.AuditRecoveryCode, "")
}

// BackupsChanging writes down that somebody is about to change where copies of the
// journal go, or to put one back in its place, and must succeed before that. Where
// people sign in it needs RightRecover. Errors: CodeManager, CodeStore.
func (t *Till) BackupsChanging(_ context.Context, by, detail string) error {
	return t.audit(actBackups, by, journal.AuditBackups, detail)
}

// OfficeChanging writes down that somebody is about to let the till send to a head
// office, or no longer, and must succeed before that. detail names the office.
// Where people sign in it needs RightRecover. Errors: CodeManager, CodeStore.
func (t *Till) OfficeChanging(_ context.Context, by, detail string) error {
	return t.audit(actOffice, by, journal.AuditOffice, detail)
}

// GatewayChanging writes down that somebody is about to change which gateway
// the till is bound to, or the keys to it, and must succeed before either is
// changed. detail names what changes, never a key's value. Where people sign in
// it needs RightRecover. Errors: CodeManager, CodeStore.
func (t *Till) GatewayChanging(_ context.Context, by, detail string) error {
	return t.audit(actGateway, by, journal.AuditGateway, detail)
}

// audit writes down what somebody does outside the sales.
func (t *Till) audit(a act, by string, action journal.AuditAction, detail string) (err error) {
	g, err := t.claimAnyone(a, by)
	if err != nil {
		return err
	}
	defer func() { g.end(err) }()
	return t.tell(g.row(action, detail))
}
