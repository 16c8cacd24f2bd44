package customer

import (
	"context"
	"errors"
	"image"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"
	"pgregory.net/rapid"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/receipt"
	"sanduq/ui/present"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

// slip is the receipt of #12.
func slip(practice bool) journal.Receipt {
	r := journal.Receipt{Seq: 412, SaleID: journal.NewSaleID("20261120", 12), OrderID: "o", TransactionID: "8F2K-71QD-0446", Amount: money.Amount{Minor: 12500, Currency: "LYD"},
		Route: core.RouteAccount, Payer: "•••• 7120", Institution: "Harbour Bank", SettledAt: noon, Shop: "Al Noor Market سوق النور", Place: "Tripoli", Till: "2",
		Cashier: "Samira", Environment: core.Live}
	if practice {
		r.Environment = core.Sandbox
	}
	return r
}

// handing is how far the receipt of a scene in the gallery is.
func (r *harness) handing(name string) handover {
	if name != "receipt" {
		return handover{}
	}
	return handover{since: noon.Add(-9 * time.Second), slip: slip(r.env.Practice), read: true}
}

func anyHandover(t *rapid.T) handover {
	h := handover{slip: slip(true), read: rapid.Bool().Draw(t, "read")}
	if rapid.IntRange(0, 2).Draw(t, "handed") > 0 {
		h.since = noon.Add(-time.Duration(rapid.IntRange(0, 30).Draw(t, "seconds")) * time.Second)
	}
	h.over = !h.read && rapid.Bool().Draw(t, "over")
	return h
}

// reading lets the side read receipts.
func reading(slips ...journal.Receipt) func(*harness) {
	return func(r *harness) {
		r.deps.Receipt = func(_ context.Context, seq uint64) (journal.Receipt, error) {
			for _, s := range slips {
				if s.Seq == seq {
					return s, nil
				}
			}
			return journal.Receipt{}, errors.New("unreadable")
		}
	}
}

func (r *harness) wait(d time.Duration) {
	r.now = r.now.Add(d)
	r.side.Tick()
}

// TestTheReceiptFollowsPaid: three seconds paid, twenty the receipt, whatever
// the cashier does; then nothing.
func TestTheReceiptFollowsPaid(t *testing.T) {
	for name, noted := range map[string]bool{"the end stays": false, "the cashier goes on": true} {
		t.Run(name, func(t *testing.T) {
			r := newHarness(t, reading(slip(false)))
			r.see(sale(12))
			r.side.Opened(sale(12))
			r.see(sale(12, version(2), paid))
			r.sees(12, Paid)
			if noted {
				r.wait(time.Second)
				r.see(sale(12, version(3), paid, acknowledged))
			}
			r.sees(12, Paid)
			r.wait(paidTime)
			r.sees(12, Receipt)
			r.wait(receiptTime - 2*time.Second)
			r.sees(12, Receipt)
			if left := r.side.handed.left(r.now); left > 2*time.Second || left < time.Second {
				t.Errorf("%s are left", left)
			}
			r.wait(2 * time.Second)
			r.sees(0, Blank)
			r.side.Show("20261120-000012") // once more, by hand
			if noted {
				r.sees(0, Blank)
				return
			}
			r.sees(12, Paid)
			r.wait(paidTime)
			r.sees(12, Receipt)
		})
	}
}

func TestTheNextSaleEndsTheReceipt(t *testing.T) {
	r := newHarness(t, reading(slip(false)))
	r.see(sale(12, paid))
	r.side.Show("20261120-000012")
	r.wait(paidTime)
	r.sees(12, Receipt)
	r.see(sale(13))
	r.side.Opened(sale(13))
	r.sees(13, QR)
	r.wait(receiptTime)
	r.sees(13, QR)
}

// Without a receipt that could be read, or while money is owed back, the
// customer sees what they saw before there were any.
func TestNoReceiptWithoutOne(t *testing.T) {
	other := slip(false)
	other.SaleID = "20261120-000011"
	for name, c := range map[string]struct {
		change []func(*harness)
		view   journal.View
	}{
		"none are handed out": {nil, sale(12, paid)},
		"unreadable":          {[]func(*harness){reading()}, sale(12, paid)},
		"of another sale":     {[]func(*harness){reading(other)}, sale(12, paid)},
		"owed back": {[]func(*harness){reading(slip(false))}, sale(12, paid, func(v *journal.View) {
			v.PaidTwiceWith, v.OwedSince = "20261120-000011", noon
		})},
	} {
		t.Run(name, func(t *testing.T) {
			r := newHarness(t, c.change...)
			r.see(c.view)
			r.side.Show(c.view.ID)
			for range 30 {
				r.wait(time.Second)
				r.sees(12, Paid)
			}
			r.see(sale(12, version(9), paid, acknowledged))
			r.sees(0, Blank)
		})
	}
}

// TestAPhoneReadsTheReceipt reads the code from the picture of the window, as a
// camera would, on screens of every shape.
func TestAPhoneReadsTheReceipt(t *testing.T) {
	for _, size := range []fyne.Size{fyne.NewSize(1920, 1080), fyne.NewSize(1366, 690), fyne.NewSize(1024, 600)} {
		for _, practice := range []bool{false, true} {
			for _, lang := range words.Languages() {
				r := newHarness(t, func(r *harness) { r.env.Practice, r.env.Words = practice, words.MustLoad(lang) })
				r.hand = r.handing("receipt")
				w := r.draw(sale(12, paid), 0, size)
				text := decode(t, w.Canvas().Capture())
				first, second := languages(r.env.Words)
				want := receipt.Plain(slip(practice), present.OnPaper(first, time.UTC), present.OnPaper(second, time.UTC))
				if text != want {
					t.Errorf("%v %s: a phone reads %q, want %q", size, lang, text, want)
				}
				if test := strings.Contains(text, "TEST"); test != practice {
					t.Errorf("%v %s: practice %v, and a phone reads %q", size, lang, practice, text)
				}
				if said := read(w); !strings.Contains(said, "T-0412") || !strings.Contains(said, "8F2K-71QD-0446") || practice && !strings.Contains(said, "TEST") {
					t.Errorf("%v %s: the slip says %q", size, lang, said)
				}
				if filled(w, theme.Paid) == practice {
					t.Errorf("%v: practice %v, green %v", size, practice, !practice)
				}
			}
		}
	}
}

func decode(t *testing.T, img image.Image) string {
	t.Helper()
	bitmap, err := gozxing.NewBinaryBitmapFromImage(img)
	if err != nil {
		t.Fatal(err)
	}
	got, err := qrcode.NewQRCodeReader().Decode(bitmap, map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_TRY_HARDER: true, gozxing.DecodeHintType_CHARACTER_SET: "UTF-8"})
	if err != nil {
		t.Errorf("no code is read: %v", err)
		return ""
	}
	return got.GetText()
}

