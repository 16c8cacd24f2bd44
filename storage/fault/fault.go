// Package fault names why a store could not be opened or kept: one code each,
// of which the application's catalogue holds the sentence. It knows what went
// wrong, not where: every room of storage returns these errors.
package fault

import (
	"errors"
	"fmt"

	"sanduq/core/journal"
)

// Code names why the store could not be opened or kept. The application's
// catalogue holds the sentence for each.
type Code string

// The codes.
const (
	CodeLocked      Code = "STORE_LOCKED"      // another copy of the application has it
	CodeDamaged     Code = "STORE_DAMAGED"     // the file cannot be trusted
	CodeNewer       Code = "STORE_NEWER"       // written by a newer version
	CodeNoKey       Code = "STORE_NO_KEY"      // the file is there, its key is not
	CodeWrongKey    Code = "STORE_WRONG_KEY"   // the key belongs to another file
	CodeUnwritable  Code = "STORE_UNWRITABLE"  // the folder cannot be written
	CodeKeyring     Code = "STORE_KEYRING"     // the system's keyring does not answer, or not as it should
	CodePassphrase  Code = "STORE_PASSPHRASE"  // the passphrase or recovery code does not fit
	CodeFull        Code = "STORE_FULL"        // too little room on the disk
	CodeEnvironment Code = "STORE_ENVIRONMENT" // the file is of practice where the till is live, or the other way round
	CodeNetwork     Code = "STORE_NETWORK"     // live, and the folder is on another machine
	CodeReplaced    Code = "STORE_REPLACED"    // the file was removed, moved or replaced while it was open
	CodeSlow        Code = "STORE_SLOW"        // the disk does not answer
	CodeClosed      Code = "STORE_CLOSED"      // used after Close
	CodeBackup      Code = "STORE_BACKUP"      // the copy could not be made or verified
	CodeAbsent      Code = "STORE_ABSENT"      // the mirror folder is not there

	CodeKeyringLocked Code = "STORE_KEYRING_LOCKED" // the keyring is there, nobody opened it
	CodeKeyringAbsent Code = "STORE_KEYRING_ABSENT" // this system has no keyring
)

// Error is a failure with a code and the cause for the log. It never holds a
// secret. Two Errors match under errors.Is when their codes are the same.
type Error struct {
	Code  Code
	Cause error
	text  string
}

// The errors of this package, each to be tested with errors.Is.
var (
	ErrLocked      = &Error{Code: CodeLocked, text: "another copy of the application has the store open"}
	ErrDamaged     = &Error{Code: CodeDamaged, text: "the store's file is damaged"}
	ErrNewer       = &Error{Code: CodeNewer, text: "the store was written by a newer version"}
	ErrNoKey       = &Error{Code: CodeNoKey, text: "the store's key is missing"}
	ErrWrongKey    = &Error{Code: CodeWrongKey, text: "the key belongs to another store"}
	ErrUnwritable  = &Error{Code: CodeUnwritable, text: "the store's folder cannot be written"}
	ErrKeyring     = &Error{Code: CodeKeyring, text: "the system's keyring cannot be used"}
	ErrPassphrase  = &Error{Code: CodePassphrase, text: "the passphrase does not fit"}
	ErrFull        = &Error{Code: CodeFull, text: "too little room on the disk", Cause: journal.ErrFull}
	ErrEnvironment = &Error{Code: CodeEnvironment, text: "the store belongs to another environment"}
	ErrNetwork     = &Error{Code: CodeNetwork, text: "the store's folder is on another machine, where two tills could write into it"}
	ErrReplaced    = &Error{Code: CodeReplaced, text: "the store's file was removed, moved or replaced while it was open", Cause: journal.ErrReplaced}
	ErrSlow        = &Error{Code: CodeSlow, text: "the disk does not answer", Cause: journal.ErrSlow}
	ErrClosed      = &Error{Code: CodeClosed, text: "the store is closed"}
	ErrBackup      = &Error{Code: CodeBackup, text: "the copy could not be made"}
	// ErrAbsent: the mirror folder is not there, as with a stick that was taken
	// out. It is no alarm.
	ErrAbsent = &Error{Code: CodeAbsent, text: "the mirror folder is not there"}

	// Both match ErrKeyring too.
	ErrKeyringLocked = &Error{Code: CodeKeyringLocked, text: "the keyring is locked", Cause: ErrKeyring}
	ErrKeyringAbsent = &Error{Code: CodeKeyringAbsent, text: "there is no keyring", Cause: ErrKeyring}
)

// FileSystem is why a folder is refused: the kind of file system that it is on.
type FileSystem string

// Error implements error.
func (k FileSystem) Error() string { return "it is on " + string(k) }

// Error implements error.
func (e *Error) Error() string {
	if e.Cause == nil {
		return "storage: " + e.text
	}
	return fmt.Sprintf("storage: %s: %v", e.text, e.Cause)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// Is matches errors of the same code.
func (e *Error) Is(target error) bool {
	other, ok := target.(*Error)
	return ok && other.Code == e.Code
}

// Because returns a copy of e with a cause. What an error matched before it
// matches still: ErrFull is journal.ErrFull, ErrKeyringLocked is ErrKeyring.
func (e *Error) Because(cause error) error {
	if e.Cause != nil {
		cause = errors.Join(e.Cause, cause)
	}
	return &Error{Code: e.Code, Cause: cause, text: e.text}
}
