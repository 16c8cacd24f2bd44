package screen

import (
	"context"
	"errors"
	"slices"
	"testing"
)

func TestOnlyTheNewestQuestionIsAnswered(t *testing.T) {
	var under []func()
	e := Env{Life: context.Background(), Go: func(f func()) { under = append(under, f) }, Post: func(f func()) { f() }}
	var q Newest
	var got []string
	ask := func(how func(Env, func(context.Context) error, func(error)), name string) {
		how(e, func(ctx context.Context) error {
			if ctx != e.Life {
				t.Error("it is not cut off with the window")
			}
			return errors.New(name)
		}, func(err error) { got = append(got, err.Error()) })
	}
	ask(q.Ask, "first")
	ask(q.Ask, "second")
	ask(q.Also, "more of the second")
	ask(q.Also, "the rest of it")
	for _, i := range []int{3, 0, 1, 2} {
		under[i]()
	}
	if want := []string{"the rest of it", "second", "more of the second"}; !slices.Equal(got, want) {
		t.Errorf("answered: %q, not %q", got, want)
	}
	got, under = nil, nil
	ask(q.Ask, "dropped")
	q.Drop()
	if under[0](); got != nil {
		t.Errorf("answered after it was dropped: %q", got)
	}
}

func TestAnErrorIsReportedWhileTheWindowLives(t *testing.T) {
	life, end := context.WithCancel(context.Background())
	e, n := Env{Life: life}, 0
	log := func(error) { n++ }
	e.Report(log, nil)
	e.Report(nil, errors.New("nobody listens"))
	if e.Report(log, errors.New("told")); n != 1 {
		t.Errorf("reported %d times", n)
	}
	end()
	if e.Report(log, errors.New("too late")); n != 1 {
		t.Error("reported after the window was closed")
	}
}
