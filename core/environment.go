package core

import (
	"fmt"
	"strings"
)

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
