package core

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

// What a program prints of an error names the package once, whatever the error is
// made of.
func TestErrorsNameThePackageOnce(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		_, noSession := d.GenerateQR(t.Context(), GenerateQRRequest{})
		_, invalid := d.CreateInvoice(t.Context(), CreateInvoiceRequest{})
		d.g.on(pathInitiate, answer{status: 500, body: `{"success":false,"code":"DOWN","message":"a score: 5"}`})
		_, unknown := d.CreateInvoice(t.Context(), invoice())
		d.Close()
		_, disposed := d.FetchInstitutions(t.Context())
		for _, err := range []error{noSession, invalid, unknown, disposed, ErrStreamClosed} {
			text := strings.ReplaceAll(err.Error(), "score: ", "")
			if strings.Count(text, "core: ") != 1 {
				t.Errorf("%q", text)
			}
		}
		if !strings.Contains(unknown.Error(), "score: 5") {
			t.Errorf("the gateway's own words were changed: %q", unknown)
		}
	})
}

// A subscription shows methods of its own and nothing that it is built from.
func TestASubscriptionShowsNothingInternal(t *testing.T) {
	for f := range reflect.TypeFor[Subscription]().Fields() {
		if f.Anonymous || f.IsExported() {
			t.Errorf("field %s of type %s", f.Name, f.Type)
		}
	}
}

// brokenTokens is a TokenStore that fails.
type brokenTokens struct{ err error }

func (b brokenTokens) Save(Secret) error     { return b.err }
func (b brokenTokens) Load() (Secret, error) { return Secret{}, b.err }
func (b brokenTokens) Clear() error          { return b.err }

// A store that cannot be read is not a token that is missing: nothing is sent, and the
// store's own error says why. A store that cannot write takes no payment's token away.
func TestATokenStoreThatFails(t *testing.T) {
	bubble(t, func(t *testing.T) {
		locked := errors.New("the keyring is locked")
		d := newDesk(t)
		broken := NewWebSDK(d.client, brokenTokens{locked}, WithLogger(d.client.log))
		defer broken.Close()
		_, err := broken.FetchInstitutions(t.Context())
		isAll(t, err, ErrNotSent, locked)
		if errors.Is(err, ErrInvalidRequest) || d.g.total() != 0 {
			t.Errorf("%v after %d requests", err, d.g.total())
		}
		if _, err := broken.CreateInvoice(t.Context(), invoice()); err != nil {
			t.Error(err)
		}
		if _, err := broken.RefreshStatus(t.Context(), "P1"); err != nil {
			t.Errorf("the SDK's own copy: %v", err)
		}
		broken.ClearSession()
		_, err = broken.RefreshStatus(t.Context(), "P1")
		isAll(t, err, ErrNotSent, locked)
		if logs := d.logs.String(); !strings.Contains(logs, "token not saved") || !strings.Contains(logs, "token not cleared") {
			t.Error(logs)
		}
	})
}
