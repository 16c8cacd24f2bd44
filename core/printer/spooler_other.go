//go:build !windows

package printer

import "context"

// The spooler with drivers' names is Windows' own.
func openSpooler(string, Limits) (Printer, error) { return nil, &Error{Code: Unsupported} }

func findSpooler(context.Context) ([]Found, error) { return nil, nil }
