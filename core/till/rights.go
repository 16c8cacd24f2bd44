package till

import (
	"fmt"
	"slices"
)

// Right is one thing that a person may do at the till.
type Right string

// The rights.
const (
	RightSums     Right = "sums"     // see what was taken: X, Z, reports, totals of lists, exports
	RightCount    Right = "count"    // count the drawer
	RightExpected Right = "expected" // see what should be in the drawer before it is counted
	RightClose    Right = "close"    // end a shift with its Z
	RightCashIn   Right = "cashIn"   // put cash into the drawer
	RightCashOut  Right = "cashOut"  // take cash out of it, or open it without a sale
	RightOwed     Right = "owed"     // say that money that is owed back was returned, or kept
	RightDecide   Right = "decide"   // decide on a payment in doubt, and on an amount far above the usual
	RightSettings Right = "settings" // change what the shop chose
	RightRecover  Right = "recover"  // backups, recovery code, gateway, and records that were put back
	RightUsers    Right = "users"    // change who may sign in, and what each may do
)

// Rights lists every right, in the order in which they are shown.
func Rights() []Right {
	return []Right{RightSums, RightCount, RightExpected, RightClose, RightCashIn, RightCashOut, RightOwed, RightDecide, RightSettings, RightRecover, RightUsers}
}

// RightSet is what a role may do, in the order of Rights, each once.
type RightSet []Right

// Has reports whether a right is in the set.
func (s RightSet) Has(r Right) bool { return slices.Contains(s, r) }

// NewRightSet returns a set of rights that were named in any order. A right that
// this program does not know is an error, and never dropped: a set that a newer
// program wrote must not lose what it forbids or allows.
func NewRightSet(rights ...Right) (RightSet, error) {
	all := Rights()
	for _, r := range rights {
		if !slices.Contains(all, r) {
			return nil, fmt.Errorf("till: no right %q", string(r))
		}
	}
	return slices.DeleteFunc(all, func(r Right) bool { return !slices.Contains(rights, r) }), nil
}

// UsualRights are the rights of a role before a shop changes them; none for a
// role that is not known. A manager has every right, and no shop can change that:
// somebody has to be able to undo what was set.
func UsualRights(role Role) RightSet {
	switch role {
	case RoleManager:
		return Rights()
	case RoleSupervisor:
		return RightSet{RightSums, RightCount, RightClose, RightCashIn, RightCashOut, RightDecide}
	case RoleCashier:
		return RightSet{RightCount, RightCashIn}
	}
	return nil
}

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
var acts = map[act]Right{
	actAddUser:            RightUsers,
	actChangeUser:         RightUsers,
	actSetPIN:             RightUsers,
	actSetUserPreferences: RightUsers,
	actRemoveUser:         RightUsers,
	actSetRights:          RightUsers,
	actSaveSettings:       RightSettings,
	actRecoveryCode:       RightRecover,
	actGateway:            RightRecover,
	actBackups:            RightRecover,
	actOffice:             RightRecover,
	actConfirmRecovery:    RightRecover,
	actResolveOutside:     RightDecide,
	actRepeatOTP:          RightDecide,
	actReplace:            RightDecide,
	actAllowAmount:        RightDecide,
	actLookAtSums:         RightSums,
	actX:                  RightSums,
	actCountDrawer:        RightCount,
	actHandOver:           RightCount,
	actCloseShift:         RightClose,
	actCashIn:             RightCashIn,
	actCashOut:            RightCashOut,
	actCashBeyond:         RightCashOut,
	actReturnDebt:         RightOwed,
	actKeepDebt:           RightOwed,
	actOweByStatement:     RightOwed,
}
