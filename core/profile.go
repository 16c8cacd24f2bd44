package core

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"slices"
	"strings"
)

// ErrProfile matches the error of a wire profile that cannot be used.
var ErrProfile = errors.New("core: unusable wire profile")

// WireProfile holds what a deployment of the service may spell in its own way.
// As JSON it is strict: an unknown key is refused. A key left out keeps the
// default; a key given replaces it whole.
type WireProfile struct {
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
	// UnauthorizedCodes are the codes by which this deployment says what a 401 is
	// for, compared as DefiniteOTPCodes are. A code that is not here is told apart
	// by the usual words, see ErrUnauthorized.
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

// The members of a status answer that can be declared.
const (
	fieldPaymentID = "paymentId"
	fieldOrderID   = "orderId"
	fieldAmount    = "amount"
	fieldCurrency  = "currency"
)

// serviceSuccess is the one status word that the service documents.
const serviceSuccess = "SUCCESS"

// DefaultProfile is the service as documented. It declares no status field and
// ignores none.
func DefaultProfile() WireProfile {
	return WireProfile{
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
func SandboxProfile() WireProfile {
	p := DefaultProfile()
	p.OTPTriesField = "triesLeft"
	p.DeclaredStatusFields = []string{fieldPaymentID, fieldOrderID, fieldAmount, fieldCurrency}
	return p
}

// ParseProfile reads a profile from JSON, on top of DefaultProfile. Errors
// match ErrProfile.
func ParseProfile(document []byte) (WireProfile, error) {
	p := DefaultProfile()
	words := p.StatusWords
	p.StatusWords = nil // a map given replaces, it does not add
	dec := json.NewDecoder(bytes.NewReader(document))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&p); err != nil {
		return WireProfile{}, fmt.Errorf("%w: %w", ErrProfile, err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return WireProfile{}, fmt.Errorf("%w: text after the document", ErrProfile)
	}
	if p.StatusWords == nil {
		p.StatusWords = words
	}
	if err := p.check(); err != nil {
		return WireProfile{}, err
	}
	return p, nil
}

// check refuses a profile that could send a request astray or make a word of
// the gateway ambiguous.
func (p WireProfile) check() error {
	for name, path := range p.Paths.all() {
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
		folded := foldWord(word)
		if other, twice := seen[folded]; twice || folded == "" {
			return fmt.Errorf("%w: status words %q and %q are the same", ErrProfile, word, other)
		}
		seen[folded] = word
		if _, news := reported[state]; !news && state != StatePending || folded == serviceSuccess && state != StateSuccess {
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
	named := []string{fieldPaymentID, fieldOrderID, fieldAmount, fieldCurrency}
	for _, field := range p.DeclaredStatusFields {
		if !slices.Contains(named, field) {
			return fmt.Errorf("%w: status field %q cannot be declared", ErrProfile, field)
		}
	}
	for _, field := range p.IgnoredStatusFields {
		if !slices.Contains(named, field) || field == fieldOrderID || p.declares(field) {
			return fmt.Errorf("%w: status field %q cannot be ignored", ErrProfile, field)
		}
	}
	for _, code := range p.DefiniteOTPCodes {
		if foldCode(code) == "" {
			return fmt.Errorf("%w: refusal code %q", ErrProfile, code)
		}
	}
	if p.OTPTries < 0 || p.OTPTries > maxTries {
		return fmt.Errorf("%w: %d tries of a code", ErrProfile, p.OTPTries)
	}
	_, err := p.unauthorized()
	return err
}

// checkExtra refuses extra fields that are the SDK's own members, in any case: a
// gateway may read names without regard to it.
func (p WireProfile) checkExtra() error {
	own := map[Operation][]string{
		OpInitiate:        initiateBody(InitiateCall{Description: "any"}).names,
		OpGenerateQR:      qrBody(QRCall{}).names,
		OpValidateAccount: slices.Concat(validateBody(ValidateCall{Rail: RailBank}).names, validateBody(ValidateCall{Rail: RailWallet}).names),
		OpSubmitOTP:       slices.Concat(otpBody(OTPCall{Rail: RailBank}).names, otpBody(OTPCall{Rail: RailWallet}).names),
	}
	for op, fields := range p.ExtraFields {
		names, able := own[op]
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
	all := p.all()
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

func (p Paths) all() map[string]string {
	return map[string]string{
		"prefix": p.Prefix, "initiate": p.Initiate, "bankQr": p.BankQR, "walletQr": p.WalletQR,
		"bankValidate": p.BankValidate, "walletValidate": p.WalletValidate, "bankOtp": p.BankOTP,
		"walletOtp": p.WalletOTP, "status": p.Status, "institutions": p.Institutions,
	}
}

func (p WireProfile) declares(field string) bool {
	return slices.Contains(p.DeclaredStatusFields, field)
}

func (p WireProfile) ignores(field string) bool {
	return slices.Contains(p.IgnoredStatusFields, field)
}

// foldWord brings a status word to one case. Only ASCII letters have two: a
// letter that merely looks like one of a known word must not make it one.
func foldWord(word string) string { return strings.Map(upperASCII, strings.TrimSpace(word)) }

func upperASCII(r rune) rune {
	if 'a' <= r && r <= 'z' {
		return r - 'a' + 'A'
	}
	return r
}

// foldCode is a refusal code without case and separators; blank when it holds
// anything but ASCII.
func foldCode(code string) string {
	if !isASCII(code) {
		return ""
	}
	return strings.Map(func(r rune) rune {
		if r = upperASCII(r); 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, code)
}

// definiteCodes folds the list once, for look-ups.
func (p WireProfile) definiteCodes() map[string]bool {
	folded := make(map[string]bool, len(p.DefiniteOTPCodes))
	for _, code := range p.DefiniteOTPCodes {
		folded[foldCode(code)] = true
	}
	return folded
}

// meanings folds the words once, for look-ups.
func (p WireProfile) meanings() map[string]State {
	folded := make(map[string]State, len(p.StatusWords))
	for word, state := range p.StatusWords {
		folded[foldWord(word)] = state
	}
	return folded
}
