package printer

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// Found is a printer that the system has.
type Found struct {
	Address string // for Open
	Way     string
	Name    string // as the system calls it, for people
	Place   string // where it is, as the system says it; may be blank
}

// findLimit bounds each list: a print service that hangs must not hide a printer on USB.
const findLimit = 5 * time.Second

// Find lists what the system has by name, by way and name. What could be listed is returned beside an error. A network
// printer that is no queue is not found: it is set by its address. No print service is an empty list, no error.
func Find(ctx context.Context) ([]Found, error) {
	var lists []func(context.Context) ([]Found, error)
	for _, t := range transports {
		if t.find != nil {
			lists = append(lists, t.find)
		}
	}
	return find(ctx, lists...)
}

// find asks for all lists at the same time, so that one that takes its whole time takes it from none of the others.
func find(ctx context.Context, lists ...func(context.Context) ([]Found, error)) ([]Found, error) {
	ctx, cancel := context.WithTimeout(ctx, findLimit)
	defer cancel()
	found, errs := make([][]Found, len(lists)), make([]error, len(lists))
	var wg sync.WaitGroup
	for i, list := range lists {
		wg.Go(func() { found[i], errs[i] = list(ctx) })
	}
	wg.Wait()
	var all []Found
	var wrong []error
	for i, err := range errs {
		all = append(all, found[i]...)
		if CodeOf(err) != Unreachable {
			wrong = append(wrong, err)
		}
	}
	slices.SortFunc(all, func(a, b Found) int {
		return cmp.Or(cmp.Compare(a.Way, b.Way), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Address, b.Address))
	})
	return all, errors.Join(wrong...)
}
