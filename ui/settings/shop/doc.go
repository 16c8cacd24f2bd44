// Package shop is the pages of what the till keeps of its shop: the names on receipts,
// the currency, the amounts that are usual, shifts and cash; and whether the till
// starts with its computer. The first run uses its choice of a currency.
//
// It may import core, the toolkit and package page; it knows no other page. It belongs
// on the UI goroutine, but for what it asks of Login.
package shop
