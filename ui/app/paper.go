package app

import (
	"context"
	"path/filepath"

	"sanduq/core/journal"
	practice "sanduq/core/practice/printer"
	"sanduq/core/printer"
	"sanduq/core/receipt"
	"sanduq/ui/preferences"
	"sanduq/ui/present"
	"sanduq/ui/printing"
	"sanduq/ui/receipts"
	"sanduq/ui/receipts/downloads"
)

// openPaper makes what prints, with a printer to practise on where no money
// moves. It has no printer before the window says which one was chosen.
func (a *App) openPaper() {
	address := ""
	if a.Practice() {
		roll, err := practice.Start(practice.Options{Folder: filepath.Join(a.dir, "slips")})
		if err != nil {
			a.log.Warn("no practice printer", "err", err)
		} else {
			a.roll, address = roll, roll.Address()
			a.undo = append(a.undo, func() { _ = roll.Close() })
		}
	}
	a.drawer = receipts.NewDrawer()
	a.paper = printing.New(a.drawer, func() receipt.Words { return present.OnPaper(a.words, nil) }, address)
}

// setPaper takes the choice of a printer over.
func (a *App) setPaper(chosen preferences.Printer) {
	if a.roll != nil {
		a.roll.SetDots(chosen.Dots)
	}
	a.paper.Set(chosen)
}

// openDrawer opens the drawer at the printer; nil where none was chosen.
func (a *App) openDrawer() func(context.Context) error {
	if a.paper.Chosen().Drawer == printer.NoPin {
		return nil
	}
	return func(ctx context.Context) error {
		_, err := a.paper.OpenDrawer(ctx)
		return err
	}
}

// saveReceipt keeps the receipt with a number as a PDF among the downloads.
func (a *App) saveReceipt(ctx context.Context, seq uint64) (place string, err error) {
	defer func() {
		if err != nil {
			a.log.Error("receipt not saved", "err", err)
		}
	}()
	r, err := a.till.Receipt(ctx, seq)
	if err != nil {
		return "", err
	}
	w := present.OnPaper(a.words, nil)
	data, err := a.drawer.PDF(receipt.NewContent(r, receipt.Copy{}, w).Of(a.till.Settings().SellerAt(r.SettledAt), w))
	if err != nil {
		return "", err
	}
	return downloads.SaveInDownloads(ctx, receipt.Number(seq)+".pdf", data)
}

// printers is what the settings know of paper.
type printers struct {
	*printing.Printing
	app *App
}

// SetRoll lets the practice printer run out of paper and the like.
func (p printers) SetRoll(s printer.State) {
	if p.app.roll != nil {
		p.app.roll.SetState(s)
	}
}

// printReceipt puts a receipt on paper, by who is at the till; nil without a printer.
func (a *App) printReceipt() func(context.Context, journal.SaleID) error {
	if a.paper.Chosen().Address == "" {
		return nil
	}
	return func(ctx context.Context, id journal.SaleID) error {
		return a.till.Slips.Print(ctx, id, a.till.Settings().Cashier)
	}
}

// printSlip puts on paper what is no receipt; nil without a printer.
func (a *App) printSlip() func(context.Context, receipt.Slip) error {
	if a.paper.Chosen().Address == "" {
		return nil
	}
	return a.paper.PrintSlip
}
