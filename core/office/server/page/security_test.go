//go:build linux

package page

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
)

// TestTheSecurityLogKnowsWhoSignedOn: as of a password it has a line for everyone who came in by the chain's identity
// provider, and for everyone who was refused, with the address and without a name.
func TestTheSecurityLogKnowsWhoSignedOn(t *testing.T) {
	p, idp := signOnPlace(t)
	if err := p.People.SetSignOn(t.Context(), "huda@example.com"); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	p.Page.cfg.Security = slog.New(slog.NewTextHandler(&log, nil))
	for _, c := range []struct{ email, want string }{
		{"huda@example.com", `msg="signed in" event=signOn from=127.0.0.1`}, {"eve@example.com", "msg=refused event=signOn from=127.0.0.1 why=stranger"},
	} {
		log.Reset()
		idp.email = c.email
		r, err := browser(t).Get(p.web.URL + signOnPath)
		if err != nil {
			t.Fatal(err)
		}
		_ = r.Body.Close()
		if got := log.String(); !strings.Contains(got, c.want) || strings.Contains(got, "example.com") {
			t.Errorf("%s: the log says %q, want %q", c.email, got, c.want)
		}
	}
}
