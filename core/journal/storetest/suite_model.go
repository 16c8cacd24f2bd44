package storetest

import (
	"context"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/wire"
)

// model drives the store and a Memory with the same random changes and asks
// both the same random questions.
func model(t *testing.T, open opener) {
	rapid.Check(t, func(r *rapid.T) {
		h := open(t)
		memory := NewMemory()
		defer func() { _ = h.Store.Close() }()
		var ids []journal.SaleID
		ctx := context.Background()
		r.Repeat(map[string]func(*rapid.T){
			"commit": func(r *rapid.T) {
				c := drawChange(r, memory, ids)
				if c.Sale != nil && c.Sale.Version == 1 {
					ids = append(ids, c.Sale.ID)
				}
				want, got := memory.Commit(ctx, c), h.Store.Commit(ctx, c)
				if (want == nil) != (got == nil) {
					r.Fatalf("commit: %v, the model says %v", got, want)
				}
			},
			"reopen": func(r *rapid.T) {
				if err := h.Store.Reopen(ctx); err != nil {
					r.Fatal(err)
				}
			},
			"ask": func(r *rapid.T) { ask(r, h.Store, memory) },
			"":    func(*rapid.T) {},
		})
		ask(r, h.Store, memory)
	})
}

func ask(r *rapid.T, got, want journal.Store) {
	ctx := context.Background()
	q := journal.SaleQuery{
		From: drawDay(r, "from"), To: drawDay(r, "to"), Booked: rapid.Bool().Draw(r, "by booking"),
		Status: rapid.SampledFrom(append(journal.Statuses(), "", "", "", "")).Draw(r, "status"),
		Route:  rapid.SampledFrom([]core.Route{"", "", core.RouteQR, core.RouteWallet}).Draw(r, "route"),
		Search: rapid.SampledFrom([]string{"", "", "a", "ab", "#1", "12", "1.2", "0.012", "till-26111", "till-261119-0", "2"}).Draw(r, "search"),
		Limit:  rapid.IntRange(0, 4).Draw(r, "limit"),
	}
	same(r, "figures", figuresOf(r, got, q.From, q.To), figuresOf(r, want, q.From, q.To))
	if rapid.Bool().Draw(r, "narrowed") {
		q.Cashier = rapid.SampledFrom([]string{"", "", "Amal", "Bilal", "nobody known", journal.Nobody}).Draw(r, "by")
		q.Amounts = journal.Amounts{Currency: rapid.SampledFrom([]string{"", "LYD", "JPY", "EUR"}).Draw(r, "in"),
			Min: rapid.SampledFrom([]int64{0, 0, 12, 13, 1200}).Draw(r, "from"), Max: rapid.SampledFrom([]int64{0, 0, 1, 120, 12_000}).Draw(r, "up to")}
		if zone := rapid.SampledFrom([]*time.Location{nil, nil, time.UTC, newYork(), kathmandu()}).Draw(r, "zone"); zone != nil {
			q.Hour = journal.ClockHour{Zone: zone, Hour: rapid.IntRange(0, 23).Draw(r, "hour")}
		}
	}
	same(r, "pages", readPages(r, got, q), readPages(r, want, q))
	same(r, "totals", must[[]journal.Total](r)(got.Totals(ctx, q)), must[[]journal.Total](r)(want.Totals(ctx, q)))
	same(r, "totals by counting", must[[]journal.Total](r)(got.Totals(ctx, q)), recount(readPages(r, got, q)))
	same(r, "everything", readAll(r, got), readAll(r, want))
}

// drawOpened mostly draws moments of three days; some clocks had jumped.
func drawOpened(r *rapid.T) time.Time {
	if rapid.IntRange(0, 19).Draw(r, "jump") == 0 {
		return time.Unix(rapid.Int64Range(-2e9, 4e9).Draw(r, "at"), 0)
	}
	return noon.Add(time.Duration(rapid.IntRange(-36*60, 36*60).Draw(r, "minute")) * time.Minute)
}

func drawDay(r *rapid.T, label string) journal.Day {
	return rapid.SampledFrom([]journal.Day{"", "20261118", "20261119", "20261120"}).Draw(r, label)
}

