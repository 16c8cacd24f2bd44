package till_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/till"
)

// heldStaff is a store whose next reading of the staff is held up once armed.
type heldStaff struct {
	*storetest.Memory
	mu            sync.Mutex
	held, release chan struct{} // nil while not armed; held is closed when it is being read
}

func (s *heldStaff) Staff(ctx context.Context) (journal.Secrets, error) {
	found, err := s.Memory.Staff(ctx)
	s.mu.Lock()
	held := s.held
	s.held = nil
	s.mu.Unlock()
	if held != nil {
		close(held)
		<-s.release
	}
	return found, err
}

// TestNobodyIsChangedWhileTheStaffIsReadBack: a commit added a person, reported an
// error and is on the disk. While that is read back somebody changes another person:
// made of the list in force before, that change would take the new one off again.
func TestNobodyIsChangedWhileTheStaffIsReadBack(t *testing.T) {
	ctx := t.Context()
	store := &heldStaff{Memory: storetest.NewMemory()}
	gate := newGateway()
	d, err := till.Open(ctx, till.Config{Store: store, Environment: core.Sandbox, BaseURL: "test", Defaults: defaults, Zone: time.UTC,
		NewSDK: func() *core.WebSDK { return core.NewWebSDK(gate, &core.InMemoryTokenStore{}) }})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if _, err := d.Staff.AddUser(ctx, "Huda", journal.RoleManager, pin("12345")); err != nil {
		t.Fatal(err)
	}
	samira, err := d.Staff.AddUser(ctx, "Samira", journal.RoleCashier, pin("9876"))
	if err != nil {
		t.Fatal(err)
	}
	held := make(chan struct{})
	store.mu.Lock()
	store.held, store.release = held, make(chan struct{})
	store.mu.Unlock()
	store.FailNext(storetest.Kept)
	added, changed := make(chan error, 1), make(chan error, 1)
	go func() {
		_, err := d.Staff.AddUser(ctx, "Amal", journal.RoleCashier, pin("2468"))
		added <- err
	}()
	select {
	case <-held:
	case <-time.After(10 * time.Second):
		t.Fatal("the staff is not read back")
	}
	go func() { changed <- d.Staff.ChangeUser(ctx, samira.ID, samira.Name, samira.Role, pin("1357")) }()
	time.Sleep(200 * time.Millisecond) // so that it made its list, were it let
	close(store.release)
	if err := <-added; err != nil {
		t.Error(err)
	}
	if err := <-changed; err != nil {
		t.Error(err)
	}
	if all := d.Staff.Users(); len(all) != 3 {
		t.Errorf("of Huda, Samira and Amal there are %+v", all)
	}
}
