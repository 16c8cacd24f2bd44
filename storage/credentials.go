package storage

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/zalando/go-keyring"

	"sanduq/core"
)

// Credentials are what the merchant was given by the payment service. They
// print and log as redacted.
type Credentials struct {
	APIKey     core.Secret
	SecretKey  core.Secret
	ClientID   core.Secret // with HMACSecret, both or neither
	HMACSecret core.Secret
}

// credentialsForm is how they lie in the keyring, the only place where they
// are written out.
type credentialsForm struct {
	APIKey     string `json:"apiKey"`
	SecretKey  string `json:"secretKey"`
	ClientID   string `json:"clientId,omitempty"`
	HMACSecret string `json:"hmacSecret,omitempty"`
}

// CredentialKeeper keeps one environment's Credentials in the keyring. All
// methods return errors that match ErrKeyring when it cannot be used, and end
// within five seconds.
type CredentialKeeper struct{ ring Keyring }

// NewCredentialKeeper returns the keeper beside the store in dir.
func NewCredentialKeeper(environment core.Environment, dir string) CredentialKeeper {
	return CredentialKeeper{NewKeyring(environment, dir)}
}

// Save replaces what was kept.
func (k CredentialKeeper) Save(ctx context.Context, c Credentials) error {
	text, err := json.Marshal(credentialsForm{APIKey: c.APIKey.Reveal(), SecretKey: c.SecretKey.Reveal(),
		ClientID: c.ClientID.Reveal(), HMACSecret: c.HMACSecret.Reveal()})
	if err == nil {
		err = k.ring.set(ctx, "credentials", string(text))
	}
	if err != nil {
		return ErrKeyring.because(err)
	}
	return nil
}

// Load returns what was kept; false when nothing was.
func (k CredentialKeeper) Load(ctx context.Context) (Credentials, bool, error) {
	text, err := k.ring.get(ctx, "credentials")
	if errors.Is(err, keyring.ErrNotFound) {
		return Credentials{}, false, nil
	}
	if err != nil {
		return Credentials{}, false, ErrKeyring.because(err)
	}
	var form credentialsForm
	if err := json.Unmarshal([]byte(text), &form); err != nil {
		// The decoder's own error may quote what it read.
		return Credentials{}, false, ErrKeyring.because(errors.New("the credentials kept are not readable"))
	}
	return Credentials{APIKey: core.NewSecret(form.APIKey), SecretKey: core.NewSecret(form.SecretKey),
		ClientID: core.NewSecret(form.ClientID), HMACSecret: core.NewSecret(form.HMACSecret)}, true, nil
}

// Delete forgets them. Nothing kept is no error.
func (k CredentialKeeper) Delete(ctx context.Context) error {
	if err := k.ring.remove(ctx, "credentials"); err != nil && !errors.Is(err, keyring.ErrNotFound) {
		return ErrKeyring.because(err)
	}
	return nil
}
