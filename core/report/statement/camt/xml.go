package camt

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"sanduq/core"
	"sanduq/core/money"
	"sanduq/core/report"
	"sanduq/core/report/statement/record"
)

// entryXML is what is read of an entry, in any version.
type entryXML struct {
	Reference string    `xml:"NtryRef"`
	Amount    amountXML `xml:"Amt"`
	Side      string    `xml:"CdtDbtInd"`
	Reversal  string    `xml:"RvslInd"`
	Status    struct {
		Text string `xml:",chardata"`
		Code string `xml:"Cd"`
		Own  string `xml:"Prtry"` // in the bank's own words
	} `xml:"Sts"`
	Booked  dateXML      `xml:"BookgDt"`
	Value   dateXML      `xml:"ValDt"`
	Bank    string       `xml:"AcctSvcrRef"`
	More    string       `xml:"AddtlNtryInf"`
	Charges []chargesXML `xml:"Chrgs"`
	Details []detailsXML `xml:"NtryDtls"`
}

type detailsXML struct {
	Batch struct {
		Count string `xml:"NbOfTxs"`
	} `xml:"Btch"`
	Transactions []transactionXML `xml:"TxDtls"`
}

type accountXML struct {
	IBAN  string `xml:"Id>IBAN"`
	Other string `xml:"Id>Othr>Id"`
}

type chargesXML struct {
	Total   amountXML   `xml:"TtlChrgsAndTaxAmt"`
	Amount  amountXML   `xml:"Amt"`
	Side    string      `xml:"CdtDbtInd"`
	Records []chargeXML `xml:"Rcrd"`
}

type chargeXML struct {
	Amount amountXML `xml:"Amt"`
	Side   string    `xml:"CdtDbtInd"`
}

type amountXML struct {
	Text     string `xml:",chardata"`
	Currency string `xml:"Ccy,attr"`
}

type dateXML struct {
	Day    string `xml:"Dt"`
	Moment string `xml:"DtTm"`
}

type transactionXML struct {
	References struct {
		Bank        string `xml:"AcctSvcrRef"`
		EndToEnd    string `xml:"EndToEndId"`
		Transaction string `xml:"TxId"`
		Instruction string `xml:"InstrId"`
		UETR        string `xml:"UETR"`
	} `xml:"Refs"`
	Amount  amountXML `xml:"Amt"`
	Side    string    `xml:"CdtDbtInd"`
	Amounts struct {
		Transaction struct {
			Amount amountXML `xml:"Amt"`
		} `xml:"TxAmt"`
	} `xml:"AmtDtls"`
	Charges []chargesXML `xml:"Chrgs"`
	Texts   []string     `xml:"RmtInf>Ustrd"`
	Refs    []string     `xml:"RmtInf>Strd>CdtrRefInf>Ref"`
	More    string       `xml:"AddtlTxInf"`
}

type balanceXML struct {
	Code   string    `xml:"Tp>CdOrPrtry>Cd"`
	Amount amountXML `xml:"Amt"`
	Side   string    `xml:"CdtDbtInd"`
}

type summaryXML struct {
	All    sumXML `xml:"TtlNtries"`
	Credit sumXML `xml:"TtlCdtNtries"`
	Debit  sumXML `xml:"TtlDbtNtries"`
}

type sumXML struct {
	Count string `xml:"NbOfNtries"`
	Sum   string `xml:"Sum"`
}

// read is an amount with the sign of its side. A reversal's side is its own.
func (a amountXML) read(side string) (money.Amount, report.Code) {
	amount, code := record.Wire(strings.TrimSpace(a.Text), strings.TrimSpace(a.Currency))
	if code == "" && amount.Minor < 0 {
		return money.Amount{}, report.CodeRowElement
	}
	switch side = strings.TrimSpace(side); {
	case code != "":
		return money.Amount{}, code
	case side == "CRDT":
		return amount, ""
	case side == "DBIT":
		amount.Minor = -amount.Minor
		return amount, ""
	}
	return money.Amount{}, report.CodeRowElement
}

func (e entryXML) details() (all []transactionXML) {
	for _, d := range e.Details {
		all = append(all, d.Transactions...)
	}
	return all
}

// batched reports whether an entry is more than one payment, of which it may not name all.
func (e entryXML) batched() bool {
	return slices.ContainsFunc(e.Details, func(d detailsXML) bool {
		n := strings.TrimSpace(d.Batch.Count)
		return n != "" && n != "1"
	})
}

// parts are the payments of which the details name the amount; all is false where some have
// none in the entry's currency.
func (e entryXML) parts(details []transactionXML) (parts []record.Part, all bool) {
	all = true
	for _, t := range details {
		side := t.Side
		if strings.TrimSpace(side) == "" {
			side = e.Side
		}
		amount, code := t.amount(e.Amount.Currency).read(side)
		if code != "" {
			all = false
			continue
		}
		var ids []string
		for _, id := range []string{t.References.Transaction, t.References.EndToEnd, t.References.Instruction, t.References.Bank} {
			ids = record.Name(ids, id)
		}
		parts = append(parts, record.Part{IDs: ids, Amount: amount})
	}
	return parts, all
}

// kept is what the bank kept of an entry that its details are not: of what it states, as a total
// or one by one, in the entry or in its details, what they have more than the entry. It is nothing
// where they are the entry, since a charge may be booked elsewhere, and the total where nothing fits.
func (e entryXML) kept(details []transactionXML, more int64) int64 {
	stated := e.Charges
	if len(stated) == 0 {
		for _, t := range details {
			stated = append(stated, t.Charges...)
		}
	}
	var totals, each int64
	for _, c := range stated {
		sums, total := []chargeXML{{c.Amount, c.Side}}, chargeXML{c.Total, c.Side}
		if len(c.Records) > 0 {
			sums = c.Records
		}
		one := int64(0)
		for _, s := range sums {
			one += s.minor(e.Amount.Currency)
		}
		each += one
		totals += cmp.Or(total.minor(e.Amount.Currency), one)
	}
	if more == 0 || more == each {
		return more
	}
	return totals
}

// minor is what was kept, in the currency of the entry.
func (c chargeXML) minor(currency string) int64 {
	a, code := c.Amount.read(cmp.Or(strings.TrimSpace(c.Side), "DBIT"))
	if code != "" || c.Amount.Currency != currency {
		return 0
	}
	return -a.Minor
}

// amount is the one in the currency of the entry.
func (t transactionXML) amount(currency string) amountXML {
	for _, a := range []amountXML{t.Amount, t.Amounts.Transaction.Amount} {
		if strings.TrimSpace(a.Text) != "" && a.Currency == currency {
			return a
		}
	}
	return amountXML{}
}

// read is the moment of a date; dated when it has no time.
func (d dateXML) read(zone *time.Location) (at time.Time, dated, ok bool) {
	moment := strings.TrimSpace(d.Moment)
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05.999999999"} {
		if t, err := time.ParseInLocation(layout, moment, zone); err == nil {
			return t, false, plausible(t)
		}
	}
	day := strings.TrimSpace(d.Day)
	if day == "" {
		day = moment // "2026-11-20T00:00"
	}
	t, err := time.ParseInLocation("2006-01-02", day[:min(len(day), 10)], zone)
	return t, true, err == nil && plausible(t)
}

func plausible(t time.Time) bool { return t.Year() >= 1950 && t.Year() < 2200 }

func secret(text string) core.Secret { return core.NewSecret(text) }
