package report

import (
	"errors"
	"fmt"
)

// Code names why something could not be reported, exported or read. The
// sentence for the person lives in the words catalogue under
// "report.error.<code>".
type Code string

// The codes.
const (
	CodePeriod    Code = "period"    // no day, an end before the beginning, or more than MaxDays
	CodeSource    Code = "source"    // the figures or sales could not be read
	CodeRange     Code = "range"     // a sum does not fit into 64 bits of minor units
	CodeCurrency  Code = "currency"  // an amount of an unknown currency
	CodeCancelled Code = "cancelled" // by the person, or since the program closes
	CodeFormat    Code = "format"    // no format that is written or read here
	CodeTooMany   Code = "tooMany"   // more rows than the format takes
	CodeFolder    Code = "folder"    // the folder is not there or may not be written
	CodeNoRoom    Code = "noRoom"    // the disk is full
	CodeNameTaken Code = "nameTaken" // another till writes files of the same names into the folder
	CodeWrite     Code = "write"     // the file could not be written: a stick pulled out, a broken disk
	CodeRead      Code = "read"      // the file could not be read
	CodeTooLarge  Code = "tooLarge"  // the file is larger than what is read
	CodeEmpty     Code = "empty"     // the file has no rows
	CodeEncoding  Code = "encoding"  // no text in the encoding named
	CodeMapping   Code = "mapping"   // the columns chosen are not in the file
	CodeAccounts  Code = "accounts"  // the names of accounts are not usable, or not by this format
	CodeDecimals  Code = "decimals"  // a sum has more decimals than the format holds
	CodeYear      Code = "year"      // days of more than one business year, of which the format holds one
	CodeNoTable   Code = "noTable"   // a text or sheet without one row that has a date and a sum
)

// Codes of files that are known and are not read here. The sentence names the
// format and what to ask the bank for.
const (
	CodePDF     Code = "formatPDF"
	CodeXLS     Code = "formatXLS" // a workbook of before 2007, or one with a password
	CodeODS     Code = "formatODS"
	CodeHTML    Code = "formatHTML"
	CodeArchive Code = "formatArchive" // files packed into one
	CodePicture Code = "formatPicture"
	CodeOrder   Code = "formatOrder" // payments that the bank was asked to make: pain, MT101
	CodeXML     Code = "formatXML"   // XML of another kind
)

// Codes of single rows of a statement. The other rows are read all the same.
const (
	CodeRowShort    Code = "rowShort"    // fewer columns than the mapping needs
	CodeRowQuote    Code = "rowQuote"    // a quotation that never ends
	CodeRowDate     Code = "rowDate"     // no date or time
	CodeRowAmount   Code = "rowAmount"   // no amount
	CodeRowDigits   Code = "rowDigits"   // more decimals than the currency has
	CodeRowCurrency Code = "rowCurrency" // no known currency
	CodeRowElement  Code = "rowElement"  // an entry of an XML statement that lacks what it needs
	CodeRowSign     Code = "rowSign"     // nothing says which way the money went, or two things say it otherwise
	CodeRowStatus   Code = "rowStatus"   // a state that is not known
	CodeRowAccount  Code = "rowAccount"  // a file of several accounts does not say which it is of, or nobody chose one
	CodeRowFormat   Code = "rowFormat"   // its column is written in two ways that contradict each other
)

// Error is a refusal: a code for the person's sentence, the cause for the log.
// A cause never holds the content of a row.
type Error struct {
	Code Code
	Row  int   // of a file, from 1; 0 when it is about no row
	Err  error // may be nil
}

// Error implements error.
func (e *Error) Error() string {
	text := "report: " + string(e.Code)
	if e.Row > 0 {
		text = fmt.Sprintf("%s: row %d", text, e.Row)
	}
	if e.Err != nil {
		text = fmt.Sprintf("%s: %v", text, e.Err)
	}
	return text
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// CodeOf returns the code of an error of this room, blank when err is none.
func CodeOf(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return ""
}

// Refuse returns an Error of a code; a cause that is one already stays as it is.
func Refuse(code Code, cause error) error {
	if e, ok := errors.AsType[*Error](cause); ok {
		return e
	}
	return &Error{Code: code, Err: cause}
}
