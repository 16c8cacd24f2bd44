// Package layouts pairs the versions of a shop's data with those of the program: files
// that the program of each layout of the store wrote are opened, sold on, backed up and
// put back by this one, and refused by every program that knows fewer layouts.
//
// testdata has a folder of each layout, as the last commit of that layout left it (of the
// newest one, the first commit), with the practice bank's ledger of the same commit:
//
//	layout 2  3419b7f4    layout 5  eb1cd0bd
//	layout 3  bd4535f6    layout 6  e2fb975e
//	layout 4  9d8b8ccc
//
// A test of each commit opened the till, store and practice bank of that commit, sold by
// QR, account and wallet, let one payment fail, left one sale at its QR and one at its
// code, and added Huda, a manager, whose PIN is 482915; from layout 5 on within a shift,
// with cash. Tokens, QRs and codes were made to last a hundred years, the key is 32 bytes
// of 7. holds.jsonl is what the store of that commit gave out once it was opened again,
// written as lines writes it here.
package layouts