// drawChange mostly draws changes that the rules allow.
func drawChange(r *rapid.T, m *Memory, ids []journal.SaleID) journal.Change {
	var c journal.Change
	ctx := context.Background()
	head := must[journal.Head](r)(m.Head(ctx, ""))
	if rapid.IntRange(0, 9).Draw(r, "with sale") > 0 {
		sale := drawSale(r, m, ids)
		if sale.ReceiptSeq == 0 && sale.Session.State == core.StateSuccess && rapid.Bool().Draw(r, "with receipt") {
			sale.ReceiptSeq = head.Receipt + 1
			c.Receipt = &journal.Receipt{Seq: sale.ReceiptSeq, SaleID: sale.ID, Amount: sale.Amount}
			if day := drawDay(r, "booked"); day != "" {
				sale.SettledAt = drawOpened(r)
				sale.Book(day)
			}
		}
		if rapid.IntRange(0, 19).Draw(r, "booked anew") == 0 {
			sale.Booked = drawDay(r, "booked without money")
		}
		c.Sale = &sale
		if rapid.Bool().Draw(r, "with secrets") {
			secret := journal.NewSecrets([]byte(rapid.SampledFrom([]string{"", "t", "token"}).Draw(r, "secret")))
			c.Secrets = &secret
		}
	}
	for i := range rapid.IntRange(0, 2).Draw(r, "rows") {
		c.Audit = append(c.Audit, auditRow(head.Audit+uint64(i)+1))
	}
	if rapid.IntRange(0, 9).Draw(r, "with freeze") == 0 {
		c.Freeze = &journal.Freeze{Cause: journal.FreezeRestored, At: noon, Day: drawDay(r, "freeze day"), Number: rapid.IntRange(0, 40).Draw(r, "left out"),
			Receipt: uint64(rapid.IntRange(0, 9).Draw(r, "receipts left out"))}
	}
	if rapid.IntRange(0, 9).Draw(r, "slip") == 0 {
		c.Audit = append(c.Audit, auditRow(head.Audit+9))
	}
	return c
}

func drawSale(r *rapid.T, m *Memory, ids []journal.SaleID) journal.Sale {
	sale := journal.Sale{}
	if len(ids) > 0 && rapid.Bool().Draw(r, "old") {
		id := rapid.SampledFrom(ids).Draw(r, "id")
		if old, err := m.Sale(context.Background(), id); err == nil {
			sale = old
		}
	}
	if sale.ID == "" {
		day := rapid.SampledFrom([]journal.Day{"20261118", "20261119", "20261120"}).Draw(r, "day")
		sale = fresh(day, rapid.IntRange(1, 15).Draw(r, "number"))
		sale.Version = 0
		sale.CreatedAt = drawOpened(r)
	}
	sale.Cashier = rapid.SampledFrom([]string{"", "Amal", "Amal", "Bilal"}).Draw(r, "cashier")
	if rapid.IntRange(0, 9).Draw(r, "opened at another time") == 0 {
		sale.CreatedAt = drawOpened(r)
	}
	sale.Version++
	short := rapid.SampledFrom([]string{"", "a", "AB", "abc", "12", "٢"})
	sale.Reference = short.Draw(r, "reference")
	sale.Session.TransactionID = short.Draw(r, "transaction")
	sale.Session.MaskedAccount = rapid.SampledFrom([]string{"", "•••• 12", "***912"}).Draw(r, "account")
	sale.Amount = money.Amount{
		Minor:    rapid.SampledFrom([]int64{1, 12, 120, 1200, 12_000}).Draw(r, "minor"),
		Currency: rapid.SampledFrom([]string{"LYD", "USD", "JPY"}).Draw(r, "currency"),
	}
	sale.Route = rapid.SampledFrom(append([]core.Route{""}, wire.Routes()...)).Draw(r, "route")
	sale.Step = rapid.SampledFrom([]journal.Step{journal.StepIntent, journal.StepRejected, journal.StepCreated, journal.StepOTPIntent,
		journal.StepSession, journal.StepSession}).Draw(r, "step")
	sale.Session.State = rapid.SampledFrom([]core.State{core.StatePending, core.StateQRGenerated, core.StateOTPRequired,
		core.StateSuccess, core.StateSuccess, core.StateFailed, core.StateExpired}).Draw(r, "state")
	sale.Capped = rapid.Bool().Draw(r, "capped")
	sale.SetAside = nil
	if rapid.IntRange(0, 4).Draw(r, "aside") == 0 {
		sale.SetAside = &journal.Decision{At: noon, Reason: "left"}
	}
	sale.Print = rapid.SampledFrom([]journal.PrintState{journal.PrintNone, journal.PrintPending, journal.PrintStarted, journal.PrintDone,
		journal.PrintHanded, journal.PrintMissed, journal.PrintDoubtful}).Draw(r, "print")
	sale.AcknowledgedAt = rapid.SampledFrom([]time.Time{{}, noon}).Draw(r, "acknowledged")
	sale.Watch.Since = rapid.SampledFrom([]time.Time{{}, noon}).Draw(r, "watched")
	sale.Watch.Next = rapid.SampledFrom([]time.Time{{}, noon}).Draw(r, "watched on")
	return sale
}
