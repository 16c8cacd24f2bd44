// Package customer is what the customer sees of one sale: the QR, that a code
// is awaited, that the bank is asked, and the end. It has no controls, no names
// and no history, and it speaks two languages at once.
//
// Everything here belongs on the UI goroutine. What is shown follows from the
// till's view of the sale alone; "paid" is shown for a sale whose status is
// paid, and for no other.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package customer

import (
	"sanduq/core"
	"sanduq/core/journal"
)

// Scene names what the customer sees.
type Scene string

// The scenes. Wait is for everything before there is something for the
// customer to do.
const (
	Blank    Scene = "blank" // the shop's name, quietly
	Wait     Scene = "wait"
	QR       Scene = "qr"
	Code     Scene = "code" // the code is typed by the cashier: dots, no digits
	Checking Scene = "checking"
	Paid     Scene = "paid"
	Receipt  Scene = "receipt" // what the customer may take along, for a while after paid
	NotPaid  Scene = "notPaid" // the gateway said so
	Unknown  Scene = "unknown"
)

// SceneOf is the scene for a sale. A sale that was set aside, closed by a
// manager or taken note of has none any more: Blank.
func SceneOf(v journal.View) Scene {
	if v.ID == "" || !v.AcknowledgedAt.IsZero() {
		return Blank
	}
	status := v.Status()
	if v.SetAside != nil && status != journal.StatusPaid {
		return Blank
	}
	switch status {
	case journal.StatusPaid:
		return Paid
	case journal.StatusResolved, journal.StatusCash: // what a person says is between the two of them
		return Blank
	case journal.StatusFailed, journal.StatusExpired:
		return NotPaid
	case journal.StatusUnknown:
		return Unknown
	case journal.StatusCode:
		return Code
	case journal.StatusWaiting:
		if v.Session.State == core.StateQRGenerated && v.Session.QRPayload != "" && v.Step != journal.StepOTPIntent {
			return QR
		}
		return Checking
	}
	return Wait
}
