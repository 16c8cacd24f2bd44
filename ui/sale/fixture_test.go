package sale

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
	r := &fixture{Harness: harness.New(t)}
	r.deps = Deps{Till: r.Till, Shell: r.Shell, Shop: r.Set, Ask: ask.New(r.Env, r.Shell.Decide, nil)}
	return r
}
