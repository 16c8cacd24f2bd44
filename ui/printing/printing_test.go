package printing

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"image"
	"net"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	practice "sanduq/core/practice/printer"
	"sanduq/core/printer"
	"sanduq/core/receipt"
	"sanduq/core/tests/broken"
	"sanduq/ui/preferences"
	"sanduq/ui/present"
	"sanduq/ui/receipts"
	"sanduq/ui/words"
)

// real makes the broken printers wait as long as in a shop, for the table of what
// each does to a cashier.
var real = flag.Bool("real", false, "wait for broken printers as long as a till does")

var noon = time.Date(2026, 11, 20, 14, 31, 12, 0, time.UTC)

func slip() journal.Slip {
	return journal.Slip{At: noon, Receipt: journal.Receipt{Seq: 412, SaleID: "20261120-000012", OrderID: "TILL-261120-012-X", TransactionID: "8F2K-71QD-0446",
		Amount: money.Amount{Minor: 12_500, Currency: "LYD"}, Route: core.RouteQR, SettledAt: noon, Shop: "سوق النور", Till: "2", Environment: core.Sandbox}}
}

// newPrinting prints in Arabic, where a printer's own letters end.
func newPrinting(t *testing.T, address string, l printer.Limits) *Printing {
	t.Helper()
	w := words.MustLoad(words.Arabic)
	p := New(receipts.NewDrawer(), func() receipt.Words { return present.OnPaper(w, time.UTC) }, "").Within(l)
	p.Set(preferences.Printer{Address: address, Dots: printer.Dots80, Cut: printer.PartialCut, Slips: 1})
	return p
}

func TestASlipComesOutAsItIsDrawn(t *testing.T) {
	roll, err := practice.Start(practice.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = roll.Close() })
	p := newPrinting(t, roll.Address(), printer.Limits{})
	for _, copied := range []int{0, 2} {
		s := slip()
		s.Copy, s.By = copied, "هدى"
		if said, err := p.Print(t.Context(), s); !said || err != nil {
			t.Fatalf("said %v, %v", said, err)
		}
	}
	slips := roll.Slips()
	if len(slips) != 2 || slips[0].Odd+slips[1].Odd > 0 || slips[0].Cut != printer.PartialCut || slips[0].Beside {
		t.Fatalf("%d slips", len(slips))
	}
	if a, b := slips[0].Image.Rect.Dy(), slips[1].Image.Rect.Dy(); b <= a {
		t.Errorf("the copy, with its mark, is %d dots long, the original %d", b, a)
	}
	roll.SetState(printer.PaperOut)
	if e, ok := errors.AsType[*journal.PaperError](p.Ready(t.Context())); !ok || e.Code != string(printer.NoPaper) || e.OnPaper {
		t.Errorf("without paper it is ready: %v", e)
	}
	if _, err := p.Print(t.Context(), slip()); !isPaper(err, printer.NoPaper, false) {
		t.Errorf("%v", err)
	}
}

// TestCashComesOutAsItsOwnSlip, dot for dot what is drawn of its cash receipt.
func TestCashComesOutAsItsOwnSlip(t *testing.T) {
	roll, err := practice.Start(practice.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = roll.Close() })
	p := newPrinting(t, roll.Address(), printer.Limits{})
	cash := journal.CashReceipt{Seq: 15, SaleID: "20261120-000013", Amount: money.Amount{Minor: 12_430, Currency: "LYD"}, Rounding: 70, Given: 20_000,
		TakenAt: noon, Shop: "سوق النور", Till: "2", Cashier: "هدى", Environment: core.Sandbox}
	if said, err := p.Print(t.Context(), journal.Slip{At: noon, Cash: &cash}); !said || err != nil {
		t.Fatalf("said %v, %v", said, err)
	}
	if err := p.PrintSlip(t.Context(), receipt.NewCashContent(cash, receipt.Copy{At: noon}, p.words()).Slip()); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Print(t.Context(), slip()); err != nil {
		t.Fatal(err)
	}
	slips := roll.Slips()
	if len(slips) != 3 {
		t.Fatalf("%d slips", len(slips))
	}
	if !bytes.Equal(slips[0].Image.Pix, slips[1].Image.Pix) || bytes.Equal(slips[0].Image.Pix, slips[2].Image.Pix) {
		t.Error("the slip of cash is not what is drawn of its cash receipt")
	}
}

