package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"os"
	"slices"
	"strings"

	"sanduq/core/internal/fold"
)

// ErrProfile matches the error of a wire profile that cannot be used.
var ErrProfile = errors.New("core: unusable wire profile")

// Profile holds what a deployment of the service may spell in its own way.
// As JSON it is strict: an unknown key is refused. A key left out keeps the
// default; a key given replaces it whole.
type Profile struct {
	Paths Paths `json:"paths"`
	// StatusWords maps a paymentStatus to a state. Words are compared trimmed
	// and without regard to case. StatePending means "no news". A word that is
	// not here changes no state either. SUCCESS is the service's own word, the
	// others of the default are assumptions. One word at least means success, and
	// SUCCESS nothing else.
	StatusWords map[string]State `json:"statusWords"`
	// ExtraFields are constant members added to an operation's request body.
	// They cannot replace a member that the SDK sends.
	ExtraFields map[Operation]map[string]json.RawMessage `json:"extraFields"`
	// StatusPathRequiresMerchantAuth adds Api-Key and Secret-Key to status
	// requests.
	StatusPathRequiresMerchantAuth bool `json:"statusPathRequiresMerchantAuth"`
	// DeclaredStatusFields names the members of a status answer that this
	// deployment is known to send: paymentId, orderId, amount, currency. A
	// declared member that is missing makes the answer malformed. Whatever a
	// reply names is compared with the session, declared or not.
	DeclaredStatusFields []string `json:"declaredStatusFields"`
	// IgnoredStatusFields names members that this deployment fills with
	// something else than the payment's own: they are not compared. orderId
	// cannot be ignored.
	IgnoredStatusFields []string `json:"ignoredStatusFields"`
	// AmountUnit is the unit of the amounts in replies: UnitMajor (12.500) or
	// UnitMinor (12500, never with a decimal point). Blank, an assumption, accepts
	// both; a number with a decimal point is in major units then too.
	AmountUnit AmountUnit `json:"amountUnit"`
	// DefiniteOTPCodes are the refusal codes which prove that a one-time code
	// moved nothing. They are compared by their ASCII letters and digits alone,
	// without regard to case. A refusal of a code with any other code leaves
	// its outcome unknown.
	DefiniteOTPCodes []string `json:"definiteOtpCodes"`
	// OTPTriesField names the member by which this deployment says how many more
	// codes the bank takes: in the data of a validation, and in a refusal or its
	// data. Blank, as documented: no reply says it.
	OTPTriesField string `json:"otpTriesField"`
	// OTPTries is how many entries the bank allows for each code that it sent, where
	// no reply says it. 0: nobody here knows.
	OTPTries int `json:"otpTries"`
	// CustomerNameAfterCode keeps the customer's masked name out of the session until
	// a code that was submitted is taken: who names an account that is somebody
	// else's does not learn whose it is.
	CustomerNameAfterCode bool `json:"customerNameAfterCode"`
	// UnauthorizedCodes are the codes by which this deployment says what a 401 is
	// for, compared as DefiniteOTPCodes are. A code that is not here is told apart
	// by the usual words, see core.ErrUnauthorized.
	UnauthorizedCodes map[UnauthorizedReason][]string `json:"unauthorizedCodes"`
}

// AmountUnit is the unit in which a deployment writes amounts into its replies.
type AmountUnit string

// The units. Blank stands for a deployment that nobody has asked.
const (
	UnitMajor AmountUnit = "major"
	UnitMinor AmountUnit = "minor"
)

// Paths is the path table. Prefix comes between the base URL and each path. A
// blank Status means that the deployment has no status call.
type Paths struct {
	Prefix         string `json:"prefix"`
	Initiate       string `json:"initiate"`
	BankQR         string `json:"bankQr"`
	WalletQR       string `json:"walletQr"`
	BankValidate   string `json:"bankValidate"`
	WalletValidate string `json:"walletValidate"`
	BankOTP        string `json:"bankOtp"`
	WalletOTP      string `json:"walletOtp"` // also seen as /wallet/process-payment-request
	Status         string `json:"status"`
	Institutions   string `json:"institutions"`
}

