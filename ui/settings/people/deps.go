package people

import (
	"context"

	"sanduq/core"
	"sanduq/core/journal"
)

// Staff is who may sit at the till. All methods but Users may be slow; what
// they change holds at once.
type Staff interface {
	Users() []journal.User
	AddUser(ctx context.Context, name string, role journal.Role, pin core.Secret) (journal.User, error)
	// ChangeUser leaves the PIN as it is when pin is empty.
	ChangeUser(ctx context.Context, id, name string, role journal.Role, pin core.Secret) error
	RemoveUser(ctx context.Context, id string) error
	// RightsOf is what a role may do here; RightsChosen reports whether the shop
	// has said so.
	RightsOf(role journal.Role) journal.RightSet
	RightsChosen() bool
	SetRights(ctx context.Context, role journal.Role, set journal.RightSet, by string) error
	SetUserPreferences(ctx context.Context, id string, p journal.UserPreferences) error
}
