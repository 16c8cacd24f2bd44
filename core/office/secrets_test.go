package office

import (
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
)

// TestNoTypeCanHoldASecret walks all types of the wire. What is not in the list
// has no place in a batch, and an account fits nowhere but into a mask.
func TestNoTypeCanHoldASecret(t *testing.T) {
	plain := []reflect.Type{reflect.TypeFor[time.Time](), reflect.TypeFor[Masked](), reflect.TypeFor[Link](), reflect.TypeFor[DaysDigest](),
		reflect.TypeFor[core.Environment](), reflect.TypeFor[core.Route](), reflect.TypeFor[journal.SaleID](), reflect.TypeFor[journal.Status](),
		reflect.TypeFor[journal.AuditAction](), reflect.TypeFor[journal.Day](), reflect.TypeFor[journal.DebtKind](), reflect.TypeFor[journal.DebtCause](), reflect.TypeFor[Chain](), reflect.TypeFor[string](), reflect.TypeFor[int](),
		reflect.TypeFor[int64](), reflect.TypeFor[uint64](), reflect.TypeFor[bool]()}
	own := reflect.TypeFor[Batch]().PkgPath()
	seen := map[reflect.Type]bool{}
	var walk func(path string, typ reflect.Type)
	walk = func(path string, typ reflect.Type) {
		for _, p := range plain {
			if typ == p {
				return
			}
		}
		switch typ.Kind() {
		case reflect.Slice, reflect.Array, reflect.Pointer:
			walk(path, typ.Elem())
			return
		case reflect.Map:
			walk(path, typ.Key())
			walk(path, typ.Elem())
			return
		}
		if typ.Kind() != reflect.Struct || typ.PkgPath() != own {
			t.Errorf("%s is a %s, which may hold anything", path, typ)
			return
		}
		if seen[typ] {
			return
		}
		seen[typ] = true
		for i := range typ.NumField() {
			walk(path+"."+typ.Field(i).Name, typ.Field(i).Type)
		}
	}
	for _, typ := range []reflect.Type{reflect.TypeFor[Batch](), reflect.TypeFor[Line](), reflect.TypeFor[ZSums](), reflect.TypeFor[Days]()} {
		walk(typ.Name(), typ)
	}
	if len(seen) < 9 {
		t.Errorf("only %d types were looked at", len(seen))
	}
}

// TestNothingSecretLeaves fills a sale and a receipt with canaries wherever the
// till keeps something that must stay, even where a mask ought to stand.
func TestNothingSecretLeaves(t *testing.T) {
	const account, name = "LY83002048000020100120361", "Abdulrahman Elmahdi"
	s := journal.Sale{
		ID: "20261120-000012", Version: 1, OrderID: "order", Amount: money.Amount{Minor: 1, Currency: "LYD"}, BaseURL: "https://canary.example",
		CreatedAt: noon, UpdatedAt: noon, Step: journal.StepSession, Route: core.RouteAccount,
		Session: core.PaymentSession{State: core.StateOTPRequired, QRPayload: "canary-qr", MaskedAccount: account, MaskedCustomer: name,
			DPHReference: "canary-dph", InstitutionCode: "canary-institution"},
		History: []journal.HistoryEvent{{At: noon, Code: "canary-history", Word: "canary-word"}},
	}
	qr := s
	qr.ID, qr.Route = "20261120-000013", core.RouteQR // an account was validated before
	b := &Batch{Sales: []Sale{SaleOf(s), SaleOf(qr)}, Receipts: []Receipt{ReceiptOf(journal.Receipt{Seq: 1, Payer: account})}}
	packed, err := b.Encode()
	if err != nil {
		t.Fatal(err)
	}
	plain := unpack(t, packed)
	for _, canary := range []string{"canary", account, account[:8], account[len(account)-5:], name, "Elmahdi"} {
		if strings.Contains(plain, canary) {
			t.Errorf("%q leaves the till", canary)
		}
	}
	if !strings.Contains(plain, "•••• 0361") {
		t.Error("the mask is missing: nothing was looked at")
	}
}

func TestMask(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "•••• 4417": "•••• 4417", "••••": "••••", "12345678": "•••• 5678", "1234": "•••• 34", "7": "••••",
		"•••• 12345": "•••• 45", "x •••• 4417": "•••• 17", "••••4417": "••••4417",
	} {
		if got := Mask(in).String(); got != want {
			t.Errorf("Mask(%q) = %q, want %q", in, got, want)
		}
	}
	var m Masked
	for _, bare := range []string{"4417", "12345678", "• 12345"} {
		if err := m.UnmarshalText([]byte(bare)); err == nil || strings.Contains(err.Error(), bare) {
			t.Errorf("%q was read as a mask, or quoted: %v", bare, err)
		}
	}
}

func TestTextsAndMomentsThatCannotBeKept(t *testing.T) {
	if got := Clean("a\x00b\xff"+strings.Repeat("ü", maxText), maxText); len(got) > maxText || strings.Contains(got, "\x00") || !utf8.ValidString(got) || !strings.HasPrefix(got, "a\uFFFDb\uFFFD") {
		t.Errorf("%q", got)
	}
	for _, wild := range []time.Time{{}, time.Unix(-5, 0), time.Date(12000, 1, 1, 0, 0, 0, 0, time.UTC)} {
		if !Moment(wild).IsZero() {
			t.Errorf("%v travels", wild)
		}
	}
	if got := Moment(noon.Add(999).In(time.FixedZone("x", 3600))); got != noon {
		t.Errorf("%v", got)
	}
}
