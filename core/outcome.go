package core

import (
	"errors"
	"regexp"
	"strings"
	"unicode/utf8"
)

// notSent marks an error as ErrNotSent besides what it already is.
func notSent(err error) error {
	if errors.Is(err, ErrNotSent) {
		return err
	}
	return &marked{mark: ErrNotSent, cause: err}
}

// outcomeUnknown marks an error as ErrOutcomeUnknown. A gateway's refusal
// inside is kept as text only: an unknown outcome must not be found to be a
// refusal, whichever of the two the caller asks for first.
func outcomeUnknown(err error) error {
	if errors.Is(err, ErrOutcomeUnknown) {
		return err
	}
	var refusal *PaymentAPIError
	if errors.As(err, &refusal) || errors.Is(err, ErrNotSent) {
		text := errors.New(err.Error())
		if call, ok := errors.AsType[*callError](err); ok {
			text = &callError{op: call.op, id: call.id, cause: errors.New(call.cause.Error())}
		}
		err = text
	}
	return &marked{mark: ErrOutcomeUnknown, cause: err}
}

// marked is an error that matches mark and everything that cause matches.
type marked struct{ mark, cause error }

func (m *marked) Error() string   { return m.mark.Error() + ": " + unnamed(m.cause) }
func (m *marked) Unwrap() []error { return []error{m.mark, m.cause} }

// unnamed is the text of an error inside another of this package's, whose name stands
// before it already.
func unnamed(err error) string { return ownName.ReplaceAllString(err.Error(), "") }

var ownName = regexp.MustCompile(`\bcore: `)

// hideDigits blanks every run of six digits or more: a gateway that echoes an
// earlier call's account or one-time code into its sentences must not get it
// into a log. The engine itself does not know a code any more by then.
func hideDigits(text string) string {
	if !longDigits.MatchString(text) {
		return text
	}
	return longDigits.ReplaceAllString(text, dots)
}

var longDigits = regexp.MustCompile(`[0-9]{6,}`)

// redacted stands where a secret was.
var redacted = Secret{}.String()

// scrub takes known secrets, and anything unprintable or endless, out of text
// that came from outside and is about to be kept or logged.
func scrub(text string, limit int, secrets []Secret) string {
	if text == "" {
		return ""
	}
	for _, s := range secrets {
		if value := s.Reveal(); value != "" {
			text = strings.ReplaceAll(text, value, redacted)
		}
	}
	clean := strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, text)
	if utf8.RuneCountInString(clean) > limit {
		clean = string([]rune(clean)[:limit]) + "…"
	}
	return clean
}
