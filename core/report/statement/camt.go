package statement

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"golang.org/x/text/encoding/charmap"

	"sanduq/core"
	"sanduq/core/money"
	"sanduq/core/report"
)

// looksLikeCAMT reports whether a document begins as ISO 20022's statement of a
// bank to its customer does.
func looksLikeCAMT(data []byte) bool {
	return bytes.Contains(data[:min(len(data), 4096)], []byte("BkToCstmrStmt"))
}

// entryXML is what is read of an entry, in any version of camt.053.
type entryXML struct {
	Reference string    `xml:"NtryRef"`
	Amount    amountXML `xml:"Amt"`
	Side      string    `xml:"CdtDbtInd"`
	Reversal  string    `xml:"RvslInd"`
	Status    struct {
		Text string `xml:",chardata"`
		Code string `xml:"Cd"`
	} `xml:"Sts"`
	Booked  dateXML `xml:"BookgDt"`
	Value   dateXML `xml:"ValDt"`
	Bank    string  `xml:"AcctSvcrRef"`
	More    string  `xml:"AddtlNtryInf"`
	Details []struct {
		Transactions []transactionXML `xml:"TxDtls"`
	} `xml:"NtryDtls"`
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
	Texts []string `xml:"RmtInf>Ustrd"`
	Refs  []string `xml:"RmtInf>Strd>CdtrRefInf>Ref"`
	More  string   `xml:"AddtlTxInf"`
}

// readCAMT reads the booked entries of all statements of a document. An entry
// that stands for several payments gives a line for each.
func readCAMT(ctx context.Context, data []byte, zone *time.Location) (Statement, error) {
	var out Statement
	d := xml.NewDecoder(bytes.NewReader(data))
	d.CharsetReader = charset
	inside, entries := false, 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return Statement{}, report.Refuse(report.CodeFormat, errors.New("broken XML"))
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch start.Name.Local {
		case "BkToCstmrStmt":
			inside = true
		case "Ntry":
			if !inside {
				continue
			}
			if entries++; entries%1024 == 0 && ctx.Err() != nil {
				return Statement{}, report.Refuse(report.CodeCancelled, ctx.Err())
			}
			var e entryXML
			if err := d.DecodeElement(&e, &start); err != nil {
				return Statement{}, report.Refuse(report.CodeFormat, errors.New("broken XML"))
			}
			out.add(e, entries, zone)
			if len(out.Lines) > MaxRows {
				return Statement{}, report.Refuse(report.CodeTooLarge, nil)
			}
		}
	}
	if !inside {
		return Statement{}, report.Refuse(report.CodeFormat, nil)
	}
	if entries == 0 {
		return Statement{}, report.Refuse(report.CodeEmpty, nil)
	}
	return out, nil
}

func charset(label string, input io.Reader) (io.Reader, error) {
	switch strings.ToLower(label) {
	case "utf-8", "us-ascii", "ascii":
		return input, nil
	case "iso-8859-1", "windows-1252", "latin1":
		return charmap.Windows1252.NewDecoder().Reader(input), nil
	case "windows-1256":
		return charmap.Windows1256.NewDecoder().Reader(input), nil
	}
	return nil, fmt.Errorf("encoding %q", label)
}

// add reads one entry.
func (s *Statement) add(e entryXML, number int, zone *time.Location) {
	if status := strings.TrimSpace(e.Status.Code + e.Status.Text); status != "" && status != "BOOK" {
		s.Skipped++
		return
	}
	at, dated, ok := e.Booked.read(zone)
	if value, day, is := e.Value.read(zone); is && (!ok || dated && !day) {
		at, dated, ok = value, day, true
	}
	if !ok {
		s.broken(number, report.CodeRowDate)
		return
	}
	var details []transactionXML
	for _, d := range e.Details {
		details = append(details, d.Transactions...)
	}
	if len(details) < 2 || !allHaveAmounts(details) { // one payment, or a sum whose parts are not told
		s.line(e, details, e.Amount, e.Side, number, at, dated)
		return
	}
	for _, t := range details {
		side := t.Side
		if side == "" {
			side = e.Side
		}
		s.line(e, []transactionXML{t}, t.amount(), side, number, at, dated)
	}
}

func (s *Statement) broken(number int, code report.Code) {
	s.Broken = append(s.Broken, &report.Error{Code: code, Row: number})
}

func (s *Statement) line(e entryXML, details []transactionXML, sum amountXML, side string, number int, at time.Time, dated bool) {
	amount, code := wire(strings.TrimSpace(sum.Text), strings.TrimSpace(sum.Currency))
	if _, err := money.FractionDigits(strings.TrimSpace(sum.Currency)); err != nil {
		code = report.CodeRowCurrency
	}
	side = strings.TrimSpace(side)
	if code == "" && (amount.Minor < 0 || side != "CRDT" && side != "DBIT") {
		code = report.CodeRowElement
	}
	if code != "" {
		s.broken(number, code)
		return
	}
	if side == "DBIT" { // also of a reversal: the side is that of the entry itself
		amount.Minor = -amount.Minor
	}
	l := Line{Row: number, Amount: amount, At: at, Dated: dated}
	var texts []string
	for _, t := range details {
		for _, id := range []string{t.References.Transaction, t.References.EndToEnd, t.References.Instruction, t.References.Bank, t.References.UETR} {
			l.id(id)
		}
		for _, r := range t.Refs {
			l.id(r)
		}
		texts = append(append(texts, t.Texts...), t.More)
	}
	l.id(e.Bank)
	l.id(e.Reference)
	l.Text = core.NewSecret(short(strings.Join(strings.Fields(strings.Join(append(texts, e.More), " ")), " ")))
	s.Lines = append(s.Lines, l)
}

func (l *Line) id(text string) {
	if text = short(text); normal(text) != "" && len(l.IDs) < 32 {
		l.IDs = append(l.IDs, text)
	}
}

func (t transactionXML) amount() amountXML {
	if strings.TrimSpace(t.Amount.Text) != "" {
		return t.Amount
	}
	return t.Amounts.Transaction.Amount
}

func allHaveAmounts(all []transactionXML) bool {
	for _, t := range all {
		if strings.TrimSpace(t.amount().Text) == "" {
			return false
		}
	}
	return true
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
	t, err := time.ParseInLocation("2006-01-02", day[:min(len(day), 10)], zone)
	return t, true, err == nil && plausible(t)
}
