package ledger

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/secret"
	"sanduq/core/practice/sandbox/tables"
)

// Practice money comes from nowhere in one place only: the opening balance of an account, which is entered as issued.
const (
	openingBalance = 2 * tables.MaxMinor
	merchantHolder = "merchant"
	issuedHolder   = "issued"
)

// ErrNoFunds says that an account does not hold the amount.
var ErrNoFunds = errors.New("sandbox: the account does not hold the amount")

// Posting is the one movement of money that a payment can have.
type Posting struct {
	PaymentID     string    `json:"paymentId"`
	From          string    `json:"from"`
	Currency      string    `json:"currency"`
	Minor         int64     `json:"minor"`
	TransactionID string    `json:"transactionId"`
	At            time.Time `json:"at"`
	Refused       int       `json:"refused,omitempty"` // settlements that came again and moved nothing
}

// openingFor is the practice money that an account starts with.
func openingFor(holder string) int64 {
	if route, number, _ := strings.Cut(holder, ":"); tables.OutcomeFor(route, number) == contract.CodeInsufficientFunds {
		return 0
	}
	return openingBalance
}

// Account is what somebody holds in one currency.
type Account struct {
	Balance int64 `json:"balance"`
}

func accountKey(holder, currency string) []byte { return []byte(currency + "/" + holder) }

// Account returns a customer's balance in one currency; one never seen before opens with practice money.
func (tx *Tx) Account(holder, currency string) (Account, error) {
	var a Account
	found, err := tx.get(bucketAccounts, accountKey(holder, currency), &a)
	if err != nil || found {
		return a, err
	}
	a.Balance = openingFor(holder)
	if err := tx.credit(issuedHolder, currency, a.Balance); err != nil {
		return a, err
	}
	return a, tx.Put(bucketAccounts, accountKey(holder, currency), a)
}

func (tx *Tx) credit(holder, currency string, minor int64) error {
	var a Account
	if _, err := tx.get(bucketAccounts, accountKey(holder, currency), &a); err != nil {
		return err
	}
	a.Balance += minor
	return tx.Put(bucketAccounts, accountKey(holder, currency), a)
}

// Settle moves the amount from the customer to the merchant, once in the life of a payment. A second settlement finds
// the posting, counts itself there and returns it.
func (tx *Tx) Settle(p *Record, holder string, now time.Time) (Posting, error) {
	var done Posting
	found, err := tx.get(bucketPostings, []byte(p.ID), &done)
	if err != nil {
		return done, err
	}
	if found {
		done.Refused++
		return done, tx.Put(bucketPostings, []byte(p.ID), done)
	}
	a, err := tx.Account(holder, p.Currency)
	if err != nil {
		return done, err
	}
	if a.Balance < p.Minor {
		return done, ErrNoFunds
	}
	a.Balance -= p.Minor
	if err := tx.Put(bucketAccounts, accountKey(holder, p.Currency), a); err != nil {
		return done, err
	}
	if err := tx.credit(merchantHolder, p.Currency, p.Minor); err != nil {
		return done, err
	}
	done = Posting{PaymentID: p.ID, From: holder, Currency: p.Currency, Minor: p.Minor,
		TransactionID: "TX" + secret.ID(10), At: now}
	return done, tx.Put(bucketPostings, []byte(p.ID), done)
}

// Check verifies that money is conserved: in each currency, customers and merchant together hold what was
// issued; the merchant holds the sum of the postings; every posting belongs to exactly one leg that says SUCCESS, with
// the same amount and transaction; and no leg says SUCCESS without one.
func (tx *Tx) Check() error {
	held, issued, merchant, posted := map[string]int64{}, map[string]int64{}, map[string]int64{}, map[string]int64{}
	var problems []error
	note := func(format string, args ...any) { problems = append(problems, fmt.Errorf("sandbox: "+format, args...)) }

	err := tx.Bucket(bucketAccounts).ForEach(func(k, v []byte) error {
		var a Account
		if err := json.Unmarshal(v, &a); err != nil {
			return err
		}
		currency, holder := string(k[:3]), string(k[4:])
		if holder == issuedHolder {
			issued[currency] = a.Balance
			return nil
		}
		if a.Balance < 0 {
			note("an account in %s is overdrawn", currency)
		}
		if holder == merchantHolder {
			merchant[currency] = a.Balance
		}
		held[currency] += a.Balance
		return nil
	})
	if err != nil {
		return err
	}
	postings := map[string]Posting{}
	err = tx.Bucket(bucketPostings).ForEach(func(k, v []byte) error {
		var m Posting
		if err := json.Unmarshal(v, &m); err != nil {
			return err
		}
		postings[string(k)] = m
		posted[m.Currency] += m.Minor
		return nil
	})
	if err != nil {
		return err
	}
	err = tx.Newest(func(p *Record) bool {
		m, moved := postings[p.ID]
		said := 0
		for _, l := range p.Legs() {
			if l.Status == contract.StatusSuccess {
				said++
				if !moved || m.TransactionID != l.TransactionID || m.Minor != p.Minor || m.Currency != p.Currency {
					note("payment %s says SUCCESS, the posting does not", p.ID)
				}
			}
		}
		if moved && said != 1 {
			note("payment %s has a posting and %d legs that say SUCCESS", p.ID, said)
		}
		delete(postings, p.ID)
		return true
	})
	if err != nil {
		return err
	}
	for id := range postings {
		note("a posting for %s, which is no payment", id)
	}
	for currency, sum := range held {
		if sum != issued[currency] || merchant[currency] != posted[currency] {
			note("%s: issued %d, held %d, posted %d, merchant %d", currency, issued[currency], sum,
				posted[currency], merchant[currency])
		}
	}
	return errors.Join(problems...)
}
