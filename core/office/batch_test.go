package office

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"sanduq/core"
	"sanduq/core/journal"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 123456000, time.UTC)

// sample is a batch with every kind of row, each with every field.
func sample() *Batch {
	return &Batch{
		Head: Head{Till: 7, Epoch: 2, Environment: core.Live, At: noon, BackupFailing: noon, Chains: map[Chain]Position{
			ChainReceipts: {Seq: 4, Link: Link{1, 2}, Newest: 6}, ChainAudit: {Seq: 9, Newest: 10},
			ChainZs: {Seq: 2, Newest: 4}, ChainCash: {Newest: 2}, ChainOwed: {Seq: 6, Link: Link{9}, Newest: 8},
		}},
		Receipts: []Receipt{
			{Seq: 5, SaleID: "20261120-000012", OrderID: "TILL-261120-012-x", PaymentID: "P1", TransactionID: "T<1>", Reference: "طلب", Minor: 12500,
				Currency: "LYD", Route: core.RouteAccount, Payer: Mask("•••• 4417"), Institution: "First Practice Bank", SettledAt: noon,
				Shop: "Al Noor Market", Place: "Harbour", Till: "Till 2", Cashier: "Samira", Late: true, Shift: 3, Opened: 2},
			LeftOut(6),
		},
		Audit: []AuditRow{{Seq: 10, At: noon, By: "Huda", Action: journal.AuditSettled, SaleID: "20261120-000012", Detail: "a\nb", DelegatedBy: "Samira"}},
		Zs: []Z{{Seq: 3, Before: 2, Shift: 3, Shop: "Al Noor Market", Place: "Harbour", Till: "Till 2", Begun: noon, OpenedAt: noon, OpenedBy: "Amal", At: noon, By: "Huda",
			SetBack: true, Currency: "LYD", Float: 50000, Expected: 62500, WasCounted: true, Counted: 62000, Difference: -500, Reason: "عدّ", Sums: `{"open":[]}`, Booked: "20261121"}, {Seq: 4, LeftOut: true}},
		Cash: []Cash{{Seq: 1, SaleID: "20261120-000014", Reference: "desk", Minor: 12500, Currency: "LYD", Rounding: 5, Given: 20000, TakenAt: noon, Shift: 3,
			Shop: "Al Noor Market", Place: "Harbour", Till: "Till 2", Cashier: "Samira"}, {Seq: 2, LeftOut: true}},
		Owed: []OwedRow{{Seq: 7, Debt: 2, Kind: journal.DebtOpened, At: noon, By: "Huda", DelegatedBy: "Amal", Shift: 3, Cause: journal.DebtAfterCash, SaleID: "20261120-000012",
			With: "20261120-000014", Owed: 12500, Currency: "LYD"}, {Seq: 8, Debt: 2, Kind: journal.DebtReturned, At: noon, Minor: 500, Open: 12500, Reference: "R1", Reason: "r"}},
		Sales: []Sale{{ID: "20261120-000012", Version: 8, OrderID: "TILL-261120-012-x", Minor: 12500, Currency: "LYD", CreatedAt: noon,
			UpdatedAt: noon, Status: journal.StatusPaid, Open: true, Route: core.RouteAccount, Cashier: "Samira", Reference: "طلب", Payer: Mask("•••• 4417"),
			Institution: "First Practice Bank", PaymentID: "P1", TransactionID: "T<1>", ReceiptSeq: 5, SettledAt: noon, OwedSince: noon,
			Rare: Rare{Word: "W", Refusal: "R", Conflict: "amount", Late: true, Stale: true, Unread: true, SetAside: Decision{At: noon, By: "Amal", Reason: "left"},
				WithManager: Decision{At: noon}, Resolved: Decision{At: noon, By: "Huda"}, PaidTwiceWith: "20261120-000013", AlsoPaid: "20261120-000014",
				Replaces: "20261119-000001", ReplacedBy: "20261120-000013", Copies: 2}, Booked: "20261202"}},
	}
}

