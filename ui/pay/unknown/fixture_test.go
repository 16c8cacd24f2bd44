package unknown

import (
	"testing"

	"sanduq/ui/pay/ask"
	"sanduq/ui/uitest/harness"
)

// fixture is a harness and what the screens of this package ask of it.
type fixture struct {
	*harness.Harness
	deps Deps
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	return fixtureOf(harness.New(t))
}

func fixtureOf(r *harness.Harness) *fixture {
	asker := ask.New(r.Env, r.Shell.Decide, nil)
	return &fixture{r, Deps{Till: r.Till, Shell: r.Shell, Ask: asker, Managers: ask.NewManagers(asker, r.Till, r.Shell.Failed),
		Cashier: func() string { return r.Shop.Cashier }, Prints: func() bool { return false }, Measure: func() {}}}
}
