// Package limit keeps strangers from using up a server, head office or the payment page: how often an address or a
// name may try something (Buckets), how much costly work is done at once (Queue), how
// many connections an address may hold (Listen), and whose address a request is from
// behind a proxy (Proxies).
//
// It may import the standard library alone. All of it is in memory and bounded; a
// program that runs several times counts in each by itself. Everything may be used from
// any goroutine; a lock is held for the time of a few steps.
package limit
