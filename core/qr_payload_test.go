package core

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"sanduq/core/money"
)

// Payloads that others publish: EMVCo's own example, and those of a library in
// Kotlin and of a card network's manual.
const (
	emvExample = "00020101021229300012D156000000000510A93FO3230Q31280012D15600000001030812345678520441115802CN5914BEST TRANSPORT6007BEIJING" +
		"64200002ZH0104最佳运输0202北京540523.7253031565502016233030412340603***0708A60086670902ME91320016A0112233449988770708123456786304A13A"
	kotlinExample = "00020101021252044131153137210116372101160123456789ABCDE6010Phnom Penh5913Merchant Shop5802KH540510.005303840" +
		"622501081234567802090124444446304A0BA"
)

// emv builds a payload by the rule, with a right checksum. It shares no code with
// what is tested but the checksum, which the published payloads test.
func emv(fields ...string) string {
	var b strings.Builder
	b.WriteString("000201010212")
	for i := 0; i < len(fields); i += 2 {
		fmt.Fprintf(&b, "%s%02d%s", fields[i], len([]rune(fields[i+1])), fields[i+1])
	}
	b.WriteString("6304")
	return b.String() + fmt.Sprintf("%04X", emvCRC(b.String()))
}

func TestAQRIsReadBeforeItIsShown(t *testing.T) {
	lyd := money.Amount{Minor: 12_500, Currency: "LYD"}
	right := emv("26", "0004test", "27", "محل النور", "53", "434", "54", "12.500", "58", "LY")
	// The fields of NUMO's published table: 27 to 31 are texts there, and no templates.
	numo := emv("27", "محل النور", "28", "Alias", "29", "noor.market@lypay", "30", "001 - Practice Bank", "31", "6f1c2f9e-8a55-4c7d-9a3b-0d7c1c1a5e10",
		"52", "5411", "53", "434", "54", "12.500", "58", "LY", "59", "AL NOOR MARKET", "60", "TRIPOLI")
	for name, c := range map[string]struct {
		payload string
		amount  money.Amount
		read    bool
		refused bool
	}{
		"as NUMO's table":          {numo, lyd, true, false},
		"NUMO, another amount":     {numo, money.Amount{Minor: 12_600, Currency: "LYD"}, true, true},
		"NUMO, another account":    {strings.Replace(numo, "noor.market", "moor.market", 1), lyd, true, true},
		"EMVCo's example":          {emvExample, money.Amount{Minor: 2372, Currency: "CNY"}, true, false},
		"of a Kotlin library":      {kotlinExample, money.Amount{Minor: 1000, Currency: "USD"}, true, false},
		"right":                    {right, lyd, true, false},
		"fewer digits":             {emv("53", "434", "54", "12.5"), lyd, true, false},
		"a point at the end":       {emv("53", "434", "54", "12."), money.Amount{Minor: 12_000, Currency: "LYD"}, true, false},
		"another amount":           {emv("53", "434", "54", "125.00"), lyd, true, true},
		"a thousand times":         {emv("53", "434", "54", "12500"), lyd, true, true},
		"another currency":         {emv("53", "840", "54", "12.500"), lyd, true, true},
		"no currency":              {emv("54", "12.500"), lyd, true, true},
		"no amount":                {emv("53", "434"), lyd, true, true},
		"an amount twice":          {emv("53", "434", "54", "12.500", "54", "1.000"), lyd, true, true},
		"one digit changed":        {strings.Replace(right, "12.500", "12.600", 1), lyd, true, true},
		"another letter elsewhere": {strings.Replace(right, "test", "tesu", 1), lyd, true, true},
		"cut off":                  {right[:len(right)-1], lyd, true, true},
		"no checksum":              {right[:len(right)-8], lyd, true, true},
		"something after it":       {right + "0000", lyd, true, true},
		"a length too long":        {"0002015399434540612.5006304" + fmt.Sprintf("%04X", emvCRC("0002015399434540612.5006304")), lyd, true, true},
		"the indicator alone":      {"000201", lyd, true, true},
		"a link":                   {"https://pay.example/8F2K", lyd, false, false},
		"a text of the bank's":     {"LYPAY:8F2K-71QD", lyd, false, false},
		"an amount in a template":  {emv("53", "434", "54", "12.500", "62", "5406999.00"), lyd, true, false},
	} {
		read, err := checkQR(c.payload, c.amount)
		if read != c.read || errors.Is(err, ErrQRMismatch) != c.refused || err != nil != c.refused {
			t.Errorf("%s: read %t, %v", name, read, err)
		}
	}
}

func TestEveryCurrencyHasANumber(t *testing.T) {
	seen := map[string]string{}
	for _, code := range money.Known() {
		n, err := money.Numeric(code)
		if err != nil || len(n) != 3 || seen[n] != "" {
			t.Errorf("%s: %q like %q, %v", code, n, seen[n], err)
		}
		seen[n] = code
	}
	if _, err := money.Numeric("XTS"); !errors.Is(err, money.ErrCurrency) {
		t.Error(err)
	}
}

func FuzzQRPayload(f *testing.F) {
	f.Add(emvExample)
	f.Add(kotlinExample)
	f.Add(emv("53", "434", "54", "12.500"))
	f.Fuzz(func(t *testing.T, payload string) {
		read, err := checkQR(payload, money.Amount{Minor: 12_500, Currency: "LYD"})
		if !read && err != nil {
			t.Errorf("%q was not read and is refused: %v", payload, err)
		}
		if read && err == nil && (!strings.Contains(payload, "5303434") || !strings.Contains(payload, "12.5")) {
			t.Errorf("%q was taken for 12.500 LYD", payload)
		}
	})
}

func TestAQROfAnotherAmountIsNotTaken(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.on(pathBankQR, answer{body: fmt.Sprintf(`{"success":true,"data":{"qrCode":%q}}`, emv("53", "434", "54", "99.000"))},
			answer{body: fmt.Sprintf(`{"success":true,"data":{"qrCode":%q}}`, emv("53", "434", "54", "12.500"))})
		d.open()
		s, err := d.GenerateQR(t.Context(), GenerateQRRequest{})
		isAll(t, err, ErrQRMismatch)
		if s.QRPayload != "" || !s.QRLost || s.State != StatePending {
			t.Fatalf("%+v", s)
		}
		d.must(StateQRGenerated)(d.GenerateQR(t.Context(), GenerateQRRequest{}))
		d.StopStatusPolling()
	})
}
