package printer

import "context"

// Windows has a spooler of its own.
func openQueue(string, Limits) (Printer, error) { return nil, &Error{Code: Unsupported} }

func findQueues(context.Context) ([]Found, error) { return nil, nil }
