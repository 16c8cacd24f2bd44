// Package printkills kills tills between the moment in which a slip is due and
// the one in which it is printed. The child is a till on a real store and prints
// over a socket; the practice printer in the parent is the witness: whatever came
// out of it is on paper, whole or torn.
//
//sanduq:norace tills in other processes do the work
package printkills

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"os"
	"strings"
	"sync"
	"time"

	"sanduq/core"
	"sanduq/core/coretest"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/printer"
	"sanduq/core/till"
	"sanduq/core/wire"
	"sanduq/storage"
	"sanduq/storage/check"
	"sanduq/storage/keys"
)

const envOrders = "SANDUQ_PRINT_KILLS"

// orders are what a child is told.
type orders struct {
	Dir     string
	Printer string // address of the witness
	Fault   string // of the journal, injected; blank for none
	Last    bool   // sells nothing: prints what is due, and tells what it knows
}

// told is a line of a child's.
type told struct {
	Say    string // "found", "paid", "sale", "end", "wrong"
	ID     journal.SaleID
	Print  journal.PrintState
	Copies int
	Text   string
}

// Child runs a process that the proof started, and reports whether this is one.
func Child() bool {
	if len(os.Args) > 1 && os.Args[1] == check.CheckArgument {
		os.Exit(check.Main(os.Args[2:], os.Stderr))
	}
	text := os.Getenv(envOrders)
	if text == "" {
		return false
	}
	var o orders
	err := json.Unmarshal([]byte(text), &o)
	if err == nil {
		err = o.run()
	}
	if err != nil {
		report(told{Say: "wrong", Text: err.Error()})
		os.Exit(1)
	}
	os.Exit(0)
	return true
}

var telling sync.Mutex

func report(t told) {
	telling.Lock()
	defer telling.Unlock()
	line, _ := json.Marshal(t)
	_, _ = os.Stdout.Write(append(line, '\n'))
}

func (o orders) run() error {
	ctx := context.Background()
	key := keys.NewFile(o.Dir)
	disk, err := storage.Open(ctx, storage.Options{Dir: o.Dir, Keys: key, Checkpoints: key, Timeout: 10 * time.Second})
	if err != nil {
		return err
	}
	if err := tellAll(ctx, disk, "found"); err != nil {
		return err
	}
	way, err := printer.Open(o.Printer, printer.Limits{Dial: time.Second, Answer: 500 * time.Millisecond})
	if err != nil {
		return err
	}
	desk, err := till.Open(ctx, till.Config{Store: injected(o.Fault, disk), Environment: core.Sandbox, BaseURL: "embedded", Paper: paper{way},
		Defaults: journal.Settings{Shop: "Practice shop", Till: "1", Currency: "LYD"},
		NewSDK: func() *core.WebSDK {
			return core.NewWebSDK(&bank{}, &core.InMemoryTokenStore{}, core.WithSchedule(core.PollSchedule{
				Fast: 2 * time.Millisecond, FastFor: time.Second, Slow: 10 * time.Millisecond, Cap: 2 * time.Second}))
		}})
	if err != nil {
		return err
	}
	sub := desk.Subscribe()
	if err := again(ctx, desk, disk); err != nil {
		return err
	}
	if !o.Last {
		return sell(ctx, desk, sub)
	}
	if err := due(ctx, disk); err != nil {
		return err
	}
	desk.Close()
	if err := tellAll(ctx, disk, "sale"); err != nil {
		return err
	}
	report(told{Say: "end"})
	return disk.Close()
}

// tellAll tells of every sale with a receipt.
func tellAll(ctx context.Context, disk journal.Store, say string) error {
	page, err := disk.Sales(ctx, journal.SaleQuery{Limit: 100_000})
	if err != nil {
		return err
	}
	for _, s := range page.Sales {
		if s.ReceiptSeq != 0 {
			report(told{Say: say, ID: s.ID, Print: s.Print, Copies: s.Copies})
		}
	}
	return nil
}

// again is the cashier after a kill: whatever may have been printed is asked for
// once more.
func again(ctx context.Context, desk *till.Till, disk journal.Store) error {
	page, err := disk.Sales(ctx, journal.SaleQuery{Limit: 20})
	if err != nil {
		return err
	}
	for _, s := range page.Sales {
		if s.Print == journal.PrintDoubtful && s.Copies == 0 {
			if err := desk.Slips.Print(ctx, s.ID, "A"); err != nil {
				return fmt.Errorf("print %s again: %w", s.ID, err)
			}
		}
	}
	return nil
}