// TestASlipIsShownOfItsOwnSale: whatever was printed after it, and nothing where a
// real printer has it.
func TestASlipIsShownOfItsOwnSale(t *testing.T) {
	roll, err := practice.Start(practice.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = roll.Close() })
	p := newPrinting(t, "", printer.Limits{})
	p.practice = roll.Address()
	first, second := slip(), slip()
	second.Receipt.SaleID, second.Receipt.Amount.Minor = "20261120-000013", 125_000
	if p.Slip(first.Receipt.SaleID) != nil {
		t.Error("a slip is shown before one was printed")
	}
	for _, s := range []journal.Slip{first, second} {
		if _, err := p.Print(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	slips := roll.Slips()
	for i, s := range []journal.Slip{first, second} {
		shown, is := p.Slip(s.Receipt.SaleID).(*image.Paletted)
		if !is || !bytes.Equal(trimmed(shown), trimmed(slips[i].Image)) {
			t.Errorf("shown of sale %s is not what came out of it", s.Receipt.SaleID)
		}
	}
	if again := p.Slip(second.Receipt.SaleID); again != p.Slip(second.Receipt.SaleID) {
		t.Error("each question is given another picture of the same slip")
	}
	if bytes.Equal(slips[0].Image.Pix, slips[1].Image.Pix) {
		t.Error("both slips look the same")
	}
	roll.SetState(printer.PaperOut)
	third := slip()
	third.Receipt.SaleID = "20261120-000014"
	if _, err := p.Print(t.Context(), third); err == nil || p.Slip(third.Receipt.SaleID) != nil {
		t.Errorf("a slip that did not come out is shown, %v", err)
	}
	roll.SetState(printer.Ready)
	p.Set(preferences.Printer{Address: broken.Start(t, broken.NeverAnswers), Dots: printer.Dots80})
	if _, err := p.Print(t.Context(), third); err != nil || p.Slip(third.Receipt.SaleID) != nil {
		t.Errorf("the slip of a real printer is shown, %v", err)
	}
	p.Set(preferences.Printer{Dots: printer.Dots80})
	for n := range shownSales {
		s := slip()
		s.Receipt.SaleID = journal.SaleID(fmt.Sprintf("20261120-0002%02d", n))
		if _, err := p.Print(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	if p.Slip(first.Receipt.SaleID) != nil || p.Slip("20261120-000200") == nil {
		t.Error("the oldest is not forgotten, or a new one is")
	}
}

// trimmed is a slip without the white after its last dot, which no printer is told of.
func trimmed(img *image.Paletted) []byte { return bytes.TrimRight(img.Pix, "\x00") }

func isPaper(err error, code printer.Code, onPaper bool) bool {
	e, ok := errors.AsType[*journal.PaperError](err)
	return ok && e.Code == string(code) && e.OnPaper == onPaper
}

func TestWithoutAChoiceNothingIsPrinted(t *testing.T) {
	p := New(receipts.NewDrawer(), nil, "")
	if p.Wanted() != 0 || p.Ready(t.Context()) == nil {
		t.Error("a till prints before a printer was chosen")
	}
	p.Set(preferences.Printer{Slips: 2})
	if p.Wanted() != 0 {
		t.Error("slips are due where there is no printer")
	}
	p = New(receipts.NewDrawer(), nil, "tcp:127.0.0.1:1")
	p.Set(preferences.Printer{Slips: 2})
	if p.Wanted() != 2 || p.Chosen().Address != "tcp:127.0.0.1:1" {
		t.Error("practice has no printer")
	}
}

// TestBrokenPrintersAreSaidInWords: what each does to the slip of a paid sale, and
// within what time. No slip that may be on paper is taken for one that is not.
func TestBrokenPrintersAreSaidInWords(t *testing.T) {
	limits := printer.Limits{Dial: time.Second, Answer: 100 * time.Millisecond, Stall: 500 * time.Millisecond, Confirm: 500 * time.Millisecond}
	if *real {
		limits = printer.Limits{}
	}
	english := words.MustLoad(words.English)
	nobody, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	gone := printer.Address(printer.WayTCP, nobody.Addr().String())
	_ = nobody.Close()
	for _, c := range []struct {
		name    string
		address func(t *testing.T) string
		code    printer.Code // blank where the slip was taken
		onPaper bool
		said    bool
	}{
		{"stops in the middle", of(broken.StopsInTheMiddle), printer.Stalled, true, false},
		{"sends rubbish", of(broken.SendsRubbish), printer.NotAPrinter, false, false},
		{"closes within the slip", of(broken.Closes), printer.Closed, true, false},
		{"accepts nothing", of(broken.AcceptsNothing), printer.Stalled, true, false},
		{"falls silent after the slip", of(broken.FallsSilent), printer.Stalled, true, false},
		{"is a web server", of(broken.WebServer), printer.NotAPrinter, false, false},
		{"is not there", func(*testing.T) string { return gone }, printer.Unreachable, false, false},
		{"never answers", of(broken.NeverAnswers), "", false, false},
		{"knows no mark", of(broken.KnowsNoMark), "", false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := newPrinting(t, c.address(t), limits)
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			began := time.Now()
			said, err := p.Print(ctx, slip())
			took := time.Since(began)
			if c.code == "" {
				if err != nil || said != c.said {
					t.Fatalf("said %v, %v", said, err)
				}
				fmt.Printf("BROKEN | %-28s | %6d ms | handed over, not called printed\n", c.name, took.Milliseconds())
				return
			}
			e, ok := errors.AsType[*journal.PaperError](err)
			if !ok || e.Code != string(c.code) || e.OnPaper != c.onPaper {
				t.Fatalf("%v, on paper %v", err, ok && e.OnPaper)
			}
			next := "the next one is the original"
			if e.OnPaper {
				next = "the next one is a copy"
			}
			fmt.Printf("BROKEN | %-28s | %6d ms | %s (%s)\n", c.name, took.Milliseconds(), english.T("printer."+e.Code), next)
		})
	}
}

func of(b broken.Behaviour) func(*testing.T) string {
	return func(t *testing.T) string { return broken.Start(t, b) }
}
