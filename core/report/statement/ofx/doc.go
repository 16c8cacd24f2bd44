// Package ofx reads OFX 1, which is SGML without end tags, and OFX 2, which is XML,
// of accounts and cards.
package ofx