// TestTheCountGoesDown: the figure and the ring, and nothing else moves.
func TestTheCountGoesDown(t *testing.T) {
	r := newHarness(t)
	r.hand = r.handing("receipt")
	w := r.draw(sale(12, paid), 0, fyne.NewSize(1920, 1080))
	if said := read(w); !strings.Contains(said, " 14 ") {
		t.Errorf("nine seconds in: %q", said)
	}
}

// TestAReceiptIsShownOnceMore, for twenty seconds and without saying again that it was just
// paid; anyone who waited for a payment sees it again afterwards, or at once when it has ended.
func TestAReceiptIsShownOnceMore(t *testing.T) {
	r := newHarness(t, reading(slip(false)))
	old := sale(12, paid, acknowledged).Sale
	r.side.HandOver(old, slip(false))
	r.sees(12, Receipt)
	r.wait(receiptTime)
	r.sees(0, Blank)

	r.see(sale(13))
	r.side.Opened(sale(13))
	r.side.HandOver(old, slip(false))
	r.side.HandOver(old, slip(false)) // twice: what they wait for is not forgotten
	r.sees(12, Receipt)
	r.see(sale(13, version(2)))
	r.sees(12, Receipt)
	r.wait(receiptTime)
	r.sees(13, QR)

	r.side.HandOver(old, slip(false))
	r.see(sale(13, version(3), paid))
	r.sees(13, Paid)
}
