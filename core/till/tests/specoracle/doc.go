// Package specoracle is a second oracle of payments. It was written from the
// specification and from the design's sections on the SDK, the wire and the
// till's law, before its author read core, package oracle or the laws of package
// adversary, so that one misunderstanding is not tested against itself. It has its
// own JSON reading, its own units, its own list of definite codes, and knows
// nothing of how the till works.
//
// Status and Code say what a reply means. Witness takes in what went over the
// wire and what is on the disk, and says which rule was broken:
//
//	paid      PAID on the disk only after an answer that settles, to a question
//	          about this order
//	ended     failed or expired only after an answer that said so
//	code      a second code only when the one before was refused and the leg has
//	          answered since: after a definite refusal anything but money or a
//	          payment under way, after other words an end or "not known"; or a
//	          manager repeats the same code after the cap
//	receipt   one for a sale, and one transaction for one receipt
//	initiate  once for an order
//	debits    each leg once, or the till says that money is owed back
package specoracle
