package wire

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
)

// ErrEnvironment reports that the environment's name or its base URL is not usable.
var ErrEnvironment = errors.New("core: bad environment")

// Environment selects which of the two hosts of the payment service is spoken
// to. Both serve the same paths, shapes and error envelopes.
type Environment string

// The two environments of the service.
const (
	Sandbox Environment = "sandbox" // test data only, no money moves
	Live    Environment = "live"    // moves real funds
)

// ParseEnvironment reads the value of SERVICE_ENV. Blank means Sandbox. Any
// other word than the two is an error: a misspelt "live" must never end up on
// test data, nor the reverse.
func ParseEnvironment(s string) (Environment, error) {
	switch e := Environment(strings.TrimSpace(s)); e {
	case "":
		return Sandbox, nil
	case Sandbox, Live:
		return e, nil
	}
	return "", fmt.Errorf("%w: %q is neither %q nor %q", ErrEnvironment, s, Sandbox, Live)
}

// BaseURL reads the base URL of an environment: Live demands https. Errors match
// ErrEnvironment. Nothing stands in for a URL that is missing or wrong: least of
// all the other environment's.
func BaseURL(environment Environment, base string) (*url.URL, error) {
	if environment != Sandbox && environment != Live {
		return nil, fmt.Errorf("%w: %q", ErrEnvironment, environment)
	}
	u, err := url.Parse(strings.TrimRight(strings.TrimSpace(base), "/"))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: the base URL of %s cannot be read", ErrEnvironment, environment)
	case u.Host == "" || u.Hostname() == "":
		return nil, fmt.Errorf("%w: %s has no base URL", ErrEnvironment, environment)
	case u.User != nil || u.RawQuery != "" || u.Fragment != "" || u.ForceQuery:
		return nil, fmt.Errorf("%w: the base URL of %s has more than host and path", ErrEnvironment, environment)
	case u.Scheme == "https", u.Scheme == "http" && environment == Sandbox:
		return u, nil
	}
	return nil, fmt.Errorf("%w: %s does not speak %q", ErrEnvironment, environment, u.Scheme)
}

// CheckBaseURL reports whether an environment can use a base URL, as BaseURL does.
func CheckBaseURL(environment Environment, base string) error {
	_, err := BaseURL(environment, base)
	return err
}

// SameBaseURL reports whether two base URLs name the same gateway: hosts are
// compared without regard to case, a default port and a slash at the end mean
// nothing. One that cannot be read is the same only to the letter.
func SameBaseURL(a, b string) bool { return canonicalURL(a) == canonicalURL(b) }

func canonicalURL(base string) string {
	u, err := url.Parse(strings.TrimSpace(base))
	if err != nil || u.Host == "" {
		return base
	}
	host, port := strings.TrimSuffix(strings.ToLower(u.Hostname()), "."), u.Port()
	if port == "" {
		port = map[string]string{"https": "443", "http": "80"}[u.Scheme]
	}
	return u.Scheme + "://" + net.JoinHostPort(host, port) + strings.TrimRight(u.EscapedPath(), "/")
}
