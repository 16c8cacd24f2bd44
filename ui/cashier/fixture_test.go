package cashier

import (
	"strings"
	"testing"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/present"
	"sanduq/ui/uitest/harness"
)

// shell is the fake shell as the steps know it.
type shell struct{ *harness.Shell }

func (s shell) Show(id journal.SaleID, k Kind) {
	s.Went = append(s.Went, strings.TrimSpace("show "+present.Number(id)+" "+string(k)))
}

// fixture is a harness and what the steps ask of it.
type fixture struct {
	*harness.Harness
	deps Deps
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	r := &fixture{Harness: harness.New(t)}
	d := r.Till
	r.deps = Deps{Till: Till{Amount: d, Routes: d, Wait: d, Account: d, Code: d, Unknown: d, Result: d, Late: d, Cash: d, SetAside: d, Managers: d, Settle: d},
		Shell: shell{r.Shell}, Memory: NewMemory(), Offer: Offer{Routes: []core.Route{core.RouteQR}, Replacing: true}, Shop: r.Set}
	return r
}

// steps are the screens that are made of it.
func (r *fixture) steps() Steps { return New(r.Env, r.deps) }
