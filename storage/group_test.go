package storage

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/storage/fault"
)

// busy commits one sale and keeps the disk busy with it until release is
// called: whatever is committed meanwhile is queued.
func busy(t *testing.T, s *Store, sale journal.Sale) (release func()) {
	t.Helper()
	begun, free, done := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	s.faults.before = func() error {
		close(begun)
		<-free
		s.faults.before = nil
		return nil
	}
	go func() { done <- s.Commit(t.Context(), journal.Change{Sale: &sale}) }()
	<-begun
	return func() {
		close(free)
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// queued commits changes in their order, each from a goroutine of its own, and
// returns what they were told once told is called.
func queued(t *testing.T, s *Store, changes ...journal.Change) (told func() []error) {
	t.Helper()
	errs := make([]error, len(changes))
	var group sync.WaitGroup
	for i, c := range changes {
		group.Go(func() { errs[i] = s.Commit(t.Context(), c) })
		for { // until it stands in the queue
			s.queue.mu.Lock()
			n := len(s.queue.next)
			s.queue.mu.Unlock()
			if n == i+1 {
				break
			}
			time.Sleep(time.Millisecond)
		}
	}
	return func() []error { group.Wait(); return errs }
}

// TestAQueueIsOneTransaction: all that came while the disk was busy is durable
// with one transaction, in its order; who breaks a rule is told alone, and
// leaves no trace.
func TestAQueueIsOneTransaction(t *testing.T) {
	s := openTest(t, t.TempDir())
	release := busy(t, s, aSale(1))
	two, three, again := aSale(2), aSale(3), aSale(2)
	again.Version, again.Copies = 2, 1 // on top of one that is not durable yet
	wrong := aSale(4)
	wrong.Version = 7
	secret := journal.NewSecrets([]byte("of a sale that is refused"))
	paid, receipt := paidSale(5, 1)
	late, lateReceipt := paidSale(6, 2)
	skipping, gap := paidSale(7, 4)
	told := queued(t, s,
		journal.Change{Sale: &two},
		journal.Change{Sale: &wrong, Secrets: &secret},
		journal.Change{Sale: &paid, Receipt: &receipt, Audit: []journal.AuditRow{{Seq: 1, At: clock}}},
		journal.Change{Sale: &again},
		journal.Change{Sale: &skipping, Receipt: &gap}, // its number leaves one out
		journal.Change{Sale: &three, Audit: []journal.AuditRow{{Seq: 9}}},
		journal.Change{Sale: &late, Receipt: &lateReceipt, Audit: []journal.AuditRow{{Seq: 2, At: clock}}},
	)
	before := s.last.Commits
	release()
	want := []error{nil, journal.ErrVersion, nil, nil, journal.ErrRefused, journal.ErrRefused, nil}
	for i, err := range told() {
		if !errors.Is(err, want[i]) || want[i] == nil && err != nil {
			t.Errorf("change %d: %v, want %v", i, err, want[i])
		}
	}
	if made := manifestOf(t, s).Commits - before; made != 2 {
		t.Errorf("%d transactions", made)
	}
	holdsExactly(t, s, 1, 2, 5, 6)
	if sale := mustRead(t, s, two.ID); sale.Copies != 1 {
		t.Error("the later change is lost")
	}
	crashed := openTest(t, copyFolder(t, s.opts.Dir)) // as a power cut would leave it
	holdsExactly(t, crashed, 1, 2, 5, 6)
	if h, err := crashed.Head(t.Context(), "20261120"); err != nil || h.Receipt != 2 || h.Audit != 2 {
		t.Errorf("%+v, %v", h, err)
	}
}

func paidSale(number int, seq uint64) (journal.Sale, journal.Receipt) {
	sale := aSale(number)
	sale.Session.State, sale.ReceiptSeq = "success", seq
	return sale, journal.Receipt{Seq: seq, SaleID: sale.ID, Amount: sale.Amount, SettledAt: clock}
}

func holdsExactly(t *testing.T, s *Store, numbers ...int) {
	t.Helper()
	page, err := s.Sales(t.Context(), journal.SaleQuery{})
	var got []int
	for _, sale := range page.Sales {
		got = append([]int{sale.ID.Number()}, got...)
	}
	if err != nil || fmt.Sprint(got) != fmt.Sprint(numbers) {
		t.Errorf("sales %v, want %v, error %v", got, numbers, err)
	}
	if _, err := s.Verify(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestAFailedQueueTellsEveryone: what befalls the transaction is what each of
// its changes is told, but for the one that was not in it.
func TestAFailedQueueTellsEveryone(t *testing.T) {
	for _, outcome := range []storetest.Outcome{storetest.Lost, storetest.Kept} {
		s := openTest(t, t.TempDir())
		release := busy(t, s, aSale(1))
		two, three, wrong := aSale(2), aSale(3), aSale(4)
		wrong.Version = 7
		told := queued(t, s, journal.Change{Sale: &two}, journal.Change{Sale: &wrong}, journal.Change{Sale: &three})
		failure := errors.New("no")
		first := true
		s.faults.after = func() error { // of the sale that is held; then of the queue
			if first {
				first = false
				if outcome == storetest.Lost {
					s.faults.before = func() error { return failure }
				}
				return nil
			}
			return failure
		}
		release()
		errs := told()
		if !errors.Is(errs[0], failure) || !errors.Is(errs[1], journal.ErrVersion) || !errors.Is(errs[2], failure) {
			t.Errorf("%v", errs)
		}
		if err := s.Commit(t.Context(), journal.Change{}); !errors.Is(err, journal.ErrPoisoned) {
			t.Errorf("afterwards: %v", err)
		}
		s.faults = faults{}
		if err := s.Reopen(t.Context()); err != nil {
			t.Fatal(err)
		}
		if outcome == storetest.Kept {
			holdsExactly(t, s, 1, 2, 3)
		} else {
			holdsExactly(t, s, 1)
		}
	}
}

// TestWhatWasGivenUpIsNotMadeLater: a change that waited behind a disk that hung,
// and that was called indeterminate, is not made when the store works again.
func TestWhatWasGivenUpIsNotMadeLater(t *testing.T) {
	s := openTest(t, t.TempDir(), func(o *Options) { o.Patience = short })
	begun, free := make(chan struct{}), make(chan struct{})
	s.faults.before = func() error {
		close(begun)
		<-free
		s.faults.before = nil
		return nil
	}
	one, two := aSale(1), aSale(2)
	told := make(chan error, 2)
	go func() { told <- s.Commit(t.Context(), journal.Change{Sale: &one}) }()
	<-begun
	go func() { told <- s.Commit(t.Context(), journal.Change{Sale: &two}) }()
	slow := 0
	for range 2 {
		if err := <-told; errors.Is(err, fault.ErrSlow) {
			slow++
		} else if !errors.Is(err, journal.ErrPoisoned) {
			t.Error(err)
		}
	}
	if slow == 0 {
		t.Error("nobody was told that the disk is slow")
	}
	reopened := make(chan error, 1)
	s.opts.Patience = ample
	go func() { reopened <- s.Reopen(t.Context()) }()
	time.Sleep(20 * time.Millisecond) // it waits for the disk by now
	close(free)
	if err := <-reopened; err != nil {
		t.Fatal(err)
	}
	time.Sleep(20 * time.Millisecond)
	holdsExactly(t, s, 1)
}

// TestManyAtOnce: sales from many sides, and what each is told is true.
func TestManyAtOnce(t *testing.T) {
	s := openTest(t, t.TempDir())
	const sides, each = 8, 40
	var group sync.WaitGroup
	for side := range sides {
		group.Go(func() {
			for n := range each {
				sale := aSale(1 + side*each + n)
				if err := s.Commit(t.Context(), journal.Change{Sale: &sale}); err != nil {
					t.Error(err)
				}
				sale.Version, sale.Copies = 2, 1
				if err := s.Commit(t.Context(), journal.Change{Sale: &sale}); err != nil {
					t.Error(err)
				}
				if err := s.Commit(t.Context(), journal.Change{Sale: &sale}); !errors.Is(err, journal.ErrVersion) {
					t.Errorf("a version twice: %v", err)
				}
			}
		})
	}
	group.Wait()
	report, err := s.Verify(t.Context())
	if err != nil || report.Sales != sides*each {
		t.Errorf("%+v, %v", report, err)
	}
	if made := manifestOf(t, s).Commits; made >= 2*sides*each {
		t.Errorf("%d transactions for %d changes", made, 2*sides*each)
	}
}
