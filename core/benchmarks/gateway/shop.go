package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"time"

	"sanduq/core/practice/sandbox/contract"
)

// shop is the tills and customers of one bank. It notes how long each call took.
type shop struct {
	bank   *bank
	client *http.Client

	mu   sync.Mutex
	took map[string][]time.Duration
}

type sale struct{ order, id, token string }

func newShop(b *bank) *shop {
	return &shop{bank: b, took: map[string][]time.Duration{}, client: &http.Client{
		Timeout:       20 * time.Second,
		Transport:     &http.Transport{MaxIdleConnsPerHost: 512},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// call sends one request and notes its time since due, which is when it should have been sent: a generator that falls
// behind counts against the service, not for it.
func (s *shop) call(ctx context.Context, op string, due time.Time, path, token string, body any, data any) error {
	sent, _ := json.Marshal(body)
	base := s.bank.base
	if op == nothing {
		base = s.bank.bare
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, base+path, bytes.NewReader(sent))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	if token == "" {
		req.Header.Set("Api-Key", s.bank.key)
		req.Header.Set("Secret-Key", s.bank.secret)
	} else {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := s.client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	got, err := io.ReadAll(res.Body)
	if err != nil {
		return err
	}
	s.mu.Lock()
	s.took[op] = append(s.took[op], time.Since(due))
	s.mu.Unlock()
	if data == nil && res.StatusCode == http.StatusSeeOther {
		return nil
	}
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s %s", op, res.Status, got)
	}
	return json.Unmarshal(got, &struct{ Data any }{data})
}

func (s *shop) open(ctx context.Context, order string) (sale, error) {
	var d struct{ PaymentID, Token string }
	err := s.call(ctx, "initiate", time.Now(), contract.Prefix+"/web-payment/initiate", "",
		map[string]any{"orderId": order, "amount": json.Number("12.500"), "currency": "LYD"}, &d)
	return sale{order, d.PaymentID, d.Token}, err
}

// nothing is a call that the bank does not answer: an empty reply from an empty server in the same process, at the
// same time. What it takes is the machine's and the generator's share.
const nothing = "an empty reply, beside"

const (
	tills        = 50
	salesASecond = 20
	pollEvery    = 3 * time.Second // as a till polls in its first half minute
)

// live is one sale: opened, its QR fetched, polled every three seconds until it is paid; the customer approves on the
// bank's page after a while of 2 to 10 seconds.
func (s *shop) live(ctx context.Context, n int, due time.Time) error {
	p, err := s.open(ctx, fmt.Sprintf("TILL%d-%d", n%tills, n))
	if err != nil {
		return err
	}
	shown := time.Now()
	if err := s.call(ctx, "merchant-qr", shown, contract.Prefix+"/web-payment/bank/merchant-qr", p.token,
		map[string]string{"paymentId": p.id, "orderId": p.order}, &struct{}{}); err != nil {
		return err
	}
	approve := time.NewTimer(time.Duration(2000+n*397%8000) * time.Millisecond)
	defer approve.Stop()
	for next := due.Add(pollEvery); ; {
		tick := time.NewTimer(time.Until(next))
		select {
		case <-ctx.Done():
			tick.Stop()
			return nil
		case at := <-approve.C:
			tick.Stop()
			if err := s.call(ctx, "approve", at, "/b/"+p.id+"/approve", "page", nil, nil); err != nil {
				return err
			}
		case <-tick.C:
			var d struct{ PaymentStatus string }
			if err := s.call(ctx, "check-status", next, contract.Prefix+"/web-payment/check-status", p.token,
				map[string]any{"byAccountNumber": false, "orderId": p.order}, &d); err != nil {
				return err
			}
			if d.PaymentStatus == "SUCCESS" {
				return nil
			}
			next = next.Add(pollEvery)
		}
	}
}

// measureShop lets fifty tills work: twenty new sales a second in all, every one of them durable, polled and paid.
func measureShop(ctx context.Context, set settings) error {
	b, err := startBank(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = b.stop() }()
	s := newShop(b)
	span := max(5*set.span, 10*time.Second)
	ctx, cancel := context.WithTimeout(ctx, span)
	defer cancel()
	var wg sync.WaitGroup
	failed := make(chan error, 1)
	began := time.Now()
	wg.Go(func() {
		for due := began; ctx.Err() == nil; due = due.Add(20 * time.Millisecond) {
			time.Sleep(time.Until(due))
			_ = s.call(ctx, nothing, due, "/", "none", nil, &struct{}{})
		}
	})
	opened := 0
	for ctx.Err() == nil {
		due := began.Add(time.Duration(opened) * time.Second / salesASecond)
		select {
		case <-ctx.Done():
		case <-time.After(time.Until(due)):
			n := opened
			opened++
			wg.Go(func() {
				if err := s.live(ctx, n, due); err != nil && ctx.Err() == nil {
					select {
					case failed <- err:
						cancel()
					default:
					}
				}
			})
		}
	}
	wg.Wait()
	s.client.CloseIdleConnections()
	select {
	case err := <-failed:
		return err
	default:
	}
	err = s.report(opened, span)
	return errors.Join(err, b.stop())
}

func (s *shop) report(opened int, span time.Duration) error {
	var all []time.Duration
	ops := map[string][]time.Duration{}
	for op, took := range s.took {
		slices.Sort(took)
		ops[op] = took
		if op != nothing {
			all = append(all, took...)
		}
	}
	slices.Sort(all)
	ops["all calls"] = all
	rows := [][]string{{fmt.Sprintf("%d tills, %d sales/s, %s", tills, opened/int(span.Seconds()), span), "calls/s", "p50", "p99", "worst"}}
	for _, op := range []string{"initiate", "merchant-qr", "approve", "check-status", "all calls", nothing} {
		took := ops[op]
		rows = append(rows, []string{op, fmt.Sprintf("%.0f", float64(len(took))/span.Seconds()), ms(at(took, .5)), ms(at(took, .99)), ms(at(took, 1))})
	}
	table(rows)
	const limit = 20 * time.Millisecond
	switch p99, machine := at(all, .99), at(ops[nothing], .99); {
	case p99 > limit && machine > limit/2:
		return fmt.Errorf("p99 is %s, but an empty reply took %s: the machine was busy with something else, measure again", ms(p99), ms(machine))
	case p99 > limit:
		return fmt.Errorf("p99 is %s, the limit %s", ms(p99), ms(limit))
	}
	return nil
}
