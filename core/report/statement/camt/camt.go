package camt

import (
	"bytes"
	"cmp"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"time"

	"sanduq/core/money"
	"sanduq/core/report"
	"sanduq/core/report/statement/record"
	"sanduq/core/report/statement/values"
)

// kinds are the elements that a document of each kind has around its statements.
var kinds = map[string]string{"BkToCstmrAcctRpt": "camt.052", "BkToCstmrStmt": "camt.053", "BkToCstmrDbtCdtNtfctn": "camt.054"}

// Kind is which of them a document is; blank for none. It looks at the beginning,
// of a text in UTF-8.
func Kind(text []byte) string {
	head := text[:min(len(text), 8192)]
	for element, kind := range kinds {
		if bytes.Contains(head, []byte("<"+element)) || bytes.Contains(head, []byte(":"+element)) {
			return kind
		}
	}
	return ""
}

// Read reads the booked entries of all statements of a document in UTF-8. Errors:
// CodeFormat, CodeEmpty, CodeTooLarge, CodeCancelled.
func Read(ctx context.Context, text []byte, o record.Options) (record.Statement, error) {
	if o.Currency != "" { // a bank that says that there is no currency leaves it to the person
		text = bytes.ReplaceAll(text, []byte(`Ccy="XXX"`), []byte(`Ccy="`+o.Currency+`"`))
	}
	d := xml.NewDecoder(bytes.NewReader(text))
	d.CharsetReader = func(_ string, input io.Reader) (io.Reader, error) { return input, nil } // it is decoded already
	r := &reader{Builder: record.New(o.Account), zone: o.Zone}
	inside, statements := false, 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return record.Statement{}, report.Refuse(report.CodeFormat, errors.New("broken XML"))
		}
		start, ok := token.(xml.StartElement)
		if end, is := token.(xml.EndElement); is && within(end.Name.Local) {
			r.compare()
		}
		if !ok {
			continue
		}
		switch name := start.Name.Local; {
		case kinds[strings.TrimSuffix(strings.TrimRight(name, "0123456789"), "V")] != "": // BkToCstmrStmtV01
			inside = true
		case inside && within(name):
			statements++
			r.totals = totals{began: r.Count()}
			r.Of("")
		case inside && name == "Acct":
			var a accountXML
			err = d.DecodeElement(&a, &start)
			r.Of(cmp.Or(strings.TrimSpace(a.IBAN), strings.TrimSpace(a.Other)))
		case inside && name == "Bal":
			var b balanceXML
			err = d.DecodeElement(&b, &start)
			r.balance(b)
		case inside && name == "TxsSummry":
			var s summaryXML
			err = d.DecodeElement(&s, &start)
			r.totals.summary = &s
		case inside && name == "Ntry":
			if r.entries++; r.entries%1024 == 0 && ctx.Err() != nil {
				return record.Statement{}, report.Refuse(report.CodeCancelled, ctx.Err())
			}
			var e entryXML
			err = d.DecodeElement(&e, &start)
			r.entry(e)
		}
		if err != nil {
			return record.Statement{}, report.Refuse(report.CodeFormat, errors.New("broken XML"))
		}
		if r.Full() {
			return record.Statement{}, report.Refuse(report.CodeTooLarge, nil)
		}
	}
	if !inside {
		return record.Statement{}, report.Refuse(report.CodeFormat, nil)
	}
	return r.Done()
}

func within(name string) bool { return name == "Stmt" || name == "Rpt" || name == "Ntfctn" }

type reader struct {
	*record.Builder
	zone    *time.Location
	entries int
	totals  totals
}

// entry reads one entry.
func (r *reader) entry(e entryXML) {
	number := r.entries
	sum, code := e.Amount.read(e.Side)
	if status := strings.TrimSpace(e.Status.Code + e.Status.Text); status != "" && status != "BOOK" {
		r.Skip(number, record.Pending, sum)
		r.totals.pending(sum)
		return
	}
	switch own := strings.TrimSpace(e.Status.Own); values.StateOf(own) {
	case values.Pending:
		r.Skip(number, record.Pending, sum)
		r.totals.pending(sum)
		return
	case values.Reversed:
		r.Skip(number, record.Reversed, sum)
		return
	case values.NoState:
		if own != "" {
			code = report.CodeRowStatus
		}
	}
	r.totals.count++
	at, dated, ok := e.Booked.read(r.zone)
	value, day, valued := e.Value.read(r.zone)
	if valued && (!ok || dated && !day) {
		at, dated, ok = value, day, true
	}
	if !ok {
		code = report.CodeRowDate
	}
	if code != "" {
		r.Broken(number, code)
		return
	}
	l := record.Line{Row: number, Amount: sum, At: at, Dated: dated, Reversal: strings.TrimSpace(e.Reversal) == "true" || strings.TrimSpace(e.Reversal) == "1"}
	if valued {
		l.Value = value
	}
	details := e.details()
	parts, all := e.parts(details)
	total := money.Amount{Currency: sum.Currency}
	for _, p := range parts {
		total.Minor += p.Amount.Minor
	}
	charges := e.kept(details, total.Minor-sum.Minor)
	total.Minor -= charges
	switch {
	case len(details) < 2 && (len(parts) == 0 || total == sum && charges == 0):
		r.line(l, e, details)
	case all && total == sum:
		for i, t := range details {
			one := l
			one.Amount = parts[i].Amount
			r.line(one, e, []transactionXML{t})
		}
		if charges != 0 {
			fee := l
			fee.Amount.Minor = -charges
			r.add(fee, "")
		}
	default: // its details are not what the account moved by, or not all of it
		l.Parts = parts
		if len(details) > 1 || e.batched() {
			details = nil // of which it is not one
		}
		r.line(l, e, details)
		if len(parts) > 0 {
			r.Gap(record.Details, number, sum, total)
		}
	}
}

// line adds the names and words of an entry, or of one of its details.
func (r *reader) line(l record.Line, e entryXML, details []transactionXML) {
	var texts []string
	for _, t := range details {
		for _, id := range append([]string{t.References.Transaction, t.References.EndToEnd, t.References.Instruction, t.References.Bank, t.References.UETR}, t.Refs...) {
			l.IDs = record.Name(l.IDs, id)
		}
		texts = append(append(texts, t.Texts...), t.More)
	}
	own := record.Name(record.Name(nil, e.Bank), e.Reference)
	for _, id := range own {
		l.IDs = record.Name(l.IDs, id)
	}
	text := record.Short(strings.Join(strings.Fields(strings.Join(append(texts, e.More), " ")), " "))
	l.Text = secret(text)
	raw := ""
	if len(own) > 0 && len(e.details()) < 2 { // details of one entry are never each other's copies
		raw = "entry " + text
	}
	r.add(l, raw)
}

// add takes a line, and counts it among what the statement moved by.
func (r *reader) add(l record.Line, raw string) {
	if r.Add(l, raw) {
		r.totals.entry(l.Amount)
	}
}
