package settle

import (
	"context"
	"time"

	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/present"
	"sanduq/ui/screen"
)

// nextStep is the one thing to do about a sale.
type nextStep struct {
	icon, label, key string
	do               func()
}

// patience is how long the bank is asked before a manager is.
const patience = 30 * time.Minute

// steps finds it.
type steps struct {
	env   screen.Env
	deps  Deps
	shell Shell
}

func (s steps) next(v journal.View) nextStep {
	w := s.env.Words
	switch {
	case Why(v) == Not:
		return nextStep{"help", w.T("happened.button"), "Enter", func() { s.deps.Happened(v.Sale) }}
	case Why(v) == Owed && s.shell.MayOwed():
		return nextStep{"return", w.T("owed.tab"), "Enter", func() { s.shell.Owed(v.ID) }}
	case Why(v) == Late: // read there, by somebody who may decide
		return nextStep{"late", w.T("banner.open", "number", present.Number(v.ID)), "Enter", func() { s.shell.Open(v.ID) }}
	case Why(v) != Unknown:
		return nextStep{"check", w.T("settle.read"), "Enter", func() {
			pay.Call(s.env, s.deps.Failed, func(ctx context.Context) error { return s.deps.Till.ReadLateAlert(ctx, v.ID) }, nil)
		}}
	case v.WithManager != nil:
		return nextStep{"user", w.T("manager.resolve"), "Enter", func() { s.deps.Managers.Resolve(v) }}
	case s.env.Now().Sub(v.CreatedAt).Abs() >= patience: // far ahead where the clock was put back
		return nextStep{"user", w.T("manager.give"), "Enter", func() { s.deps.Managers.Give(v) }}
	}
	return nextStep{"refresh", w.T("check.now"), "F5", func() { s.check(v) }}
}

func (s steps) check(v journal.View) {
	pay.Call(s.env, s.deps.Failed, func(ctx context.Context) error { return s.deps.Till.Check(ctx, v.ID) }, nil)
}