// UnauthorizedReason is what a 401 is for, in a Profile.
type UnauthorizedReason string

// The reasons. Package core has an error for each.
const (
	ReasonCredentials  UnauthorizedReason = "credentials"
	ReasonSignature    UnauthorizedReason = "signature"
	ReasonClock        UnauthorizedReason = "clock"
	ReasonTokenExpired UnauthorizedReason = "tokenExpired"
	ReasonTokenForeign UnauthorizedReason = "tokenForeign"
)

var reasons = []UnauthorizedReason{ReasonCredentials, ReasonSignature, ReasonClock, ReasonTokenExpired, ReasonTokenForeign}

// tellable are the states that a status word may mean; pending is no news.
var tellable = []State{StatePending, StateWaitingPayment, StateSuccess, StateFailed, StateExpired}

// The members of a status answer that can be declared.
const (
	FieldPaymentID = "paymentId"
	FieldOrderID   = "orderId"
	FieldAmount    = "amount"
	FieldCurrency  = "currency"
)

// serviceSuccess is the one status word that the service documents.
const serviceSuccess = "SUCCESS"

// DefaultProfile is the service as documented. It declares no status field and
// ignores none.
func DefaultProfile() Profile {
	return Profile{
		Paths: Paths{
			Prefix:         "/wallet-service/wallet/payment-integration",
			Initiate:       "/web-payment/initiate",
			BankQR:         "/web-payment/bank/merchant-qr",
			WalletQR:       "/web-payment/wallet/merchant-qr",
			BankValidate:   "/web-payment/initiate-payment-request",
			WalletValidate: "/web-payment/wallet/initiate-payment-request",
			BankOTP:        "/payment-request",
			WalletOTP:      "/web-payment/wallet/process-payment-request",
			Status:         "/web-payment/check-status",
			Institutions:   "/get-institution-list",
		},
		StatusWords: map[string]State{
			serviceSuccess: StateSuccess,
			"FAILED":       StateFailed,
			"EXPIRED":      StateExpired,
			"PROCESSING":   StateWaitingPayment,
			"PENDING":      StatePending,
		},
		DefiniteOTPCodes: definiteOTPCodes(),
	}
}

// MaxTries is the highest number of tries of a code that is believed.
const MaxTries = 9

// WrongOTP reports whether a refusal's code is one of the usual spellings of "that
// is not the code that was sent".
func WrongOTP(code string) bool {
	code = fold.Code(code)
	return slices.ContainsFunc(wrongOTPCodes(), func(usual string) bool { return fold.Code(usual) == code })
}

// wrongOTPCodes are the usual spellings of what a bank says about a code that is
// not the one it sent. They are assumptions: the service documents none.
func wrongOTPCodes() []string {
	return []string{
		"WRONG_OTP", "INVALID_OTP", "INCORRECT_OTP", "BAD_OTP", "OTP_WRONG", "OTP_INVALID", "OTP_INCORRECT",
		"OTP_MISMATCH", "OTP_NOT_VALID", "INVALID_OTP_CODE", "WRONG_CODE", "INVALID_CODE", "INCORRECT_CODE",
	}
}

// definiteOTPCodes are wrongOTPCodes and the usual spellings of why else a bank did
// not carry a code out: assumptions too.
func definiteOTPCodes() []string {
	return append(wrongOTPCodes(),
		"OTP_EXPIRED", "EXPIRED_OTP", "OTP_HAS_EXPIRED", "CODE_EXPIRED", "EXPIRED_CODE",
		"TOO_MANY_ATTEMPTS", "TOO_MANY_TRIES", "OTP_ATTEMPTS_EXCEEDED", "OTP_TRIES_EXCEEDED", "ATTEMPTS_EXCEEDED",
		"MAX_ATTEMPTS_EXCEEDED", "MAX_OTP_ATTEMPTS", "OTP_LOCKED", "OTP_BLOCKED",
		"INVALID_ACCOUNT", "ACCOUNT_INVALID", "ACCOUNT_NOT_FOUND", "ACCOUNT_REFUSED", "ACCOUNT_BLOCKED", "BLOCKED_ACCOUNT",
		"ACCOUNT_CLOSED", "ACCOUNT_FROZEN", "ACCOUNT_INACTIVE", "ACCOUNT_SUSPENDED",
		"INVALID_WALLET", "WALLET_NOT_FOUND", "WALLET_BLOCKED", "WALLET_INACTIVE", "WALLET_SUSPENDED",
		"INSUFFICIENT_FUNDS", "INSUFFICIENT_BALANCE", "NOT_ENOUGH_FUNDS", "NOT_ENOUGH_BALANCE", "LOW_BALANCE",
		"LIMIT_EXCEEDED", "LIMIT_REACHED", "DAILY_LIMIT", "DAILY_LIMIT_EXCEEDED", "AMOUNT_LIMIT_EXCEEDED",
		"TRANSACTION_LIMIT_EXCEEDED", "EXCEEDS_LIMIT",
	)
}

