package route

import (
	"testing"

	"sanduq/core"
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
	return &fixture{r, Deps{Till: r.Till, Shell: r.Shell, Routes: []core.Route{core.RouteQR}, Shop: r.Set, Ask: ask.New(r.Env, r.Shell.Decide, nil)}}
}
