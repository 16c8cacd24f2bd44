// Package secrets proves that no secret leaves the places where it belongs. A
// story is told with a real till, store and practice bank, each secret of it
// having a value that is found again: keys, tokens, account numbers, one-time
// codes, passphrase, recovery code, data key. The bank is made to fail in many
// ways, and to quote in its errors whatever it was sent. Then everything that
// the story left behind is searched for every secret in every dress.
//
//sanduq:norace tills in other processes do the work
package secrets
