package till_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/till"
)

// failingStore fails every commit, and is never mended.
type failingStore struct {
	journal.Store
	err error
}

func (s *failingStore) Commit(context.Context, journal.Change) error { return s.err }
func (s *failingStore) Reopen(context.Context) error                 { return s.err }

// TestTroubleSaysWhatIsWrong: what a person does about a full disk, one that
// hangs and a file that is gone is not the same.
func TestTroubleSaysWhatIsWrong(t *testing.T) {
	for want, cause := range map[string]error{
		"diskFull": journal.ErrFull, "corrupt": journal.ErrCorrupt, "slow": journal.ErrSlow, "replaced": journal.ErrReplaced,
		"store": errors.New("something else"),
	} {
		synctest.Test(t, func(t *testing.T) {
			desk, err := till.Open(t.Context(), till.Config{Store: &failingStore{storetest.NewMemory(), fmt.Errorf("store: %w", cause)},
				Environment: core.Sandbox, BaseURL: "embedded", Defaults: journal.Settings{Shop: "Al Noor Market", Currency: "LYD"}})
			if err != nil {
				t.Fatal(err)
			}
			defer desk.Close()
			said := make(chan error, 1)
			go func() { said <- desk.Staff.SaveSettings(t.Context(), desk.Settings(), "Amal") }()
			synctest.Wait()
			if trouble := desk.StoreFault(); trouble == nil || trouble.Code != want {
				t.Errorf("trouble %+v, want %s", trouble, want)
			}
			desk.Close()
			if err := <-said; journal.CodeOf(err) != journal.CodeUnavailable { // what became of it is read by nobody any more
				t.Errorf("%s: %v", want, err)
			}
		})
	}
}