func pack(t *testing.T, plain string) []byte {
	t.Helper()
	var out bytes.Buffer
	zip := gzip.NewWriter(&out)
	if _, err := zip.Write([]byte(plain)); err != nil {
		t.Fatal(err)
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func unpack(t *testing.T, packed []byte) string {
	t.Helper()
	if packed[0] == '{' { // a small one
		return string(packed)
	}
	zip, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(zip)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestABatchArrivesAsItLeft(t *testing.T) {
	b := sample()
	packed, err := b.Encode()
	if err != nil {
		t.Fatal(err)
	}
	got, err := Decode(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(b, got, cmp.AllowUnexported(Masked{}), cmpopts.EquateEmpty(), cmpopts.IgnoreFields(Batch{}, "Plain")); diff != "" {
		t.Error(diff)
	}
}

// TestASmallBatchTravelsPlain and arrives as any other; larger ones are packed, and
// taken as they are all the same.
func TestASmallBatchTravelsPlain(t *testing.T) {
	for _, lines := range []int{0, 1, 20} {
		b := sample()
		b.Receipts, b.Sales, b.Zs, b.Cash, b.Owed, b.Audit = nil, nil, nil, nil, nil, slices.Repeat(b.Audit, lines)
		sent, err := b.Encode()
		if err != nil {
			t.Fatal(err)
		}
		plain := unpack(t, sent)
		if small := len(plain) <= smallBatch; small != (lines < 20) || small != (sent[0] == '{') {
			t.Errorf("%d lines: %d bytes plain, %d sent", lines, len(plain), len(sent))
		}
		for _, sent := range []string{string(sent), plain} {
			got, err := Decode(strings.NewReader(sent))
			if diff := cmp.Diff(b, got, cmp.AllowUnexported(Masked{}), cmpopts.EquateEmpty(), cmpopts.IgnoreFields(Batch{}, "Plain")); err != nil || diff != "" {
				t.Error(err, diff)
			}
		}
	}
}

// TestRefused sends what no till of ours does.
func TestRefused(t *testing.T) {
	change := func(f func(*Batch)) []byte {
		b := sample()
		f(b)
		packed, err := b.Encode()
		if err != nil {
			t.Fatal(err)
		}
		return packed
	}
	whole := change(func(*Batch) {})
	plain := unpack(t, whole)
	edit := func(old, fresh string) []byte {
		changed := strings.Replace(plain, old, fresh, 1)
		if changed == plain {
			t.Fatalf("there is no %q", old)
		}
		return pack(t, changed)
	}
	for name, c := range map[string]struct {
		packed []byte
		want   error
	}{
		"nothing":             {nil, ErrMalformed},
		"neither":             {[]byte("v" + plain), ErrMalformed},
		"plain, cut":          {[]byte(plain[:len(plain)-9]), ErrMalformed},
		"plain, large":        {[]byte(strings.TrimSuffix(plain, "\n") + strings.Repeat("\n", MaxPacked)), ErrTooLarge},
		"rubbish packed":      {pack(t, strings.Repeat("x", 1000)), ErrMalformed},
		"cut":                 {whole[:len(whole)-9], ErrMalformed},
		"a sum that is wrong": {append(bytes.Clone(whole[:len(whole)-8]), 0, 0, 0, 0, 0, 0, 0, 0), ErrMalformed},
		"rows missing":        {edit(`"rows":10`, `"rows":11`), ErrMalformed},
		"rows too many":       {edit(`"rows":10`, `"rows":9`), ErrMalformed},
		"rows beyond limit":   {edit(`"rows":10`, `"rows":4000`), ErrTooLarge},
		"large unpacked":      {pack(t, strings.TrimSuffix(plain, "\n")+strings.Repeat("\n", MaxBytes)), ErrTooLarge},
		"newer":               {edit(`"v":3`, `"v":4`), ErrVersion},
		"no version":          {edit(`"v":3`, `"v":0`), ErrMalformed},
		"field unknown":       {edit(`"receipt":{`, `"receipt":{"token":"eyJ",`), nil},
		"kind unknown":        {edit(`{"receipt":`, `{"y":`), ErrMalformed},
		"two in one":          {edit(`"receipt":{`, `"audit":{"seq":1},"receipt":{`), ErrMalformed},
		"bare account":        {edit(`"•••• 4417"`, `"0012345674417"`), nil},
		"chain unknown":       {edit(`"audit":{"seq":9`, `"others":{"seq":9`), ErrMalformed},
		"environment":         {edit(`"environment":"live"`, `"environment":"liv"`), ErrMalformed},
		"NUL":                 {edit(`"W"`, `"\u0000"`), nil},
		"ID":                  {edit(`"id":"20261120-000012"`, `"id":"20261320-000012"`), nil},
		"sale twice":          {change(func(b *Batch) { b.Sales = append(b.Sales, b.Sales[0]) }), nil},
		"text too long":       {change(func(b *Batch) { b.Audit[0].By = strings.Repeat("x", maxText+1) }), nil},
		"moment":              {change(func(b *Batch) { b.Audit[0].At = time.Date(1830, 1, 1, 0, 0, 0, 0, time.UTC) }), nil},
		"paid, no receipt":    {change(func(b *Batch) { b.Sales[0].ReceiptSeq = 0 }), nil},
		"left out, yet money": {change(func(b *Batch) { b.Receipts[1].Minor = 1 }), nil},
		"Z left out, a shift": {change(func(b *Batch) { b.Zs[1].Shift = 4 }), nil},
		"Z of no figures":     {change(func(b *Batch) { b.Zs[0].Sums = "{" }), nil},
		"cash of nothing":     {change(func(b *Batch) { b.Cash[0].Minor = 0 }), nil},
		"cash left out, paid": {change(func(b *Batch) { b.Cash[1].Given = 1 }), nil},
		"owed, no currency":   {change(func(b *Batch) { b.Owed[0].Currency = "" }), nil},
		"owed, opened later":  {change(func(b *Batch) { b.Owed[1].Owed, b.Owed[1].Currency = 1, "LYD" }), nil},
		"shift beyond bigint": {change(func(b *Batch) { b.Owed[1].Shift = 1 << 63 }), nil},
		"negative":            {change(func(b *Batch) { b.Receipts[0].Minor = -1 }), nil},
		"receipt of 2^63":     {change(func(b *Batch) { b.Sales[0].ReceiptSeq = 1 << 63 }), nil},
		"number of 2^31":      {change(func(b *Batch) { b.Sales[0].ID = "20261120-9999999999" }), nil},
		"number of 2^64":      {edit(`"receiptSeq":5`, `"receiptSeq":18446744073709551616`), nil},
		"currency":            {change(func(b *Batch) { b.Sales[0].Currency = "lyd" }), nil},
		"status":              {change(func(b *Batch) { b.Sales[0].Status = "paid " }), nil},
		"head's epoch":        {change(func(b *Batch) { b.Epoch = 1 << 31 }), ErrMalformed},
		"head's position":     {change(func(b *Batch) { b.Chains[ChainZs] = Position{Newest: 1 << 63} }), ErrMalformed},
	} {
		b, err := Decode(bytes.NewReader(c.packed))
		switch {
		case !errors.Is(err, c.want):
			t.Errorf("%s: %v, want %v", name, err, c.want)
		case err == nil && len(b.Rejected) != 1: // that row alone, and those of a chain that follow it
			t.Errorf("%s: rejected %v", name, b.Rejected)
		case err == nil && (b.Size() > 10 || b.Size() < 8):
			t.Errorf("%s: %d rows are left of ten", name, b.Size())
		case strings.Contains(fmt.Sprint(err, b), "0012345674417"):
			t.Errorf("%s: the error quotes an account: %v", name, err)
		}
	}
}

// TestLimitsAreReached makes sure that a reader is not drained beyond them.
func TestLimitsAreReached(t *testing.T) {
	endless := &counted{}
	zip, _ := gzip.NewWriterLevel(endless, gzip.NoCompression)
	line := []byte(strings.Repeat(" ", 1<<16))
	for range 160 { // 10 MB
		if _, err := zip.Write(line); err != nil {
			t.Fatal(err)
		}
	}
	read := &counted{from: endless.Buffer.Bytes()}
	if _, err := Decode(read); err == nil {
		t.Error("10 MB of nothing were taken")
	}
	if read.n > MaxPacked+(1<<16) {
		t.Errorf("%d bytes were read", read.n)
	}
}

type counted struct {
	bytes.Buffer
	from []byte
	n    int
}

func (c *counted) Read(p []byte) (int, error) {
	n := copy(p, c.from[c.n:])
	c.n += n
	if n == 0 {
		return 0, errors.New("end")
	}
	return n, nil
}
