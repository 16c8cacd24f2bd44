package settle

import (
	"context"
	"time"

	"sanduq/core/journal"
	"sanduq/ui/keys"
	"sanduq/ui/pay"
)

// nextStep is the one thing to do about a sale.
type nextStep struct {
	icon, label, key string
	do               func()
}

// patience is how long the bank is asked before a manager is.
const patience = 30 * time.Minute

func (s *Settle) next(v journal.View) nextStep {
	w := s.env.Words
	switch {
	case Why(v) == Not:
		return nextStep{"help", w.T("happened.button"), "Enter", func() { s.deps.Happened(v.Sale) }}
	case Why(v) == Owed && s.shell.MayOwed():
		return nextStep{"return", w.T("owed.tab"), "Enter", func() { s.shell.Owed(v.ID) }}
	case Why(v) != Unknown:
		return nextStep{"check", w.T("settle.read"), "Enter", func() {
			pay.Call(s.env, s.deps.Failed, func(ctx context.Context) error { return s.deps.Till.ReadLateAlert(ctx, v.ID) }, nil)
		}}
	case v.WithManager != nil:
		return nextStep{"user", w.T("manager.resolve"), "Enter", func() { s.deps.Managers.Resolve(v) }}
	case s.env.Now().Sub(v.CreatedAt) >= patience:
		return nextStep{"user", w.T("manager.give"), "Enter", func() { s.deps.Managers.Give(v) }}
	}
	return nextStep{"refresh", w.T("check.now"), "F5", func() { s.check(v) }}
}

func (s *Settle) check(v journal.View) {
	pay.Call(s.env, s.deps.Failed, func(ctx context.Context) error { return s.deps.Till.Check(ctx, v.ID) }, nil)
}

// step does what the primary says.
func (s *Settle) step() {
	if len(s.all) == 0 {
		s.shell.Leave()
		return
	}
	if !s.guard.Allows(keys.Back) { // it was meant for the sale before
		return
	}
	s.at(func(v journal.View) { s.next(v).do() })
}