// SandboxProfile is DefaultProfile with every status field declared, and the member
// by which the practice bank counts tries.
func SandboxProfile() Profile {
	p := DefaultProfile()
	p.OTPTriesField = "triesLeft"
	p.DeclaredStatusFields = []string{FieldPaymentID, FieldOrderID, FieldAmount, FieldCurrency}
	return p
}

// ParseProfile reads a profile from JSON, on top of DefaultProfile. Errors
// match ErrProfile.
func ParseProfile(document []byte) (Profile, error) {
	p := DefaultProfile()
	words := p.StatusWords
	p.StatusWords = nil // a map given replaces, it does not add
	dec := json.NewDecoder(bytes.NewReader(document))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&p); err != nil {
		return Profile{}, fmt.Errorf("%w: %w", ErrProfile, err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return Profile{}, fmt.Errorf("%w: text after the document", ErrProfile)
	}
	if p.StatusWords == nil {
		p.StatusWords = words
	}
	if err := p.Check(); err != nil {
		return Profile{}, err
	}
	return p, nil
}

// Check refuses a profile that could send a request astray or make a word of
// the gateway ambiguous: ErrProfile.
func (p Profile) Check() error {
	for name, path := range p.Paths.All() {
		parsed, err := url.Parse(path)
		switch {
		case path == "" && (name == "status" || name == "prefix"):
		case err != nil || !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") ||
			strings.Contains(path, "..") || parsed.RawQuery != "" || parsed.Fragment != "" || parsed.Path != path:
			return fmt.Errorf("%w: path %s: %q", ErrProfile, name, path)
		}
	}
	if err := p.Paths.apart(); err != nil {
		return err
	}
	seen := make(map[string]string)
	for word, state := range p.StatusWords {
		folded := fold.Word(word)
		if other, twice := seen[folded]; twice || folded == "" {
			return fmt.Errorf("%w: status words %q and %q are the same", ErrProfile, word, other)
		}
		seen[folded] = word
		if !slices.Contains(tellable, state) || folded == serviceSuccess && state != StateSuccess {
			return fmt.Errorf("%w: status word %q means %q", ErrProfile, word, state)
		}
	}
	if !slices.Contains(slices.Collect(maps.Values(p.StatusWords)), StateSuccess) {
		return fmt.Errorf("%w: no status word means %q: nothing would ever be paid", ErrProfile, StateSuccess)
	}
	if err := p.checkExtra(); err != nil {
		return err
	}
	if p.AmountUnit != "" && p.AmountUnit != UnitMajor && p.AmountUnit != UnitMinor {
		return fmt.Errorf("%w: amount unit %q", ErrProfile, p.AmountUnit)
	}
	named := []string{FieldPaymentID, FieldOrderID, FieldAmount, FieldCurrency}
	for _, field := range p.DeclaredStatusFields {
		if !slices.Contains(named, field) {
			return fmt.Errorf("%w: status field %q cannot be declared", ErrProfile, field)
		}
	}
	for _, field := range p.IgnoredStatusFields {
		if !slices.Contains(named, field) || field == FieldOrderID || slices.Contains(p.DeclaredStatusFields, field) {
			return fmt.Errorf("%w: status field %q cannot be ignored", ErrProfile, field)
		}
	}
	for _, code := range p.DefiniteOTPCodes {
		if fold.Code(code) == "" {
			return fmt.Errorf("%w: refusal code %q", ErrProfile, code)
		}
	}
	if p.OTPTries < 0 || p.OTPTries > MaxTries {
		return fmt.Errorf("%w: %d tries of a code", ErrProfile, p.OTPTries)
	}
	return p.checkUnauthorized()
}

