//go:build !linux

package printer

import "context"

// Other systems give no file for a printer on USB: theirs is a queue.
func openUSB(string, Limits) (Printer, error) { return nil, &Error{Code: Unsupported} }

func findUSB(context.Context) ([]Found, error) { return nil, nil }
