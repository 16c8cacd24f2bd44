package staff

import (
	"sanduq/core/journal"
)

// Act is something that asks for a right: a method of Till's, or one of the ways
// to call it.
type Act string

// The acts that ask for a right.
const (
	ActAddUser    Act = "AddUser"
	ActChangeUser Act = "ChangeUser"
	// Of another person: everyone chooses for themselves.
	ActSetUserPreferences Act = "SetUserPreferences"
	ActRemoveUser         Act = "RemoveUser"
	ActSetRights          Act = "SetRights"
	ActSaveSettings       Act = "SaveSettings"
	ActRecoveryCode       Act = "RecoveryCodeMade"
	ActGateway            Act = "GatewayChanging"
	ActBackups            Act = "BackupsChanging"
	ActOffice             Act = "OfficeChanging"
	ActConfirmRecovery    Act = "ConfirmRecovery"
	ActResolveOutside     Act = "ResolveOutside"
	ActRepeatOTP          Act = "RepeatOTP"
	ActReadLate           Act = "ReadLate"
	ActReplace            Act = "Charge: beside a payment that may still be paid"
	ActAllowAmount        Act = "Charge: an amount that somebody allows"
	ActLookAtSums         Act = "LookAtSums"
	ActX                  Act = "X"
	ActOpenShift          Act = "OpenShift"
	ActCorrectFloat       Act = "CorrectFloat"
	ActSetBookingBack     Act = "SetBookingBack"
	ActCountDrawer        Act = "CountDrawer"
	ActHandOver           Act = "HandOver"
	ActCloseShift         Act = "CloseShift"
	ActCashIn             Act = "MoveCash: in"
	ActCashOut            Act = "MoveCash: out"
	ActCashBeyond         Act = "MoveCashBeyond"
	ActReturnDebt         Act = "ReturnDebt"
	ActReturnDebtToo      Act = "ReturnDebtToo"
	ActKeepDebt           Act = "KeepDebt"
	ActOweByStatement     Act = "OweByStatement"
	ActReverseCash        Act = "ReverseCash"
	ActOweLate            Act = "OweLate"
	ActKeepStatement      Act = "KeepStatement"
	ActEnter              Act = "Enter"
	ActWithdrawEntered    Act = "Withdraw"
)

// Acts is the one place that says which right an act asks for.
var Acts = map[Act]journal.Right{
	ActAddUser:            journal.RightUsers,
	ActChangeUser:         journal.RightUsers,
	ActSetUserPreferences: journal.RightUsers,
	ActRemoveUser:         journal.RightUsers,
	ActSetRights:          journal.RightUsers,
	ActSaveSettings:       journal.RightSettings,
	ActRecoveryCode:       journal.RightRecover,
	ActGateway:            journal.RightRecover,
	ActBackups:            journal.RightRecover,
	ActOffice:             journal.RightRecover,
	ActConfirmRecovery:    journal.RightRecover,
	ActResolveOutside:     journal.RightDecide,
	ActRepeatOTP:          journal.RightDecide,
	ActReadLate:           journal.RightDecide,
	ActReplace:            journal.RightDecide,
	ActAllowAmount:        journal.RightDecide,
	ActLookAtSums:         journal.RightSums,
	ActX:                  journal.RightSums,
	ActOpenShift:          journal.RightOpen,
	ActCorrectFloat:       journal.RightOpen,
	ActSetBookingBack:     journal.RightClose,
	ActCountDrawer:        journal.RightCount,
	ActHandOver:           journal.RightCount,
	ActCloseShift:         journal.RightClose,
	ActCashIn:             journal.RightCashIn,
	ActCashOut:            journal.RightCashOut,
	ActCashBeyond:         journal.RightCashOut,
	ActReturnDebt:         journal.RightOwed,
	ActReturnDebtToo:      journal.RightOwed,
	ActKeepDebt:           journal.RightOwed,
	ActOweByStatement:     journal.RightOwed,
	ActReverseCash:        journal.RightOwed,
	ActOweLate:            journal.RightOwed,
	ActKeepStatement:      journal.RightSums,
	ActEnter:              journal.RightRecover,
	ActWithdrawEntered:    journal.RightRecover,
}
