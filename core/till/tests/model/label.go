package model

import "fmt"

// act is what happens in one transition.
type act uint8

const (
	noAct act = iota

	// The cashier and the manager.
	actCharge // by the route in arg; the second sale replaces the first
	actLink   // a charge that replaces goes on: the old sale is told, the new one sent
	actOfferQR
	actValidate // on the rail in arg
	actSubmit
	actRepeat // the same code, by a manager
	actCheck
	actSetAside
	actToManager
	actResolve
	actAcknowledge
	actReadAlert
	actConfirm // a manager ends the freeze

	// Replies to the call under way.
	actOpened
	actRejected
	actNotSent
	actUnanswered
	actDrawn
	actAccepted // the account
	actRefused  // QR or account
	actTaken    // the code: acknowledged, or authorized
	actPaid     // a wallet's code: the reply says SUCCESS
	actFailed   // a wallet's code: the reply says FAILED
	actDefinite // the code is refused in words that are listed
	actUnlisted // and in words that are not
	actAmbiguous
	actLost
	actElsewhere // a wallet's reply names another payment

	// The bank and the customer. The leg is in arg.
	actExecute
	actScan
	actDebit
	actRefuse
	actExpire

	// Time.
	actTick
	actCap
	actWatch
	actWatchEnd

	// The plug. The answer to every question of the start is in arg.
	actRestart
	actBackup
	actPutBack
)

var actNames = map[act]string{
	actCharge: "the cashier charges", actLink: "the charge goes on to the old sale", actOfferQR: "the cashier asks for the QR",
	actValidate: "an account is entered", actSubmit: "a code is entered", actRepeat: "a manager repeats the code",
	actCheck: "the cashier checks", actSetAside: "the sale is set aside", actToManager: "the sale goes to the manager",
	actResolve: "the manager resolves it outside", actAcknowledge: "the end is acknowledged", actReadAlert: "the alert is read",
	actConfirm: "a manager ends the freeze",
	actOpened:  "the payment opens", actRejected: "the payment is refused", actNotSent: "no connection", actUnanswered: "no reply to initiate",
	actDrawn: "the QR comes", actAccepted: "the account is accepted", actRefused: "the call is refused",
	actTaken: "the code is taken", actPaid: "the reply to the code says SUCCESS", actFailed: "the reply to the code says FAILED",
	actDefinite: "the code is refused, listed", actUnlisted: "the code is refused, unlisted", actAmbiguous: "the code is refused, 409",
	actLost: "the reply is lost", actElsewhere: "the reply names another payment",
	actExecute: "the bank carries the code out", actScan: "the customer confirms the QR", actDebit: "the bank debits",
	actRefuse: "the bank refuses", actExpire: "the bank lets it expire",
	actTick: "a poll", actCap: "polling ends at its cap", actWatch: "a watch", actWatchEnd: "the watch uses its plan up",
	actRestart: "the plug is pulled, the till starts again", actBackup: "a backup is made", actPutBack: "the backup is put back",
}

// label names one transition: who, what, and the answers of each leg.
type label struct {
	act  act
	sale uint8
	arg  uint8
	ask  [legs]answer
}

func (l label) pack() uint32 {
	return uint32(l.act) | uint32(l.sale)<<8 | uint32(l.arg)<<10 | uint32(l.ask[0])<<16 | uint32(l.ask[1])<<20
}

func unpackLabel(v uint32) label {
	return label{act: act(v), sale: uint8(v >> 8 & 3), arg: uint8(v >> 10 & 63), ask: [legs]answer{answer(v >> 16 & 15), answer(v >> 20 & 15)}}
}

var answerNames = [...]string{"truth", "refusal in words", "odd word", "silence", "401", "another's SUCCESS"}

func (l label) String() string {
	text := fmt.Sprintf("#%d: %s", l.sale+1, actNames[l.act])
	switch l.act {
	case actCharge, actValidate:
		text += ", " + string(routes[l.arg&3])
		if l.arg&4 != 0 {
			text += " (manager)"
		}
	case actExecute, actScan, actDebit, actRefuse, actExpire:
		text += [...]string{" (QR or wallet)", " (account)"}[l.arg]
	}
	switch l.act {
	case actOfferQR, actTick, actWatch, actWatchEnd, actCheck, actValidate, actSubmit, actRepeat, actTaken, actFailed, actDefinite, actRestart, actPutBack:
		text += fmt.Sprintf(" [QR leg: %s; account leg: %s]", answerNames[l.ask[0]], answerNames[l.ask[1]])
	}
	return text
}
