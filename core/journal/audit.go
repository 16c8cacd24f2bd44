package journal

import (
	"time"
)

// AuditRow is one line of the book of decisions and ends. Rows are chained by
// the store, so that none can be changed or dropped unnoticed.
type AuditRow struct {
	Seq         uint64      `json:"seq" disk:"1"`
	At          time.Time   `json:"at" disk:"2"`
	By          string      `json:"by,omitempty" disk:"3"`
	Action      AuditAction `json:"action" disk:"4"`
	SaleID      SaleID      `json:"saleId,omitempty" disk:"5"`
	Detail      string      `json:"detail,omitempty" disk:"6"`
	DelegatedBy string      `json:"lentBy,omitempty" disk:"7"` // whose right it was, where not the author's own
}

// AuditAction names what was done.
type AuditAction string

// The actions that are written down.
const (
	AuditSettled         AuditAction = "settled"
	AuditSettledLate     AuditAction = "settledLate"
	AuditConflict        AuditAction = "conflict"
	AuditPaidTwice       AuditAction = "paidTwice"
	AuditMaybeTwice      AuditAction = "maybeTwice"
	AuditSetAside        AuditAction = "setAside"
	AuditReplaced        AuditAction = "replaced"
	AuditToManager       AuditAction = "toManager"
	AuditResolvedOutside AuditAction = "resolvedOutside"
	AuditCodeAgain       AuditAction = "codeAgain"
	AuditCopy            AuditAction = "copy"
	AuditSettings        AuditAction = "settings"
	AuditAlertRead       AuditAction = "alertRead"
	AuditAmountAllowed   AuditAction = "amountAllowed" // far above the usual
	AuditRecoveryCode    AuditAction = "recoveryCode"
	AuditGateway         AuditAction = "gateway" // its address, profile or keys
	AuditShiftOpened     AuditAction = "shiftOpened"
	AuditFloat           AuditAction = "float"       // the float differs from the count before, or was typed wrong
	AuditShiftHanded     AuditAction = "shiftHanded" // the drawer, to another person
	AuditCounted         AuditAction = "counted"     // the drawer
	AuditDrawer          AuditAction = "drawer"      // it was opened without money, to be counted
	AuditShiftClosed     AuditAction = "shiftClosed"
	AuditCash            AuditAction = "cash"         // a sale taken in cash
	AuditCashReversed    AuditAction = "cashReversed" // a sale in cash that was recorded wrongly
	AuditCashIn          AuditAction = "cashIn"
	AuditCashOut         AuditAction = "cashOut"
	AuditClockBehind     AuditAction = "clockBehind"   // as HistoryClockBehind
	AuditClockAccepted   AuditAction = "clockAccepted" // somebody said that a date which looks wrong is right
	AuditBookFrom        AuditAction = "bookFrom"      // the first day of booking was set back, after a clock that was ahead
	AuditCashAsked       AuditAction = "cashAsked"     // more out than the drawer should hold; nothing was taken
	AuditOwed            AuditAction = "owed"          // an entry of what is owed back was opened
	AuditOwedNoted       AuditAction = "owedNoted"
	AuditOwedReturned    AuditAction = "owedReturned"
	AuditOwedKept        AuditAction = "owedKept"
	AuditAlone           AuditAction = "alone"          // money was taken off what was taken by one person's word, and nobody else confirmed it
	AuditReferenceAgain  AuditAction = "referenceAgain" // of another entry too: somebody said that one transfer returned both
	AuditRights          AuditAction = "rights"         // what a role may do was changed
	AuditSumsSeen        AuditAction = "sumsSeen"       // on a right that was granted
	AuditBackups         AuditAction = "backups"        // where copies go
	AuditOffice          AuditAction = "office"         // to which head office the till sends
	AuditStatement       AuditAction = "statement"      // the days of a bank's statement were signed as reconciled
)

// SameAs reports whether two rows are one, of which one was read: the number may
// have been given to another, but not in the same instant.
func (r AuditRow) SameAs(other AuditRow) bool {
	return r.Seq == other.Seq && r.At.Equal(other.At) && r.Action == other.Action && r.SaleID == other.SaleID
}

// The actions around people.
const (
	AuditSignedIn    AuditAction = "signedIn"
	AuditSignedOut   AuditAction = "signedOut"
	AuditWrongPIN    AuditAction = "wrongPIN"
	AuditAllowed     AuditAction = "allowed" // a right was granted for one act
	AuditTakenOver   AuditAction = "takenOver"
	AuditUserAdded   AuditAction = "userAdded"
	AuditUserChanged AuditAction = "userChanged"
	AuditUserRemoved AuditAction = "userRemoved"
	AuditPINChanged  AuditAction = "pinChanged"
	AuditStaffForgot AuditAction = "staffForgotten"
)

// The actions by which a freeze enters the book.
const (
	AuditRestored   AuditAction = "restored"
	AuditRolledBack AuditAction = "rolledBack"
	AuditReconciled AuditAction = "reconciled"
)
