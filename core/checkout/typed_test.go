package checkout_test

import (
	"context"
	"strings"
	"testing"

	"sanduq/core/checkout"
	"sanduq/core/wire"
)

// named is a gateway that keeps which account it was told.
type named struct {
	*gateway
	account string
}

func (n *named) ValidateAccount(ctx context.Context, call wire.ValidateCall) (wire.ValidateResult, error) {
	n.account = call.Account.Reveal()
	return n.gateway.ValidateAccount(ctx, call)
}

// TestANumberAsItIsTyped or copied from a message or a paper in Arabic goes out as the number alone, as at the till:
// customers do not see the marks of direction around it, nor which of many spaces and dashes part it. A wallet's ID
// that is a name keeps what is in it: without its dot it is somebody else's.
func TestANumberAsItIsTyped(t *testing.T) {
	for _, c := range []struct{ rail, bank, typed, want string }{
		{"bank", "FPB", "0020 4800-0020/4417", "0020480000204417"},
		{"bank", "FPB", "\u2067٠٠٢٠ ٤٨٠٠ ٠٠٢٠ ٤٤١٧\u2069", "0020480000204417"},
		{"bank", "FPB", "\u202a0020\u202f4800\u202f00204417", "0020480000204417"},
		{"bank", "FPB", "\u061c۰۰۲۰–4800\u20110020\u20094417\t", "0020480000204417"},
		{"bank", "FPB", "ly83\u00a0002048000020100120361", "LY83002048000020100120361"},
		{"wallet", "PWL", "091-234 56.78", "0912345678"},
		{"wallet", "PWL", "+218 91\u2011234\u200e5678", "+218912345678"},
		{"wallet", "PWL", " amal.ben-ali_7@pay\u200f", "amal.ben-ali_7@pay"},
	} {
		api := &named{gateway: new(gateway)}
		s := serve(t, api.gateway, new(checkout.MemoryStore), func(cfg *checkout.Config) { cfg.API = api })
		b := s.customer()
		b.get("?way=account")
		b.post("account", "rail", c.rail, "bank", c.bank, "number", c.typed)
		if api.account != c.want {
			t.Errorf("%s: %+q goes out as %+q, want %s", c.rail, c.typed, api.account, c.want)
		}
	}
}

// TestLettersCanBeTyped on a telephone, whose keys of digits alone have none: a wallet's ID may be a name, an
// account number an IBAN, which is written in capitals.
func TestLettersCanBeTyped(t *testing.T) {
	b := serve(t, new(gateway), new(checkout.MemoryStore)).customer()
	for way, want := range map[string]string{"wallet": `inputmode="text" autocapitalize="none"`, "account": `inputmode="text" autocapitalize="characters"`} {
		if b.get("?way=" + way); !strings.Contains(b.html, want) {
			t.Errorf("%s: no field with %s", way, want)
		}
	}
}
