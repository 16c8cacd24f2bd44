// Package registry is what an operator does with tills, shops and people: it lists, adds,
// renames, moves, revokes and removes them. Each call is one transaction and says what was
// wrong; nothing that a till has sent is ever removed by it.
//
// It may import pgx and nothing of ours. A Registry may be used from any goroutine.
package registry
