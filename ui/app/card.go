package app

import (
	"context"
	"time"

	"sanduq/ui/card"
	"sanduq/ui/receipts"
	"sanduq/ui/receipts/downloads"
)

// saveCard saves the counter card where receipts are saved.
func saveCard(ctx context.Context) (place string, err error) {
	pdf, err := card.PDF(receipts.NewDrawer(), time.Now())
	if err != nil {
		return "", err
	}
	return downloads.SaveInDownloads(ctx, "counter-card.pdf", pdf)
}
