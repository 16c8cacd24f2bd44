package staff

import (
	"context"
	"sanduq/core/journal"
)

// RecoveryCodeMade writes down that somebody makes a new recovery code for the
// journal, and must succeed before that; the code itself is the store's. Where people
// sign in it needs RightRecover. Errors: CodeManager, CodeStore.
func (s *Staff) RecoveryCodeMade(_ context.Context, by string) error {
	return s.audit(ActRecoveryCode, by, journal.AuditRecoveryCode, "")
}

// BackupsChanging writes down that somebody is about to change where copies of the
// journal go, or to put one back in its place, and must succeed before that. Where
// people sign in it needs RightRecover. Errors: CodeManager, CodeStore.
func (s *Staff) BackupsChanging(_ context.Context, by, detail string) error {
	return s.audit(ActBackups, by, journal.AuditBackups, detail)
}

// OfficeChanging writes down that somebody is about to let the till send to a head
// office, or no longer, and must succeed before that. detail names the office.
// Where people sign in it needs RightRecover. Errors: CodeManager, CodeStore.
func (s *Staff) OfficeChanging(_ context.Context, by, detail string) error {
	return s.audit(ActOffice, by, journal.AuditOffice, detail)
}

// GatewayChanging writes down that somebody is about to change which gateway
// the till is bound to, or the keys to it, and must succeed before either is
// changed. detail names what changes, never a key's value. Where people sign in
// it needs RightRecover. Errors: CodeManager, CodeStore.
func (s *Staff) GatewayChanging(_ context.Context, by, detail string) error {
	return s.audit(ActGateway, by, journal.AuditGateway, detail)
}

// audit writes down what somebody does outside the sales.
func (s *Staff) audit(a Act, by string, action journal.AuditAction, detail string) (err error) {
	g, err := s.ClaimAnyone(a, by)
	if err != nil {
		return err
	}
	defer func() { g.End(err) }()
	return s.cfg.Writer.ConfirmAudit(g.Row(action, detail))
}
