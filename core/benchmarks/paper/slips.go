//go:build unix

package main

import (
	"fmt"
	"image"
	"time"

	"sanduq/assets"
	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/printer"
	"sanduq/core/receipt"
	"sanduq/ui/words"
)

// slip is one that was drawn and encoded.
type slip struct {
	name string
	img  *image.Paletted
	job  []byte
}

// language is the program's own words.
type language struct{ *words.Catalogue }

func (l language) Say(key string, args ...any) string { return l.T(key, args...) }
func (l language) Currency(code string) string {
	if key := "currency." + code; l.Has(key) {
		return l.T(key)
	}
	return code
}
func (l language) DateTime(t time.Time) string { return l.Catalogue.DateTime(t.UTC()) }

var settled = time.Date(2026, 11, 20, 14, 31, 20, 0, time.UTC)

func sample(arabic bool) journal.Receipt {
	r := journal.Receipt{
		Seq: 412, SaleID: journal.NewSaleID("20261120", 12), OrderID: "TILL-261120-012-9f2c", PaymentID: "pay-1",
		TransactionID: "8F2K-71QD-0446", Amount: money.Amount{Minor: 12500, Currency: "LYD"}, Route: core.RouteAccount,
		Payer: "•••• 4417", Institution: "First Practice Bank", SettledAt: settled, Shop: "Al Noor Market",
		Place: "Tripoli", Till: "2", Cashier: "Samira", Environment: core.Live,
	}
	if arabic {
		r.Shop, r.Place, r.Institution, r.Cashier = "سوق النور", "طرابلس", "مصرف التدريب الأول", "سميرة"
	}
	return r
}

// slipsOf are all slips in one language.
func slipsOf(w language, dots int) map[string]receipt.Slip {
	live := sample(w.RTL())
	practice, long := live, live
	practice.Environment = core.Sandbox
	long.Shop = "Al Noor Market and Sons, Household Goods and Building Materials"
	long.Amount.Minor = 123_456_789
	i := receipt.Issuer{Shop: live.Shop, Place: live.Place, Till: live.Till, Cashier: live.Cashier, At: settled}
	u := receipt.Unknown{Issuer: i, SaleID: live.SaleID, OrderID: live.OrderID, Amount: live.Amount, Began: settled}
	return map[string]receipt.Slip{
		"receipt":   receipt.NewContent(live, receipt.Copy{}, w).Slip(),
		"practice":  receipt.NewContent(practice, receipt.Copy{}, w).Slip(),
		"copy":      receipt.NewContent(live, receipt.Copy{Number: 2, By: live.Cashier, At: settled}, w).Slip(),
		"long":      receipt.NewContent(long, receipt.Copy{}, w).Slip(),
		"unknown":   receipt.NewUnknown(u, w),
		"test-page": receipt.NewTestPage(i, dots, w),
	}
}

func newDrawer() (*receipt.Drawer, error) {
	font := func(weight string) []byte {
		data, _ := assets.Font(weight) // an empty one does not parse
		return data
	}
	return receipt.NewDrawer(receipt.Fonts{Regular: font("Regular"), Medium: font("Medium"), SemiBold: font("SemiBold"), Bold: font("Bold")})
}

func profile(dots int) printer.Profile {
	return printer.Profile{Dots: dots, Cut: printer.FullCut, Drawer: printer.Pin2}
}

// drawAll draws every slip in every language at both widths.
func drawAll() (all []slip, err error) {
	d, err := newDrawer()
	if err != nil {
		return nil, err
	}
	for _, lang := range words.Languages() {
		c, err := words.Load(lang)
		if err != nil {
			return nil, err
		}
		for _, dots := range []int{printer.Dots58, printer.Dots80} {
			for name, s := range slipsOf(language{c}, dots) {
				img, err := d.Paper(s, dots)
				if err != nil {
					return nil, err
				}
				img = evenHeight(img)
				job, err := printer.Encode(img, profile(dots))
				if err != nil {
					return nil, err
				}
				all = append(all, slip{fmt.Sprintf("%s-%s-%d", name, lang, dots), img, job})
			}
		}
	}
	return all, nil
}

// evenHeight adds white rows until the height divides by eight: one of the encoders wants it so.
func evenHeight(img *image.Paletted) *image.Paletted {
	r := img.Rect
	r.Max.Y = (r.Max.Y + 7) / 8 * 8
	out := image.NewPaletted(r, img.Palette)
	copy(out.Pix, img.Pix)
	return out
}
