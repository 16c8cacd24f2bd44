package core

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"sanduq/core/internal/fold"
	"sanduq/core/internal/object"
	"sanduq/core/money"
	"sanduq/core/wire"
)

// The most that is taken of a text that the gateway made up. Nothing shorter
// is real, and nothing longer fits a receipt, a QR or an index.
const (
	maxIdentifier = 512  // bytes of an identifier that is sent back as it came
	maxShown      = 96   // characters of an identifier that is only kept and shown
	maxName       = 120  // characters of an institution's or a customer's name
	maxQRPayload  = 2953 // bytes: what the largest QR holds
)

// identity is what a reply may name of the payment that it is about. A blank
// part is not compared.
type identity struct {
	paymentID, orderID string
	amount             money.Amount
}

// comparison is how the members that a reply names came out.
type comparison struct {
	conflict string // in what they differ from ours; blank for nothing
	named    bool   // payment or order is named, and is ours
}

// compare holds every member that names the payment against our own. With
// declared, members that the profile declares must be there.
func (p codec) compare(o object.Object, ours identity, declared bool) (comparison, error) {
	var result comparison
	var differences []string
	for _, field := range []struct{ name, ours string }{
		{wire.FieldPaymentID, ours.paymentID}, {wire.FieldOrderID, ours.orderID},
		{wire.FieldCurrency, ours.amount.Currency}, {wire.FieldAmount, ours.amount.Major()},
	} {
		theirs, err := o.Scalar(field.name)
		theirs = strings.TrimSpace(theirs)
		switch {
		case slices.Contains(p.IgnoredStatusFields, field.name), ours.amount == money.Amount{} && (field.name == wire.FieldCurrency || field.name == wire.FieldAmount),
			field.ours == "":
		case err != nil:
			return comparison{}, err
		case theirs == "" && declared && slices.Contains(p.DeclaredStatusFields, field.name):
			return comparison{}, object.Malformed("member %s is missing", field.name)
		case theirs == "":
		case p.same(field.name, theirs, ours):
			result.named = result.named || field.name == wire.FieldPaymentID || field.name == wire.FieldOrderID
		default:
			differences = append(differences, fmt.Sprintf("%s is %q, not %q", field.name, theirs, field.ours))
		}
	}
	result.conflict = strings.Join(differences, "; ")
	result.named = result.named && result.conflict == ""
	return result, nil
}

func (p codec) same(field, theirs string, ours identity) bool {
	switch field {
	case wire.FieldPaymentID:
		return theirs == strings.TrimSpace(ours.paymentID)
	case wire.FieldOrderID:
		return theirs == strings.TrimSpace(ours.orderID)
	case wire.FieldCurrency:
		return strings.EqualFold(theirs, ours.amount.Currency)
	}
	return p.sameAmount(theirs, ours.amount)
}

// sameAmount reports whether a decimal is an amount, in the unit that the profile
// names. Where it names none, deployments spell it either way: a number with a
// decimal point is in major units beyond doubt, an integer may be in either.
// Minor units never have a decimal point.
func (p codec) sameAmount(theirs string, ours money.Amount) bool {
	if p.AmountUnit != wire.UnitMinor {
		if major, err := money.ParseWire(theirs, ours.Currency); err == nil && major == ours {
			return true
		}
	}
	if p.AmountUnit == wire.UnitMajor {
		return false
	}
	minor, err := strconv.ParseInt(theirs, 10, 64) // no point, no exponent
	return err == nil && minor == ours.Minor
}

// sameOnly is compare for a reply that nothing may be taken from when it names
// another payment: ErrConflict then.
func (p codec) sameOnly(o object.Object, ours identity) error {
	found, err := p.compare(o, ours, false)
	if err == nil && found.conflict != "" {
		err = fmt.Errorf("%w: %s", ErrConflict, found.conflict)
	}
	return err
}

// noTransaction are texts, by their ASCII letters and digits, that stand where a
// gateway has no transaction to name.
var noTransaction = map[string]bool{"": true, "NA": true, "NULL": true, "NIL": true, "NONE": true, "UNKNOWN": true, "UNDEFINED": true}

// transactionOf reads the transaction of a reply; blank when it names none. Two
// sales that both have "none" must not be taken for one transaction.
func transactionOf(o object.Object) (string, error) {
	given, err := o.Scalar("transactionId")
	id := boundIdentifier(given)
	if plain := strings.TrimLeft(fold.Code(id), "0"); noTransaction[plain] && fold.ASCII(id) {
		return "", err
	}
	return id, err
}

// boundIdentifier makes an identifier fit to be kept and shown. What is cut off
// is replaced by a hash of the whole, so that two long ones stay two.
func boundIdentifier(id string) string {
	clean := scrub(strings.TrimSpace(id), maxShown, nil)
	if utf8.ValidString(id) && utf8.RuneCountInString(id) <= maxShown {
		return clean
	}
	sum := sha256.Sum256([]byte(id))
	kept := []rune(strings.ToValidUTF8(clean, "\uFFFD"))
	return string(kept[:min(len(kept), maxShown-18)]) + "…" + hex.EncodeToString(sum[:8])
}
