package checkout

import (
	"context"
	"sync"
	"time"

	"sanduq/core"
)

const (
	// bankListFor is how long the list of institutions is taken for the newest.
	bankListFor = 10 * time.Minute
	// bankPause is how long nobody asks again after a question that had no answer.
	bankPause = 2 * time.Second
)

// bankList is the list of institutions, fetched once for all payments, however many
// pages need it at once.
type bankList struct {
	mu     sync.Mutex
	list   institutions
	next   time.Time // when it is asked for again
	failed error     // what the last question ended with
	flight chan struct{}
}

type institutions []core.Institution

// get returns the list; an old one rather than none.
func (b *bankList) get(ctx context.Context, sdk *core.WebSDK) (institutions, error) {
	for {
		b.mu.Lock()
		list, failed, flight := b.list, b.failed, b.flight
		fresh := time.Now().Before(b.next)
		if !fresh && flight == nil {
			b.flight = make(chan struct{})
		}
		b.mu.Unlock()
		switch {
		case list != nil && (fresh || flight != nil):
			return list, nil
		case fresh:
			return nil, failed
		case flight == nil:
			return b.fetch(ctx, sdk)
		}
		select {
		case <-flight:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// fetch asks for the list. It goes on when the page that needs it is left: others wait.
func (b *bankList) fetch(ctx context.Context, sdk *core.WebSDK) (institutions, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stepLimit)
	defer cancel()
	fetched, err := sdk.FetchInstitutions(ctx)
	b.mu.Lock()
	defer b.mu.Unlock()
	close(b.flight)
	b.flight = nil
	switch {
	case len(fetched) > 0:
		b.list, b.failed, b.next = fetched, nil, time.Now().Add(bankListFor)
	case !core.TokenRefused(err): // that is about this payment alone
		b.failed, b.next = err, time.Now().Add(bankPause)
	}
	if b.list != nil {
		err = nil
	}
	return b.list, err
}

func (l institutions) of(rail core.Rail) (some institutions) {
	for _, i := range l {
		if i.Rail == rail || i.Rail == "" {
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
