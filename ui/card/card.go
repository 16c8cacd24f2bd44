// Package card makes the counter card: a page of A5 in each language that tells
// customers how to pay, cashiers what they never do, and both what the screen
// says. It is printed once and stands beside the till.
//
//sanduq:norace its tests draw pages, in one goroutine
package card

import (
	"time"

	"sanduq/core/receipt"
	"sanduq/ui/words"
)

// In is the card in the language of the catalogue.
func In(w *words.Catalogue) (receipt.Card, error) {
	var broken error
	row := func(name, key string) receipt.CardRow {
		img, err := picture(name)
		if err != nil && broken == nil {
			broken = err
		}
		return receipt.CardRow{Picture: img, Name: w.T("card." + key), Text: w.T("card." + key + ".text")}
	}
	c := receipt.Card{Title: w.T("card.title"), Under: w.T("card.under"), Footer: w.T("card.foot"), RTL: w.RTL(), Parts: []receipt.CardPart{
		{Heading: w.T("card.pay"), Rows: []receipt.CardRow{row("qr", "scan"), row("bank", "code"), row("lock", "secret")}},
		{Heading: w.T("card.never"), Rows: []receipt.CardRow{row("never", "pin"), row("never", "again"), row("never", "phone")}},
		{Heading: w.T("card.screen"), Rows: []receipt.CardRow{row("paid", "paid"), row("waiting", "waiting"), row("failed", "failed"),
			row("unknown", "unknown"), row("practice", "practice")}},
	}}
	return c, broken
}

// All are the cards of every language.
func All() (all []receipt.Card, err error) {
	for _, lang := range words.Languages() {
		c, err := In(words.MustLoad(lang))
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

// PDF is all of them in one document.
func PDF(d *receipt.Drawer, made time.Time) ([]byte, error) {
	all, err := All()
	if err != nil {
		return nil, err
	}
	return d.CardsPDF(made, all...)
}