// checkUnauthorized refuses a code of a 401 that is given for two reasons, or none.
func (p Profile) checkUnauthorized() error {
	means := make(map[string]UnauthorizedReason)
	for reason, codes := range p.UnauthorizedCodes {
		if !slices.Contains(reasons, reason) {
			return fmt.Errorf("%w: a 401 for %q", ErrProfile, reason)
		}
		for _, code := range codes {
			folded := fold.Code(code)
			if other, twice := means[folded]; folded == "" || twice && other != reason {
				return fmt.Errorf("%w: code %q of a 401", ErrProfile, code)
			}
			means[folded] = reason
		}
	}
	return nil
}

// members are the SDK's own in each operation's body. A call that has none takes no
// extra fields either.
var members = map[Operation][]string{
	OpInitiate:        {"amount", "currency", "description", "orderId"},
	OpGenerateQR:      {"orderId", "paymentId"},
	OpValidateAccount: {"accountNumber", "institutionCode", "orderId", "paymentId", "walletId"},
	OpSubmitOTP: {"amount", "currency", "debitorAccNumber", "dphReference", "institutionCode", "orderId", "otp",
		"paymentId", "walletId"},
}

// checkExtra refuses extra fields that are the SDK's own members, in any case: a
// gateway may read names without regard to it.
func (p Profile) checkExtra() error {
	for op, fields := range p.ExtraFields {
		names, able := members[op]
		if !able {
			return fmt.Errorf("%w: no extra fields for %q", ErrProfile, op)
		}
		for name, value := range fields {
			taken := slices.ContainsFunc(names, func(ours string) bool { return strings.EqualFold(ours, name) })
			if name == "" || taken || !json.Valid(value) {
				return fmt.Errorf("%w: extra field %q of %s", ErrProfile, name, op)
			}
		}
	}
	return nil
}

// apart refuses a table by which a question would open a payment or hand over a
// code: the paths of those calls are nobody else's.
func (p Paths) apart() error {
	all := p.All()
	for _, dangerous := range []string{"initiate", "bankOtp", "walletOtp"} {
		for name, path := range all {
			codes := dangerous != "initiate" && (name == "bankOtp" || name == "walletOtp")
			if name != dangerous && !codes && path == all[dangerous] {
				return fmt.Errorf("%w: paths %s and %s are both %q", ErrProfile, dangerous, name, path)
			}
		}
	}
	return nil
}

// All returns the table by the names of its members in JSON.
func (p Paths) All() map[string]string {
	return map[string]string{
		"prefix": p.Prefix, "initiate": p.Initiate, "bankQr": p.BankQR, "walletQr": p.WalletQR,
		"bankValidate": p.BankValidate, "walletValidate": p.WalletValidate, "bankOtp": p.BankOTP,
		"walletOtp": p.WalletOTP, "status": p.Status, "institutions": p.Institutions,
	}
}

// maxDocument is how many bytes a profile may have.
const maxDocument = 1 << 20

// LoadProfile reads a wire profile from a file. An error matches ErrProfile
// when the file is no profile, and the system's own error when it cannot be
// read.
func LoadProfile(path string) (Profile, error) {
	file, err := os.Open(path)
	if err != nil {
		return Profile{}, fmt.Errorf("core: read the wire profile: %w", err)
	}
	document, err := io.ReadAll(io.LimitReader(file, maxDocument+1))
	if err = errors.Join(err, file.Close()); err != nil {
		return Profile{}, fmt.Errorf("core: read the wire profile: %w", err)
	}
	if len(document) > maxDocument {
		return Profile{}, fmt.Errorf("%w: more than %d bytes", ErrProfile, maxDocument)
	}
	return ParseProfile(document)
}
