// Package exports lays the card over the window on which a person takes sales along as
// files, and asks for the right to see sums where the person there has none. It goes on
// whatever is on the screen. Everything belongs on the UI goroutine.
package exports

import (
	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/exporting"
	"sanduq/ui/keys"
	"sanduq/ui/preferences"
	"sanduq/ui/screen"
	"sanduq/ui/shell/approval"
	"sanduq/ui/shell/decision"
)

// Exports takes sales along.
type Exports struct {
	env       screen.Env
	deps      exporting.Deps
	runner    *exporting.Runner // nil where nothing is exported
	memory    exporting.Memory
	decisions *decision.Decisions
	approvals *approval.Approvals
	away      func() bool
}

// New exports by d; nil exports nothing. away reports whether something else than sales
// has the window.
func New(env screen.Env, d *exporting.Deps, decisions *decision.Decisions, p *approval.Approvals, away func() bool) *Exports {
	e := &Exports{env: env, decisions: decisions, approvals: p, away: away}
	if d != nil {
		e.deps, e.runner = *d, exporting.NewRunner(env, *d)
		e.memory = exporting.ParseMemory(env.Preferences.Get().Export)
		e.memory.Changed = func(m exporting.Memory) {
			env.Preferences.Update(func(v *preferences.Values) { v.Export = m.String() })
		}
	}
	return e
}

// Any reports whether anything is exported.
func (e *Exports) Any() bool { return e.runner != nil }

// Show lays the card over the window on which a person chooses how, and sees
// how far it is.
func (e *Exports) Show(r exporting.Request) {
	if e.runner == nil || e.away() {
		return
	}
	card := exporting.NewCard(e.env, e.deps, e.runner, &e.memory, r, e.decisions.Close)
	if !e.decisions.Lay(decision.Card{Content: card.Content(), First: card.First(), Safe: card.Escape, Gone: card.Gone,
		Key: func(k *fyne.KeyEvent) { card.Press(screen.KeyPress{Name: keys.Normal(k.Name)}) }}) {
		card.Gone()
	}
}

// Ask is Show for anyone who may see sums, or is granted that right.
func (e *Exports) Ask(r exporting.Request) {
	if e.approvals.May(journal.RightSums) {
		e.Show(r)
		return
	}
	e.Delegated(r)
}

// Delegated is Show for anyone who is granted the right to see sums.
func (e *Exports) Delegated(r exporting.Request) { e.approvals.Export(func() { e.Show(r) }) }
