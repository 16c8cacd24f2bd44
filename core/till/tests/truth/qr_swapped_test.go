package truth_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
)

// crc16 is the checksum of EMVCo's form, written from its definition: polynomial
// x^16+x^12+x^5+1, beginning with all ones, bit by bit.
func crc16(text string) string {
	sum := 0xFFFF
	for i := range len(text) {
		for bit := 7; bit >= 0; bit-- {
			top := sum >> 15 & 1
			sum = sum << 1 & 0xFFFF
			if top != int(text[i])>>bit&1 {
				sum ^= 0x1021
			}
		}
	}
	return fmt.Sprintf("%04X", sum)
}

// numo is a payload with the fields of the table that Libya's NUMO publishes.
func numo(minor int64, payment string) string {
	amount := fmt.Sprintf("%d.%03d", minor/1000, minor%1000)
	field := func(id, value string) string { return fmt.Sprintf("%s%02d%s", id, len(value), value) }
	body := "000201010212" + field("27", "AL NOOR MARKET") + field("28", "Alias") + field("29", "noor.market@lypay") +
		field("30", "001 - Practice Bank") + field("31", payment) + "52045411" + "5303434" + field("54", amount) +
		"5802LY" + field("59", "AL NOOR MARKET") + field("60", "TRIPOLI") + "6304"
	return body + crc16(body)
}

// emvGateway makes QRs for the amounts that it was told, by payment.
type emvGateway struct {
	*gateway
	mu      sync.Mutex
	amounts map[string]int64
	order   []string
}

func (s *shop) emv(payload func(g *emvGateway, payment string) string) *emvGateway {
	g := &emvGateway{gateway: s.gate, amounts: map[string]int64{}}
	s.gate.script(core.OpGenerateQR, func(q request) reply {
		g.mu.Lock()
		defer g.mu.Unlock()
		return data(`{"qrCode":%q}`, payload(g, q.payment))
	})
	return g
}

// sell opens a payment by QR, of which the gateway knows the amount.
func (g *emvGateway) sell(s *shop, minor int64) (journal.View, error) {
	s.t.Helper()
	g.mu.Lock()
	payment := fmt.Sprintf("pay-%d", len(g.order)+1)
	g.amounts[payment], g.order = minor, append(g.order, payment)
	g.mu.Unlock()
	v, err := s.Charge(s.t.Context(), journal.Draft{Amount: money.Amount{Minor: minor, Currency: "LYD"}, Route: core.RouteQR})
	s.pass(time.Second)
	return s.sale(v.ID), err
}

// TestAGatewayThatSwapsAmountsShowsNoQR: each payment is given the QR of the one
// before. None may be on a screen, and the sale says why.
func TestAGatewayThatSwapsAmountsShowsNoQR(t *testing.T) {
	bubble(t, func(t *testing.T, s *shop) {
		g := s.emv(func(g *emvGateway, payment string) string {
			n := 0
			_, _ = fmt.Sscanf(payment, "pay-%d", &n)
			if n > 1 {
				payment = fmt.Sprintf("pay-%d", n-1)
			}
			return numo(g.amounts[payment], payment)
		})
		first, err := g.sell(s, 12_500)
		if err != nil || first.Session.QRPayload != numo(12_500, "pay-1") {
			t.Fatalf("an honest QR is not shown: %q, %v", first.Session.QRPayload, err)
		}
		for _, minor := range []int64{125_000, 12_501, 12_500_000} {
			v, _ := g.sell(s, minor)
			if v.Session.QRPayload != "" || strings.Contains(fmt.Sprintf("%+v", v), "5406") {
				t.Errorf("%d: the QR of another sale is on show", minor)
			}
			if v.Refusal == nil || v.Refusal.Operation != core.OpGenerateQR || v.Refusal.Code != journal.RefusalQR {
				t.Errorf("%d: the sale does not say why: %+v, %s, facts %s", minor, v.Refusal, v.Status(), facts(v.Sale))
			}
		}
	})
}
