package keys

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"sanduq/core"
	"sanduq/storage/fault"
)

// Credentials are what the merchant was given by the payment service. They
// print and log as redacted.
type Credentials struct {
	APIKey     core.Secret
	SecretKey  core.Secret
	ClientID   core.Secret // with HMACSecret, both or neither
	HMACSecret core.Secret
	Since      CredentialDates
}

// CredentialDates tell when each of the Credentials was put there, which can be
// shown where they themselves cannot. Zero is unknown.
type CredentialDates struct {
	APIKey     time.Time `json:"apiKey,omitzero"`
	SecretKey  time.Time `json:"secretKey,omitzero"`
	ClientID   time.Time `json:"clientId,omitzero"`
	HMACSecret time.Time `json:"hmacSecret,omitzero"`
}

// credentialsForm is how they lie in the keyring, the only place where they
// are written out.
type credentialsForm struct {
	APIKey     string `json:"apiKey"`
	SecretKey  string `json:"secretKey"`
	ClientID   string `json:"clientId,omitempty"`
	HMACSecret string `json:"hmacSecret,omitempty"`

	Since CredentialDates `json:"since,omitzero"`
}

// CredentialStore keeps one environment's Credentials in the keyring, or in a file
// that a passphrase opens. All methods return errors that match ErrKeyring when
// the keyring is needed and cannot be used, and end within five seconds.
type CredentialStore struct{ beside }

// NewCredentialStore returns the keeper beside the store in dir.
func NewCredentialStore(environment core.Environment, dir string) CredentialStore {
	return CredentialStore{beside{ring: NewKeyring(environment, dir), dir: dir, name: "credentials", suffix: "credentials", place: credentialPlace}}
}

// With returns the keeper for a store whose data key is in a source: what a
// passphrase protects has its credentials protected by the same.
func (k CredentialStore) With(source Source) CredentialStore {
	if p, ok := source.(Passphrase); ok {
		k.phrase, k.dir = &p, p.dir
	}
	return k
}

// inKeyring is where the credentials lay before a passphrase closed them.
func (k CredentialStore) inKeyring() beside {
	k.phrase = nil
	return k.beside
}

// Save replaces what was kept.
func (k CredentialStore) Save(ctx context.Context, c Credentials) error {
	text, err := json.Marshal(credentialsForm{APIKey: c.APIKey.Reveal(), SecretKey: c.SecretKey.Reveal(),
		ClientID: c.ClientID.Reveal(), HMACSecret: c.HMACSecret.Reveal(), Since: c.Since})
	if err != nil {
		return keyringError(err)
	}
	return k.write(ctx, text)
}

// Load returns what was kept; false when nothing was. ErrPassphrase when another
// passphrase closed the file.
func (k CredentialStore) Load(ctx context.Context) (Credentials, bool, error) {
	text, there, err := k.read(ctx)
	if err == nil && !there && k.phrase != nil {
		text, there, err = k.inKeyring().read(ctx)
		if errors.Is(err, fault.ErrKeyringAbsent) { // where they would lie is known
			err = nil
		}
	}
	if err != nil || !there {
		return Credentials{}, false, err
	}
	return parseCredentials(text)
}

func parseCredentials(text []byte) (Credentials, bool, error) {
	var form credentialsForm
	if err := json.Unmarshal(text, &form); err != nil {
		// The decoder's own error may quote what it read.
		return Credentials{}, false, fault.ErrKeyring.Because(errors.New("the credentials kept are not readable"))
	}
	return Credentials{APIKey: core.NewSecret(form.APIKey), SecretKey: core.NewSecret(form.SecretKey),
		ClientID: core.NewSecret(form.ClientID), HMACSecret: core.NewSecret(form.HMACSecret), Since: form.Since}, true, nil
}

// Find returns what the process was started with (SERVICE_API_KEY and
// SERVICE_SECRET_KEY, SERVICE_CLIENT_ID and SERVICE_HMAC_SECRET, each pair whole
// or not at all), and what is kept for a pair that it was not. ErrIncomplete
// when a key is lacking or half a signer is there.
func (k CredentialStore) Find(ctx context.Context, getenv func(string) string) (Credentials, error) {
	given := func(name string) core.Secret { return core.NewSecret(getenv(name)) }
	c := Credentials{APIKey: given("SERVICE_API_KEY"), SecretKey: given("SERVICE_SECRET_KEY"),
		ClientID: given("SERVICE_CLIENT_ID"), HMACSecret: given("SERVICE_HMAC_SECRET")}
	keys, signer := !c.APIKey.Empty() && !c.SecretKey.Empty(), !c.ClientID.Empty() || !c.HMACSecret.Empty()
	if !keys || !signer {
		kept, _, err := k.Load(ctx)
		if !keys && err != nil {
			return Credentials{}, err
		}
		if !keys {
			c.APIKey, c.SecretKey = kept.APIKey, kept.SecretKey
		}
		if !signer { // without a keyring there is no signer to find
			c.ClientID, c.HMACSecret = kept.ClientID, kept.HMACSecret
		}
	}
	if c.APIKey.Empty() || c.SecretKey.Empty() || c.ClientID.Empty() != c.HMACSecret.Empty() {
		return Credentials{}, ErrIncomplete
	}
	return c, nil
}

// ErrIncomplete matches the error of merchant keys of which one is missing, or of
// client ID and signing secret of which only one is there.
var ErrIncomplete = errors.New("storage: merchant keys are incomplete")

// Delete forgets them. Nothing kept is no error.
func (k CredentialStore) Delete(ctx context.Context) error {
	err := k.beside.Delete(ctx)
	if err == nil && k.phrase != nil {
		if err = k.inKeyring().Delete(ctx); errors.Is(err, fault.ErrKeyringAbsent) {
			err = nil
		}
	}
	return err
}
