package checkout_test

import (
	"context"
	"strings"
	"testing"

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
