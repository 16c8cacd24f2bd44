// Package codec writes the till's records down in few bytes and reads them
// back quickly: a sale of a kilobyte of JSON becomes a third of that and is
// read ten times as fast.
//
// A record is a version byte, a mask that says which fields are there, and the
// fields in one fixed order; words that every record uses are numbers, and a
// text that repeats within a record is a reference. A field that this package
// does not know, because it was added to the struct later, travels as JSON at
// the end: nothing is lost, and a program that does not know it reads the rest.
//
// A sale that belongs to a shift, or was taken in cash, has more fields than a mask
// of 64 bits tells of: its record is of the second version, which has two. All
// other sales are written as they ever were, and both are read for ever.
//
// Records without others in them are written by the disk tags of their fields, the
// rest by a walk over each. The order of fields and words is frozen: change it only together with the
// layout number of the store. Reading never trusts its input: what is cut or
// malformed is ErrMalformed. Nothing here is authenticated or sealed; that is
// the store's work.
package codec

import "errors"

// ErrMalformed matches what cannot be read.
var ErrMalformed = errors.New("codec: malformed record")

// The first byte of a record. It differs from the brace that begins JSON.
const (
	version     = 1
	wideVersion = 2 // with a mask of twice the width
)
