// Package printing puts slips on paper: it is the till's Paper over core/receipt,
// which draws them, and core/printer, which knows the ways to a printer. It
// decides nothing about money, and nothing of a slip's journal. It shows nothing.
package printing

import (
	"context"
	"errors"
	"fmt"
	"image"
	"sync"
	"time"

	"sanduq/core/journal"
	"sanduq/core/printer"
	"sanduq/core/receipt"
	"sanduq/ui/preferences"
)

// The codes of what keeps a slip from paper, beside those of printer.Code. The
// words catalogue has all of them below "printer.".
const (
	CodeNone = "none" // no printer is chosen
	CodeDraw = "draw" // the slip cannot be drawn
)

// Printing prints. Its methods may be called from any goroutine; all but Set and
// Wanted may be slow.
type Printing struct {
	drawer *receipt.Drawer
	// words is the language of a slip that is printed now.
	words func() receipt.Words
	// practice is the address of the practice printer, taken where none is
	// chosen; blank where money moves.
	practice string
	limits   printer.Limits

	mu     sync.Mutex
	chosen *preferences.Printer       // nil until Set
	ways   map[string]printer.Printer // by address: each remembers what its printer cannot do
	came   []came                     // the oldest first
	shown  shown
}

// New is without a printer until Set.
func New(drawer *receipt.Drawer, words func() receipt.Words, practice string) *Printing {
	return &Printing{drawer: drawer, words: words, practice: practice, ways: map[string]printer.Printer{}}
}

// Within changes what a printer is waited for, before anything is printed.
func (p *Printing) Within(l printer.Limits) *Printing {
	p.limits = l
	return p
}

// Set chooses the printer, from the next slip on.
func (p *Printing) Set(chosen preferences.Printer) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.chosen = &chosen
}

// Chosen is what Set chose, with the practice printer where none was chosen. Its
// address is blank where there is no printer.
func (p *Printing) Chosen() preferences.Printer {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.chosen == nil {
		return preferences.Printer{}
	}
	c := *p.chosen
	if c.Address == "" {
		c.Address = p.practice
	}
	return c
}

// Wanted is for till.Paper.
func (p *Printing) Wanted() int {
	if c := p.Chosen(); c.Address != "" {
		return c.Slips
	}
	return 0
}

