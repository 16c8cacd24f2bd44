package printer

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// TestAServiceThatHangsHidesNoOtherPrinter: each list has the whole time, what is
// not there is no error, and the one that said nothing is named.
func TestAServiceThatHangsHidesNoOtherPrinter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hangs := func(ctx context.Context) ([]Found, error) {
			<-ctx.Done()
			return nil, &Error{Code: Stalled, Err: ctx.Err()}
		}
		absent := func(context.Context) ([]Found, error) { return nil, &Error{Code: Unreachable} }
		slow := func(ctx context.Context) ([]Found, error) {
			time.Sleep(findLimit - time.Millisecond)
			return []Found{{Address: "usb:/dev/usb/lp0", Way: "usb", Name: "Counter"}}, ctx.Err()
		}
		began := time.Now()
		found, err := find(t.Context(), hangs, absent, slow)
		if took := time.Since(began); took != findLimit {
			t.Errorf("it took %v", took)
		}
		if len(found) != 1 || found[0].Name != "Counter" {
			t.Errorf("found %v", found)
		}
		if CodeOf(err) != Stalled || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("said %v", err)
		}
	})
}
