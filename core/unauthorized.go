package core

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"sanduq/core/internal/fold"
	"sanduq/core/wire"
)

// A 401 may mean five things, and each wants something else done. All of them
// match ErrUnauthorized; exactly one of the others says which it was.
var (
	// ErrUnauthorized: the gateway answered 401.
	ErrUnauthorized = errors.New("core: not authorised")
	// ErrCredentials: the merchant's keys are wrong. Nothing but new keys helps.
	ErrCredentials = errors.New("core: merchant keys refused")
	// ErrSignature: the request's signature was refused: the signer's client id,
	// secret or algorithm is wrong.
	ErrSignature = errors.New("core: signature refused")
	// ErrClock: the signature was refused for its time. The Client signs with the
	// gateway's time from then on, as far as an answer told it.
	ErrClock = errors.New("core: clock differs from the gateway's")
	// ErrTokenForeign: the bearer token is another payment's.
	ErrTokenForeign = errors.New("core: token of another payment")
)

var errorOfReason = map[wire.UnauthorizedReason]error{wire.ReasonCredentials: ErrCredentials, wire.ReasonSignature: ErrSignature,
	wire.ReasonClock: ErrClock, wire.ReasonTokenExpired: ErrTokenExpired, wire.ReasonTokenForeign: ErrTokenForeign}

// errorOfCode returns what each 401 code of a profile means.
func errorOfCode(p wire.Profile) map[string]error {
	means := make(map[string]error)
	for reason, codes := range p.UnauthorizedCodes {
		for _, code := range codes {
			means[fold.Code(code)] = errorOfReason[reason]
		}
	}
	return means
}

// unauthorizedReasons are the words, in a refusal's code or else in its message, by which a
// 401 is told apart. They are assumptions: the service documents none. What
// names nothing of these is the token's end, or the keys' where no token went
// along.
var unauthorizedReasons = []struct {
	why   error
	words []string // as foldCode leaves them
}{
	{ErrClock, []string{"TIMESTAMP", "CLOCK", "SKEW", "REQUESTEXPIRED", "EXPIREDREQUEST", "SIGNATUREEXPIRED", "EXPIREDSIGNATURE"}},
	{ErrSignature, []string{"SIGNATURE", "HMAC", "NONCE", "REPLAY"}},
	{ErrCredentials, []string{"APIKEY", "SECRETKEY", "CREDENTIAL", "BADKEY", "WRONGKEY", "INVALIDKEY", "MERCHANTKEY", "INVALIDMERCHANT", "INVALIDCLIENT"}},
	{ErrTokenForeign, []string{"FOREIGN", "ANOTHERPAYMENT", "OTHERPAYMENT", "TOKENMISMATCH", "PAYMENTMISMATCH", "NOTYOURPAYMENT"}},
	{ErrTokenExpired, []string{"TOKEN", "JWT", "SESSION", "BEARER"}},
}

// unauthorizedReason tells why a 401 was given.
func unauthorizedReason(op Operation, code, message string) error {
	for _, text := range []string{fold.Code(code), fold.Code(message)} {
		for _, d := range unauthorizedReasons {
			for _, word := range d.words {
				if strings.Contains(text, word) {
					return d.why
				}
			}
		}
	}
	if op == OpInitiate {
		return ErrCredentials
	}
	return ErrTokenExpired
}

// Is lets a refused request be found by what was wrong with it: ErrUnauthorized
// and one of the errors beside it.
func (e *PaymentAPIError) Is(target error) bool {
	if e.HTTPStatus != http.StatusUnauthorized {
		return false
	}
	if target == ErrUnauthorized {
		return true
	}
	why := e.reason
	if why == nil {
		why = unauthorizedReason(e.Operation, e.Code, e.Message)
	}
	if why == ErrSignature && e.clockOff {
		why = ErrClock
	}
	return target == why
}

// TokenRefused reports whether an error is about the bearer token: expired,
// unknown, or another payment's. Nothing can be asked with that token any more.
func TokenRefused(err error) bool {
	return errors.Is(err, ErrTokenExpired) || errors.Is(err, ErrTokenForeign)
}

// refusalWord is the code by which the gateway refused a call, or else its
// sentence; blank for any other error and for a refusal without words, which may
// be somebody's on the way: a bare 401 is worth asking again soon.
func refusalWord(err error) string {
	if refusal, decoded := errors.AsType[*PaymentAPIError](err); decoded {
		return cmp.Or(refusal.Code, refusal.Message)
	}
	return ""
}

// OnTokenExpired lets a program bring a new token when the gateway says that the
// session's has expired. The call that met the refusal is then made once more
// with it, unless it would open a payment or submit a code. A blank token, an
// error, or 20 seconds without either leave the refusal as it is. The hook is
// asked by one call at a time, without a lock held.
func OnTokenExpired(bring func(context.Context, PaymentSession) (Secret, error)) Option {
	return func(e *engine) { e.renewal.bring = bring }
}

const renewalLimit = 20 * time.Second

// renewed makes a call, and once more if its token had expired and another was
// brought.
func renewed[T any](ctx context.Context, e *engine, s PaymentSession, token Secret, call func(Secret) (T, error)) (T, error) {
	result, err := call(token)
	if e.renewal.bring == nil || !errors.Is(err, ErrTokenExpired) {
		return result, err
	}
	fresh, ok := e.renewal.renew(ctx, s, token)
	if !ok {
		return result, err
	}
	return call(fresh)
}

// tokenRenewal asks the program for new tokens, one call at a time.
type tokenRenewal struct {
	bring  func(context.Context, PaymentSession) (Secret, error) // nil for none, see OnTokenExpired
	asking chan struct{}                                         // holds one token while it is asked
	tokens *tokenCache
	hooks  *callbacks
	log    *slog.Logger
}

// renew asks the program for a token in the place of one that has expired.
func (r *tokenRenewal) renew(ctx context.Context, s PaymentSession, old Secret) (Secret, bool) {
	select {
	case r.asking <- struct{}{}:
		defer func() { <-r.asking }()
	case <-ctx.Done():
		return Secret{}, false
	}
	other := func() (Secret, bool) {
		held := r.tokens.held()
		return held, !held.Empty() && held.Reveal() != old.Reveal()
	}
	if fresh, there := other(); there { // another call brought it meanwhile
		return fresh, true
	}
	brought := make(chan Secret, 1)
	err := r.hooks.run(ctx, renewalLimit, func() {
		token, err := r.bring(ctx, s)
		if err != nil {
			token = Secret{}
		}
		brought <- token
	})
	if err != nil {
		r.log.Warn("no new token", "payment", s.PaymentID, "error", err)
		return Secret{}, false
	}
	if token := <-brought; strings.TrimSpace(token.Reveal()) != "" {
		r.tokens.set(token)
		r.tokens.save(token)
	}
	return other() // or the hook called Initialize
}
