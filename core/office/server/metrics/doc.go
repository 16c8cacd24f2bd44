// Package metrics is what head office is watched by: counts and times of what it does, and
// what its database says of itself, for Prometheus; and a line of the log for each request.
// No name, no amount and no key stands in either.
//
// It may import client_golang, pgx, package office for codes and package limit for
// addresses, and nothing of ours that serves. A Metrics may be used from any goroutine; its
// lock is held while the database is asked for a scrape, and for nothing else.
package metrics
