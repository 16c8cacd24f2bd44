package qr

import (
	"strings"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"
)

// TestAPictureIsRead reads pictures of several sizes by another implementation.
func TestAPictureIsRead(t *testing.T) {
	for _, payload := range []string{"1", "00020101021226580014ly.example.bank0136practice-payment-000000000000000000012", strings.Repeat("7", 2000)} {
		modules, err := Modules(payload)
		if err != nil {
			t.Fatal(err)
		}
		for _, pixels := range []int{2, 3, 8} {
			picture := Picture(modules, pixels)
			if want := (len(modules) + 8) * pixels; picture.Bounds().Dx() != want || picture.Bounds().Dy() != want {
				t.Errorf("%v for %d modules of %d pixels", picture.Bounds(), len(modules), pixels)
			}
			bitmap, err := gozxing.NewBinaryBitmapFromImage(picture)
			if err != nil {
				t.Fatal(err)
			}
			got, err := qrcode.NewQRCodeReader().Decode(bitmap, map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_PURE_BARCODE: true})
			if err != nil || got.GetText() != payload {
				t.Errorf("%.20q in modules of %d pixels: read %v: %v", payload, pixels, got, err)
			}
		}
	}
}

func TestWhatNoCodeHoldsIsAnError(t *testing.T) {
	for _, payload := range []string{"", strings.Repeat("a", 4000)} {
		if _, err := Modules(payload); err == nil {
			t.Errorf("a payload of %d bytes has a code", len(payload))
		}
	}
}
