// Package lock asks people for their PIN: who takes the till, and which manager
// allows what a cashier may not. It keeps no digit longer than it takes to hand
// the PIN over.
package lock

import (
	"context"
	"time"

	"sanduq/core"
	"sanduq/core/till"
	"sanduq/ui/screen"
	"sanduq/ui/words"
)

// Staff is who may sit at the till. SignIn and Allow are slow on purpose, and
// write to the disk; SignOut is called on the UI goroutine, takes effect before
// it returns and waits for nothing.
type Staff interface {
	// Users is empty while the till is open to everyone.
	Users() []till.User
	Present() (till.User, bool)
	SignIn(ctx context.Context, id string, pin core.Secret) error
	SignOut(ctx context.Context)
	// Allow returns the name of the manager whose PIN it was.
	Allow(ctx context.Context, id string, pin core.Secret) (string, error)
	// TakeOver puts the name of who signed in on the open sales of others.
	TakeOver(ctx context.Context) (int, error)
}

// Deps is what these screens are built from.
type Deps struct {
	screen.Env
	Staff Staff
	// Watched is how many sales go on while the till is locked.
	Watched func() int
	// Entered is called when somebody has signed in.
	Entered func()
}

// sentence is why a PIN was not taken.
func (d Deps) sentence(u till.User, err error) string {
	w := d.Words
	switch till.CodeOf(err) {
	case "":
		return ""
	case till.CodePIN:
		if left := d.waits(u); left > 0 {
			return d.waitSentence(u)
		}
		return w.T("lock.wrong")
	case till.CodePINWait:
		return d.waitSentence(u)
	case till.CodeManager:
		return w.T("lock.notManager")
	case till.CodeStore:
		return w.T("lock.store")
	}
	return w.T("lock.failed")
}

func (d Deps) waits(u till.User) time.Duration { return u.Until.Sub(d.Now()) }

func (d Deps) waitSentence(u till.User) string {
	return d.Words.T("lock.wait", "time", words.TimeSeconds(u.Until.In(d.Zone)))
}

// fresh is a user as they are now.
func (d Deps) fresh(id string) till.User {
	for _, u := range d.Staff.Users() {
		if u.ID == id {
			return u
		}
	}
	return till.User{}
}

// roleWord is cashier or manager.
func (d Deps) roleWord(r till.Role) string {
	if r == till.RoleManager {
		return d.Words.T("lock.manager")
	}
	return d.Words.T("lock.cashier")
}