// due waits until no slip is.
func due(ctx context.Context, disk journal.Store) error {
	for range 3000 {
		page, err := disk.Sales(ctx, journal.SaleQuery{Limit: 100_000})
		if err != nil {
			return err
		}
		waits := false
		for _, s := range page.Sales {
			waits = waits || s.Print == journal.PrintPending || s.Print == journal.PrintStarted || s.InFlight() && s.ReceiptSeq == 0 && s.Session.QRPayload != ""
		}
		if !waits {
			return nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	return nil // the parent sees which
}

// sell takes payments until the process is killed.
func sell(ctx context.Context, desk *till.Till, sub *till.Subscription) error {
	go func() {
		seen := map[journal.SaleID]bool{}
		for {
			n, err := sub.Next(ctx)
			if err != nil {
				return
			}
			if v := n.View; n.Kind == journal.NoticeSale && v.Status() == journal.StatusPaid && !seen[v.ID] {
				seen[v.ID] = true
				report(told{Say: "paid", ID: v.ID, Print: v.Print})
			}
		}
	}()
	for {
		v, err := desk.Charge(ctx, journal.Draft{Amount: money.Amount{Minor: 12_500, Currency: "LYD"}, Route: core.RouteQR})
		if err != nil {
			return err
		}
		for {
			if now, there := desk.Sale(v.ID); there && now.Status() == journal.StatusPaid {
				break
			}
			time.Sleep(time.Millisecond)
		}
		if err := desk.Acknowledge(ctx, v.ID); err != nil {
			return err
		}
		time.Sleep(40 * time.Millisecond) // most slips come out before the next sale
	}
}

// bank says of every payment that it is paid, as soon as it is asked.
type bank struct{ coretest.API }

func (b *bank) Initiate(_ context.Context, c wire.InitiateCall) (wire.InitiateResult, error) {
	return wire.InitiateResult{PaymentID: "P-" + c.OrderID, Token: core.NewSecret("token")}, nil
}

func (b *bank) FetchStatus(_ context.Context, c wire.StatusCall) (wire.StatusResult, error) {
	return wire.StatusResult{State: core.StateSuccess, RawStatus: "SUCCESS", TransactionID: "T-" + c.OrderID}, nil
}

// paper prints slips that a program can read.
type paper struct{ way printer.Printer }

func (paper) Wanted() int { return 1 }

func (p paper) Ready(ctx context.Context) error {
	_, err := p.way.Status(ctx)
	return failed(err)
}

func (p paper) Print(ctx context.Context, s journal.Slip) (bool, error) {
	job, err := printer.Encode(draw(s.Receipt.SaleID, s.Copy), printer.Profile{Dots: printer.Dots80, Cut: printer.PartialCut})
	if err != nil {
		return false, err
	}
	how, err := p.way.Send(ctx, job)
	return how == printer.Printed, failed(err)
}

// PrintUnknown is for till.Paper: nothing is unknown here.
func (paper) PrintUnknown(context.Context, journal.UnknownSlip) (bool, error) {
	return false, &journal.PaperError{Code: journal.PaperUnknown}
}

func failed(err error) error {
	if e, ok := err.(*printer.Error); ok {
		return &journal.PaperError{Code: string(e.Code), OnPaper: e.Sent > 0, Err: err}
	}
	return err
}

// high is how many rows a slip has: several bands, so that it can be torn.
const high = 500

// draw writes a sale and the number of a copy into the first rows, bit by bit.
func draw(id journal.SaleID, copied int) *image.Paletted {
	img := image.NewPaletted(image.Rect(0, 0, printer.Dots80, high), color.Palette{color.White, color.Black})
	text := fmt.Sprintf("%s %d", id, copied)
	for i := range len(text) * 8 {
		img.Pix[i] = text[i/8] >> (i % 8) & 1
	}
	for i := img.Stride; i < len(img.Pix); i++ {
		img.Pix[i] = uint8(i * 2654435761 >> 16 & 1)
	}
	return img
}

// read is what draw wrote; false where not even that came out.
func read(img *image.Paletted) (id journal.SaleID, copied int, ok bool) {
	if img.Rect.Dy() == 0 {
		return "", 0, false
	}
	text := make([]byte, printer.Dots80/8)
	for i := range printer.Dots80 {
		text[i/8] |= img.Pix[i] << (i % 8)
	}
	name, number, _ := strings.Cut(strings.TrimRight(string(text), "\x00"), " ")
	_, err := fmt.Sscan(number, &copied)
	return journal.SaleID(name), copied, err == nil
}

// lines reads what a child says.
func lines(from *bufio.Scanner, each func(told)) {
	for from.Scan() {
		var t told
		if json.Unmarshal(from.Bytes(), &t) == nil {
			each(t)
		}
	}
}
