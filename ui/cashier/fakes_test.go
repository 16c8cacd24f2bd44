package cashier

import (
	"strings"
	"testing"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/present"
	"sanduq/ui/uitest/harness"
)

// steps is the fake shell as these screens know it.
type steps struct{ *harness.Shell }

func (s steps) Show(id journal.SaleID, k Kind) {
	s.Went = append(s.Went, strings.TrimSpace("show "+present.Number(id)+" "+string(k)))
}

// fixture is a harness and what the screens of this package ask of it.
type fixture struct {
	*harness.Harness
	deps Deps
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	r := &fixture{Harness: harness.New(t)}
	r.deps = Deps{Desk: r.Till, Steps: steps{r.Shell}, Forms: NewForms(), Offer: Offer{Routes: []core.Route{core.RouteQR}, Replacing: true}, Shop: r.Set}
	return r
}

// all is what a screen is built from.
func (r *fixture) all() Deps {
	d := r.deps
	d.Env = r.Env
	return d
}
