package result

import (
	"testing"

	"sanduq/core/journal"
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
	return &fixture{r, Deps{Till: r.Till, Shell: r.Shell, Cashier: func() string { return r.Shop.Cashier }, Prints: func() bool { return false },
		Takes: func(journal.SaleID) bool { return false }, Ended: func(journal.View) {}}}
}
