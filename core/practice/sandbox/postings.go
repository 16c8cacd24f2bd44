package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Practice money comes from nowhere in one place only: the opening balance of an account, which is entered as issued.
const (
	openingBalance = 2 * maxMinor
	merchantHolder = "merchant"
	issuedHolder   = "issued"
)

var errNoFunds = errors.New("sandbox: the account does not hold the amount")

// posting is the one movement of money that a payment can have.
type posting struct {
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
	if route, number, _ := strings.Cut(holder, ":"); outcomeFor(route, number) == codeInsufficientFunds {
		return 0
	}
	return openingBalance
}

type accountRecord struct {
	Balance int64 `json:"balance"`
}

func accountKey(holder, currency string) []byte { return []byte(currency + "/" + holder) }

// account returns a customer's balance in one currency; one never seen before opens with practice money.
func (tx *ledgerTx) account(holder, currency string) (accountRecord, error) {
	var a accountRecord
	found, err := tx.get(bucketAccounts, accountKey(holder, currency), &a)
	if err != nil || found {
		return a, err
	}
	a.Balance = openingFor(holder)
	if err := tx.credit(issuedHolder, currency, a.Balance); err != nil {
		return a, err
	}
	return a, tx.put(bucketAccounts, accountKey(holder, currency), a)
}

func (tx *ledgerTx) credit(holder, currency string, minor int64) error {
	var a accountRecord
	if _, err := tx.get(bucketAccounts, accountKey(holder, currency), &a); err != nil {
		return err
	}
	a.Balance += minor
	return tx.put(bucketAccounts, accountKey(holder, currency), a)
}

// settle moves the amount from the customer to the merchant, once in the life of a payment. A second settlement finds
// the posting, counts itself there and returns it.
func (tx *ledgerTx) settle(p *record, holder string, now time.Time) (posting, error) {
	var done posting
	found, err := tx.get(bucketPostings, []byte(p.ID), &done)
	if err != nil {
		return done, err
	}
	if found {
		done.Refused++
		return done, tx.put(bucketPostings, []byte(p.ID), done)
	}
	a, err := tx.account(holder, p.Currency)
	if err != nil {
		return done, err
	}
	if a.Balance < p.Minor {
		return done, errNoFunds
	}
	a.Balance -= p.Minor
	if err := tx.put(bucketAccounts, accountKey(holder, p.Currency), a); err != nil {
		return done, err
	}
	if err := tx.credit(merchantHolder, p.Currency, p.Minor); err != nil {
		return done, err
	}
	done = posting{PaymentID: p.ID, From: holder, Currency: p.Currency, Minor: p.Minor,
		TransactionID: "TX" + randomID(10), At: now}
	return done, tx.put(bucketPostings, []byte(p.ID), done)
}

// check verifies that money is conserved: in each currency, customers and merchant together hold what was
// issued; the merchant holds the sum of the postings; every posting belongs to exactly one leg that says SUCCESS, with
// the same amount and transaction; and no leg says SUCCESS without one.
func (tx *ledgerTx) check() error {
	held, issued, merchant, posted := map[string]int64{}, map[string]int64{}, map[string]int64{}, map[string]int64{}
	var problems []error
	note := func(format string, args ...any) { problems = append(problems, fmt.Errorf("sandbox: "+format, args...)) }

	err := tx.Bucket(bucketAccounts).ForEach(func(k, v []byte) error {
		var a accountRecord
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
	postings := map[string]posting{}
	err = tx.Bucket(bucketPostings).ForEach(func(k, v []byte) error {
		var m posting
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
	err = tx.newest(func(p *record) bool {
		m, moved := postings[p.ID]
		said := 0
		for _, l := range p.legs() {
			if l.Status == StatusSuccess {
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
