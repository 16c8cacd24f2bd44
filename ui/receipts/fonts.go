package receipts

import (
	"sanduq/assets"
	"sanduq/core/receipt"
)

// NewDrawer draws receipts in the application's own face. Without it nothing
// could be drawn at all, so that it panics.
func NewDrawer() *receipt.Drawer {
	font := func(weight string) []byte { b, _ := assets.Font(weight); return b }
	d, err := receipt.NewDrawer(receipt.Fonts{Regular: font("Regular"), Medium: font("Medium"), SemiBold: font("SemiBold"), Bold: font("Bold")})
	if err != nil {
		panic(err)
	}
	return d
}
