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
//	asked     the leg was asked within a minute before a further code, or a code
//	          beside a QR, and told of no money
//	debits    each leg once, or the till says that money is owed back, or else the
//	          gateway denied the first before the second
//
// How it and the first oracle, with the gateway's own reading in package adversary,
// were brought together. Their author had seen that reading of an answer, though
// none of the laws. Over all replies of the row adversary they agree; what they were
// found to differ in:
//
//	a definite refusal, then a word that nobody knows, or none: the first oracle
//	kept the pad shut, this one opens it. The design says "an answer given later
//	than that refusal"; the till follows it, and the first was stricter than it.
//	20,000 scripts of the row adversary found three (4387, 6288, 8459) in which its law
//	had stayed as it was; it opens now as well.
//	a QR that the gateway made and called refused: this one wanted its leg asked
//	before a code (scripts 2434, 3262, 4996). Nobody saw it, so that nobody can have
//	paid it; it counts the QRs now that reached the till.
//	PENDING after a definite refusal: "never reopens", read by itself, would
//	lock the pad of everybody who mistypes a code. The design's sentence is about
//	refusals that are not definite; both oracles open.
//	two debits of one leg: this oracle at first wanted them said always. Three
//	scripts of 1,500 showed a gateway that denied the first debit when it was asked
//	before the second; one answer has one transaction, so that nobody could know.
package specoracle
