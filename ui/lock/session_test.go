package lock

import (
	"context"
	"strings"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/screen"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// counter is a till at which two people sign in by choosing themselves.
type counter struct {
	users   []journal.User
	present string
	did     []string
	now     time.Time
	after   time.Duration
	session *Session
}

func (c *counter) Users() []journal.User { return c.users }
func (c *counter) Present() (journal.User, bool) {
	for _, u := range c.users {
		if u.ID == c.present {
			return u, true
		}
	}
	return journal.User{}, false
}
func (c *counter) SignIn(_ context.Context, id string, _ core.Secret) error {
	c.present = id
	return nil
}
func (c *counter) SignOut(ctx context.Context) {
	if ctx.Err() == nil {
		c.did = append(c.did, "out")
	}
	c.present = ""
}
func (c *counter) Delegate(context.Context, string, core.Secret, journal.Right) (string, error) {
	return "", nil
}
func (c *counter) May(r journal.Right) bool {
	who, _ := c.Present()
	return c.RightsOf(who.Role).Has(r)
}
func (c *counter) RightsOf(r journal.Role) journal.RightSet { return journal.UsualRights(r) }
func (c *counter) LookAtSums(context.Context) error         { return nil }
func (c *counter) TakeOver(context.Context) (int, error)    { return 0, nil }
func (c *counter) SetUserPreferences(context.Context, string, journal.UserPreferences) error {
	return nil
}

func newCounter(t *testing.T) *counter {
	t.Helper()
	uitest.NewApp(t)
	c := &counter{now: time.Date(2026, 11, 20, 14, 0, 0, 0, time.UTC), present: "1",
		users: []journal.User{{ID: "1", Name: "Samira", Role: journal.RoleCashier}, {ID: "2", Name: "Yusuf", Role: journal.RoleManager}}}
	life, end := context.WithCancel(t.Context())
	end() // a till that is being closed still signs people out
	env := screen.Env{Life: life, Words: words.MustLoad(words.English), Now: func() time.Time { return c.now }, Zone: time.UTC,
		Go: func(f func()) { f() }, Post: func(f func()) { f() }, After: func(time.Duration, func()) func() { return func() {} }}
	c.session = NewSession(env, c, Options{
		After: func() time.Duration { return c.after }, Watched: func() int { return 2 },
		Leaving: func() { c.did = append(c.did, "leaving") }, Locked: func() { c.did = append(c.did, "locked") },
		Entered: func(who journal.User, other bool) {
			if other {
				c.did = append(c.did, "another")
			}
			c.did = append(c.did, "in "+who.Name)
		}})
	c.session.Build()
	return c
}

// enter signs somebody in as their PIN would.
func (c *counter) enter(id string) {
	c.present = id
	c.session.entered()
}

func (c *counter) pass(t *testing.T, d time.Duration, shut bool) {
	t.Helper()
	c.now = c.now.Add(d)
	c.session.Guard()
	if c.session.Shut() != shut {
		t.Errorf("at %s locked: %v, want %v", c.now.Format(time.TimeOnly), c.session.Shut(), shut)
	}
}

func (c *counter) said(t *testing.T, want string) {
	t.Helper()
	if got := strings.Join(c.did, ", "); got != want {
		t.Errorf("said %q, want %q", got, want)
	}
	c.did = nil
}

func TestWhoGoesIsSignedOutBeforeTheTillIsLocked(t *testing.T) {
	c := newCounter(t)
	c.session.Lock()
	c.said(t, "out, leaving, locked")
	c.session.Lock() // it is locked already
	c.said(t, "")
	c.enter("1")
	c.said(t, "in Samira")
	c.session.Lock()
	c.enter("2")
	c.said(t, "out, leaving, locked, another, in Yusuf")
}

func TestATillThatNobodyTouchesLocksItself(t *testing.T) {
	c := newCounter(t)
	c.pass(t, time.Hour, false) // no limit
	c.after = 5 * time.Minute
	c.session.Touch()
	c.pass(t, 5*time.Minute-time.Second, false)
	c.session.Touch()
	c.pass(t, 5*time.Minute-time.Second, false)
	c.pass(t, time.Second, true)
	c.said(t, "out, leaving, locked")
	c.enter("1") // and its time begins again
	c.pass(t, 5*time.Minute-time.Second, false)
}

func TestATillWhoseUserIsGoneLocksAtOnce(t *testing.T) {
	c := newCounter(t)
	c.present = ""
	c.pass(t, time.Second, true)
	c.said(t, "locked")
	c.users = nil // removed by a manager elsewhere, the till stays locked until it is built again
	if c.session.Signs() || !c.session.May(journal.RightUsers) {
		t.Error("without users somebody has to sign in")
	}
}

func TestAClockThatIsSetBackKeepsNoTillOpen(t *testing.T) {
	slept := time.Now()
	if got := since(slept.Round(0).Add(-time.Hour), slept); got < time.Hour-time.Minute {
		t.Errorf("an hour of sleep counts as %s", got)
	}
	if got := since(slept, slept.Add(time.Hour)); got != time.Hour {
		t.Errorf("an hour counts as %s", got)
	}
}

func TestWhatWhoIsAtTheTillMayDo(t *testing.T) {
	c := newCounter(t)
	if c.session.May(journal.RightSettings) || !c.session.May(journal.RightCount) {
		t.Error("a cashier may not do what cashiers may, or more")
	}
	c.present = "2"
	if !c.session.May(journal.RightSettings) {
		t.Error("a manager at the till is asked for a PIN")
	}
}

func TestATillWithoutStaffNeverLocks(t *testing.T) {
	c := newCounter(t)
	s := NewSession(c.session.env, nil, c.session.opt)
	s.Build()
	s.Guard()
	s.Lock()
	if s.Shut() || s.Signs() || !s.May(journal.RightSettings) {
		t.Error("a till at which nobody signs in is locked")
	}
}
