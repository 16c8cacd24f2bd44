package checkout_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/checkout"
)

// oneList is a gateway whose list does not say on which rail an institution is.
type oneList struct{ *gateway }

func (oneList) FetchInstitutions(context.Context, core.Secret) ([]core.Institution, error) {
	return []core.Institution{{Code: "FPB", Name: "First Practice Bank"}, {Code: "PWL", Name: "Practice Wallet"}}, nil
}

// An institution without a rail fits both, as the SDK says: it can be chosen for an account and for a wallet.
func TestAnInstitutionWithoutARailFitsBoth(t *testing.T) {
	g := oneList{new(gateway)}
	c := serve(t, g.gateway, new(checkout.MemoryStore), func(c *checkout.Config) { c.API = g }).customer()
	for _, way := range []string{"account", "wallet"} {
		if c.get("?way=" + way); strings.Count(c.html, `name="bank"`) != 2 {
			t.Errorf("%s: the page offers %d of 2 institutions", way, strings.Count(c.html, `name="bank"`))
		}
	}
	c.get("?way=account")
	c.post("account", "rail", "bank", "bank", "FPB", "number", accountNumber)
	if c.on("code"); !strings.Contains(c.html, "First Practice Bank") {
		t.Error("the page does not name the bank")
	}
}

// firstEmpty is a gateway whose list is empty at first.
type firstEmpty struct {
	*gateway
	asked *atomic.Int32
}

func (f firstEmpty) FetchInstitutions(ctx context.Context, token core.Secret) ([]core.Institution, error) {
	if f.asked.Add(1) == 1 {
		return []core.Institution{}, nil
	}
	return f.gateway.FetchInstitutions(ctx, token)
}

// An empty list is no list: it is asked for again as soon as one that did not come.
func TestAnEmptyListIsAskedForAgain(t *testing.T) {
	g := firstEmpty{new(gateway), new(atomic.Int32)}
	c := serve(t, g.gateway, new(checkout.MemoryStore), func(c *checkout.Config) { c.API = g }).customer()
	if c.get("?way=account"); strings.Contains(c.html, "First Practice Bank") {
		t.Fatal("there is no list yet")
	}
	time.Sleep(2100 * time.Millisecond) // the pause after a question that brought nothing
	if c.get("?way=account"); !strings.Contains(c.html, "First Practice Bank") {
		t.Errorf("the list was asked for %d times, and the page offers no bank", g.asked.Load())
	}
}
