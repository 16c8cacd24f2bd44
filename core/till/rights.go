package till

import (
	"sanduq/core/journal"
)

// act is something that asks for a right: a method of Till's, or one of the ways
// to call it.
type act string

// The acts that ask for a right.
const (
	actAddUser    act = "AddUser"
	actChangeUser act = "ChangeUser"
	actSetPIN     act = "SetPIN"
	// Of another person: everyone chooses for themselves.
	actSetUserPreferences act = "SetUserPreferences"
	actRemoveUser         act = "RemoveUser"
	actSetRights          act = "SetRights"
	actSaveSettings       act = "SaveSettings"
	actRecoveryCode       act = "RecoveryCodeMade"
	actGateway            act = "GatewayChanging"
	actBackups            act = "BackupsChanging"
	actOffice             act = "OfficeChanging"
	actConfirmRecovery    act = "ConfirmRecovery"
	actResolveOutside     act = "ResolveOutside"
	actRepeatOTP          act = "RepeatOTP"
	actReplace            act = "Charge: beside a payment that may still be paid"
	actAllowAmount        act = "Charge: an amount that somebody allows"
	actLookAtSums         act = "LookAtSums"
	actX                  act = "X"
	actCountDrawer        act = "CountDrawer"
	actHandOver           act = "HandOver"
	actCloseShift         act = "CloseShift"
	actCashIn             act = "MoveCash: in"
	actCashOut            act = "MoveCash: out"
	actCashBeyond         act = "MoveCashBeyond"
	actReturnDebt         act = "ReturnDebt"
	actKeepDebt           act = "KeepDebt"
	actOweByStatement     act = "OweByStatement"
)

// acts is the one place that says which right an act asks for.
var acts = map[act]journal.Right{
	actAddUser:            journal.RightUsers,
	actChangeUser:         journal.RightUsers,
	actSetPIN:             journal.RightUsers,
	actSetUserPreferences: journal.RightUsers,
	actRemoveUser:         journal.RightUsers,
	actSetRights:          journal.RightUsers,
	actSaveSettings:       journal.RightSettings,
	actRecoveryCode:       journal.RightRecover,
	actGateway:            journal.RightRecover,
	actBackups:            journal.RightRecover,
	actOffice:             journal.RightRecover,
	actConfirmRecovery:    journal.RightRecover,
	actResolveOutside:     journal.RightDecide,
	actRepeatOTP:          journal.RightDecide,
	actReplace:            journal.RightDecide,
	actAllowAmount:        journal.RightDecide,
	actLookAtSums:         journal.RightSums,
	actX:                  journal.RightSums,
	actCountDrawer:        journal.RightCount,
	actHandOver:           journal.RightCount,
	actCloseShift:         journal.RightClose,
	actCashIn:             journal.RightCashIn,
	actCashOut:            journal.RightCashOut,
	actCashBeyond:         journal.RightCashOut,
	actReturnDebt:         journal.RightOwed,
	actKeepDebt:           journal.RightOwed,
	actOweByStatement:     journal.RightOwed,
}
