package ninetydays

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/till/tests/driver"
)

// sell lets a customer come: the staff and the customer do by the sale's kind
// what they do, beside everything else.
func (s *shop) sell(k kind, r *rand.Rand) {
	route := core.RouteQR
	switch k {
	case paidByAccount, processing, unclear, leftAtCode:
		route = core.RouteAccount
	case paidByWallet, authorized:
		route = core.RouteWallet
	}
	number, sale, err := s.charge(k, route, journal.Draft{})
	if err != nil {
		s.book.problem("charge: %v", err)
		return
	}
	s.staff.Go(func() {
		time.Sleep(2 * time.Second)
		s.serve(k, number, sale, r)
	})
}

func (s *shop) serve(k kind, number int, sale journal.SaleID, r *rand.Rand) {
	within := func(least, most time.Duration) { time.Sleep(least + time.Duration(r.Int64N(int64(most-least)))) }
	shown := func() bool {
		return s.wait(sale, time.Minute, func(v journal.View) bool { return v.Session.QRPayload != "" })
	}
	switch k {
	case paidByQR:
		if shown() {
			within(4*time.Second, 2*time.Minute)
			s.gate.approve(number)
		}
	case paidByAccount, processing, unclear:
		s.byCode(sale, core.RouteAccount)
	case paidByWallet, authorized:
		s.byCode(sale, core.RouteWallet)
	case leftAtCode:
		s.name(sale, core.RouteAccount)
		time.Sleep(3 * time.Minute)
		s.hide(sale, journal.AsideNoCode)
	case switched:
		time.Sleep(time.Minute)
		s.name(sale, core.RouteAccount)
		time.Sleep(3 * time.Minute)
		s.hide(sale, journal.AsideCustomerLeft)
	case setAside:
		time.Sleep(40 * time.Second)
		s.hide(sale, journal.AsidePaidCash)
	case replaced:
		time.Sleep(time.Minute)
		other, next, err := s.charge(paidByQR, core.RouteQR, journal.Draft{Replaces: sale, Manager: "Huda", Reason: journal.AsideWrongAmount})
		if err == nil {
			s.serve(paidByQR, other, next, r)
		}
	case paidLate:
		if shown() {
			s.hideLater(sale)
			within(20*time.Minute, 5*time.Hour)
			s.gate.approve(number)
		}
		return // the evening finds it
	}
	if !s.noteEnd(sale) {
		s.hideLater(sale)
	}
}

// name names the customer's account and waits for its code.
func (s *shop) name(sale journal.SaleID, route core.Route) bool {
	if s.do(func(d *driver.Desk) error { return d.Enter(context.Background(), sale, route, "0912345678") }) != nil {
		return false
	}
	return s.wait(sale, time.Minute, func(v journal.View) bool { return v.Status() == journal.StatusCode && v.Live.Busy == "" })
}

func (s *shop) byCode(sale journal.SaleID, route core.Route) {
	if s.name(sale, route) {
		time.Sleep(20 * time.Second)
		_ = s.do(func(d *driver.Desk) error {
			return d.SubmitOTP(context.Background(), sale, core.NewSecret("123456"), false)
		})
	}
}

// noteEnd takes note of a sale's end if there is one within some minutes.
func (s *shop) noteEnd(sale journal.SaleID) bool {
	if !s.wait(sale, 3*time.Minute, func(v journal.View) bool { return v.Status().Ended() }) {
		return false
	}
	time.Sleep(5 * time.Second)
	return s.do(func(d *driver.Desk) error { return d.Acknowledge(context.Background(), sale) }) == nil
}

// hideLater sets a sale aside when polling has ended, if it has no end.
func (s *shop) hideLater(sale journal.SaleID) {
	time.Sleep(6 * time.Minute)
	s.hide(sale, journal.AsideCustomerLeft)
}

func (s *shop) hide(sale journal.SaleID, why string) {
	_ = s.do(func(d *driver.Desk) error { return d.SetAside(context.Background(), sale, why) })
}

// evening is the round of the manager: ends are taken note of, and what the
// till asks about no more is closed by the bank's word.
func (s *shop) evening() {
	s.mu.Lock()
	open := slices.Clone(s.open)
	s.mu.Unlock()
	kept := 0
	for _, number := range open {
		if s.review(number) {
			open[kept] = number
			kept++
		}
	}
	s.mu.Lock()
	s.open = append(s.open[:0], open[:kept]...)
	s.mu.Unlock()
}

// review is what the manager does with one sale; false when the till has let go
// of it.
func (s *shop) review(number int) bool {
	d, ctx, sale := s.till.Load(), context.Background(), s.ids[number].sale()
	v, held := d.Sale(sale)
	if !held {
		s.book.letGo(number, sale)
		return false
	}
	if v.LateMoney() || v.PaidTwice() {
		_ = d.ReadLateAlert(ctx, sale)
	}
	if !v.Status().Ended() && s.book.over(v.Sale) {
		_ = d.ToManager(ctx, sale, "no answer")
		_ = d.ResolveOutside(ctx, sale, "not paid, says the bank", "Huda")
	}
	if v, held = d.Sale(sale); held && v.Status().Ended() {
		_ = d.Acknowledge(ctx, sale)
	}
	return true
}
