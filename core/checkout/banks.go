package checkout

import (
	"context"
	"sync"
	"time"

	"sanduq/core"
)

// bankListFor is how long the list of institutions is taken for the newest.
const bankListFor = 10 * time.Minute

// bankList is the list of institutions, fetched once for all payments.
type bankList struct {
	mu   sync.Mutex
	list institutions
	at   time.Time
}

type institutions []core.Institution

// get returns the list; an old one rather than none.
func (b *bankList) get(ctx context.Context, sdk *core.WebSDK) (institutions, error) {
	b.mu.Lock()
	list, at := b.list, b.at
	b.mu.Unlock()
	if list != nil && time.Since(at) < bankListFor {
		return list, nil
	}
	fetched, err := sdk.FetchInstitutions(ctx)
	if err != nil {
		if list != nil {
			err = nil
		}
		return list, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.list, b.at = fetched, time.Now()
	return fetched, nil
}

func (l institutions) of(rail core.Rail) (some institutions) {
	for _, i := range l {
		if i.Rail == rail {
			some = append(some, i)
		}
	}
	return some
}

func (l institutions) name(rail core.Rail, code string) string {
	for _, i := range l.of(rail) {
		if i.Code == code {
			return i.Name
		}
	}
	return code
}
