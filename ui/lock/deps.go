// Package lock asks people for their PIN: who takes the till, and who grants a right
// that the person there does not have. It keeps no digit longer than it takes to hand
// the PIN over.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package lock

import (
	"context"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/screen"
	"sanduq/ui/words"
)

// Staff is who may sit at the till. SignIn and Delegate are slow on purpose, and
// write to the disk, as LookAtSums may; SignOut is called on the UI goroutine, takes
// effect before it returns and waits for nothing.
type Staff interface {
	// Users is empty while the till is open to everyone.
	Users() []journal.User
	Present() (journal.User, bool)
	SignIn(ctx context.Context, id string, pin core.Secret) error
	SignOut(ctx context.Context)
	// Delegate gives a right of a person's for one act to who is at the till, and
	// returns the name of that person.
	Delegate(ctx context.Context, id string, pin core.Secret, right journal.Right) (string, error)
	// May reports whether what asks for a right can be done at once.
	May(right journal.Right) bool
	// RightsOf is what a role may do in this shop.
	RightsOf(role journal.Role) journal.RightSet
	// LookAtSums spends a grant of journal.RightSums for a screen of sums.
	LookAtSums(ctx context.Context) error
	// TakeOver puts the name of who signed in on the open sales of others.
	TakeOver(ctx context.Context) (int, error)
	// SetUserPreferences keeps what somebody who is signed in wants of the window.
	SetUserPreferences(ctx context.Context, id string, p journal.UserPreferences) error
}

// Deps is what these screens are built from.
type Deps struct {
	Staff Staff
	// Watched is how many sales go on while the till is locked.
	Watched func() int
	// Entered is called when somebody has signed in, Refused when a PIN was not taken.
	Entered, Refused func()
}

// asker is what an entry of a PIN asks: who there is, and the words of the window.
type asker struct {
	env   screen.Env
	staff Staff
}

// sentence is why a PIN was not taken.
func (d asker) sentence(u journal.User, err error) string {
	w := d.env.Words
	switch journal.CodeOf(err) {
	case "":
		return ""
	case journal.CodePIN:
		if left := d.waits(u); left > 0 {
			return d.waitSentence(u)
		}
		return w.T("lock.wrong")
	case journal.CodePINWait:
		return d.waitSentence(u)
	case journal.CodeManager:
		return w.T("lock.mayNot")
	case journal.CodeStore:
		return w.T("lock.store")
	}
	return w.T("lock.failed")
}

func (d asker) waits(u journal.User) time.Duration { return u.Until.Sub(d.env.Now()) }

func (d asker) waitSentence(u journal.User) string {
	return d.env.Words.T("lock.wait", "time", words.TimeSeconds(u.Until.In(d.env.Zone)))
}

// fresh is a user as they are now.
func (d asker) fresh(id string) journal.User {
	for _, u := range d.staff.Users() {
		if u.ID == id {
			return u
		}
	}
	return journal.User{}
}

// RoleKey is the key of a role's word; a role of a newer program is called a
// cashier.
func RoleKey(r journal.Role) string {
	switch r {
	case journal.RoleManager:
		return "lock.manager"
	case journal.RoleSupervisor:
		return "lock.supervisor"
	}
	return "lock.cashier"
}