// way is how the printer at an address is reached.
func (p *Printing) way(address string) (printer.Printer, error) {
	if address == "" {
		return nil, &journal.PaperError{Code: CodeNone}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if w := p.ways[address]; w != nil {
		return w, nil
	}
	w, err := printer.Open(address, p.limits)
	if err != nil {
		return nil, paperError(err)
	}
	p.ways[address] = w
	return w, nil
}

// Status is how a printer is; the error is a *journal.PaperError.
func (p *Printing) Status(ctx context.Context, address string) (printer.State, error) {
	w, err := p.way(address)
	if err != nil {
		return printer.Unknown, err
	}
	state, err := w.Status(ctx)
	return state, paperError(err)
}

// Ready is for till.Paper.
func (p *Printing) Ready(ctx context.Context) error {
	state, err := p.Status(ctx, p.Chosen().Address)
	if code := state.Code(); err == nil && code != "" {
		return &journal.PaperError{Code: string(code)}
	}
	return err
}

// Print is for till.Paper.
func (p *Printing) Print(ctx context.Context, s journal.Slip) (said bool, err error) {
	w, copied := p.words(), receipt.Copy{Number: s.Copy, By: s.By, At: s.At}
	sale, slip := s.Receipt.SaleID, receipt.Slip{}
	if s.Cash != nil {
		sale, slip = s.Cash.SaleID, receipt.NewCashContent(*s.Cash, copied, w).TakenOff(s.Off, w).Of(s.Seller, w).Slip()
	} else {
		slip = receipt.NewContent(s.Receipt, copied, w).Of(s.Seller, w).Slip()
	}
	to := p.Chosen()
	picture, said, err := p.sendSlip(ctx, to, slip)
	if err == nil && p.practice != "" && to.Address == p.practice {
		p.remember(sale, picture)
	}
	return said, err
}

// PrintUnknown is for till.Paper.
func (p *Printing) PrintUnknown(ctx context.Context, s journal.UnknownSlip) (said bool, err error) {
	return p.send(ctx, p.Chosen(), receipt.NewUnknown(receipt.Unknown{
		Issuer: receipt.Issuer{Shop: s.Shop.Shop, Place: s.Shop.Place, Till: s.Shop.Till, Cashier: s.Sale.Cashier,
			At: s.At, Test: journal.Receipt{Environment: s.Sale.Environment}.Test(), Seller: s.Shop.Seller},
		SaleID: s.Sale.ID, OrderID: s.Sale.OrderID, Amount: s.Sale.Amount, Began: s.Sale.CreatedAt,
	}, p.words()))
}

// PrintSlip puts a slip that is no receipt and has no journal on paper. The error
// is a *journal.PaperError.
func (p *Printing) PrintSlip(ctx context.Context, s receipt.Slip) error {
	_, err := p.send(ctx, p.Chosen(), s)
	return err
}

// OpenDrawer opens the drawer at the printer. It reports whether it was asked to:
// nothing happens where no drawer was chosen. It goes before the slips that wait.
// The error is a *journal.PaperError.
func (p *Printing) OpenDrawer(ctx context.Context) (asked bool, err error) {
	c := p.Chosen()
	if c.Drawer == printer.NoPin {
		return false, nil
	}
	way, err := p.way(c.Address)
	if err != nil {
		return false, err
	}
	if err = way.OpenDrawer(ctx, c.Drawer); err != nil {
		return false, paperError(err)
	}
	return true, nil
}

// send is put for who needs no picture of it.
func (p *Printing) send(ctx context.Context, to preferences.Printer, s receipt.Slip) (said bool, err error) {
	_, said, err = p.sendSlip(ctx, to, s)
	return said, err
}

// sendSlip draws a slip and puts it on its way.
func (p *Printing) sendSlip(ctx context.Context, to preferences.Printer, s receipt.Slip) (picture *image.Paletted, said bool, err error) {
	way, err := p.way(to.Address)
	if err != nil {
		return nil, false, err
	}
	picture, err = p.drawer.Paper(s, to.Dots)
	if err != nil {
		return nil, false, &journal.PaperError{Code: CodeDraw, Err: err}
	}
	job, err := printer.Encode(picture, printer.Profile{Dots: to.Dots, Cut: to.Cut})
	if err != nil {
		return nil, false, paperError(err)
	}
	how, err := way.Send(ctx, job)
	return picture, how == printer.Printed, paperError(err)
}

// TestPage prints a page that shows whether paper, width and letters are right.
func (p *Printing) TestPage(ctx context.Context, to preferences.Printer, shop journal.Settings, at time.Time) (said bool, err error) {
	return p.send(ctx, p.completed(to), p.testPage(to.Dots, shop, at))
}

// Preview is the picture of the test page.
func (p *Printing) Preview(dots int, shop journal.Settings, at time.Time) (*image.Paletted, error) {
	return p.drawer.Paper(p.testPage(dots, shop, at), dots)
}

func (p *Printing) testPage(dots int, shop journal.Settings, at time.Time) receipt.Slip {
	return receipt.NewTestPage(receipt.Issuer{Shop: shop.Shop, Place: shop.Place, Till: shop.Till, At: at, Seller: shop.Seller}, dots, p.words())
}

// completed is a choice with the practice printer where it names none.
func (p *Printing) completed(c preferences.Printer) preferences.Printer {
	if c.Address == "" {
		c.Address = p.practice
	}
	return c
}

// Practice is the address of the practice printer; blank where there is none.
func (p *Printing) Practice() string { return p.practice }

// Find lists the printers of this computer; what could be listed comes beside an
// error.
func (p *Printing) Find(ctx context.Context) ([]printer.Found, error) { return printer.Find(ctx) }

// paperError is what the till keeps of an error of a printer: nil of nil.
func paperError(err error) error {
	if err == nil {
		return nil
	}
	if e, ok := errors.AsType[*printer.Error](err); ok {
		return &journal.PaperError{Code: string(e.Code), OnPaper: e.Sent > 0, Err: err}
	}
	return &journal.PaperError{Code: journal.PaperUnknown, OnPaper: true, Err: fmt.Errorf("printer: %w", err)}
}
