package fields

import (
	"reflect"
	"slices"
	"testing"
	"time"
)

// Part is embedded in a sample.
type Part struct {
	At  time.Time
	Key string
}

type sample struct {
	Part
	Name   string
	Not    string `json:"-"`
	Number uint64
	Is     bool
	One    *Inner
	Many   []Inner
	Sums   map[string]Inner
}

// Inner is within a sample.
type Inner struct{ Currency string }

// TestEachChangesOneField, and every one.
func TestEachChangesOneField(t *testing.T) {
	var paths []string
	whole := Whole[sample]()
	Each(func(path string, changed sample) {
		paths = append(paths, path)
		if reflect.DeepEqual(changed, whole) {
			t.Errorf("%s is as it was", path)
		}
	})
	want := []string{"At", "Key", "Name", "Number", "Is", "One.Currency", "Many.Currency", "Sums.Currency"}
	if !slices.Equal(paths, want) {
		t.Errorf("%v, want %v", paths, want)
	}
}

// TestWhatIsLostIsNamed, and what is listed without need.
func TestWhatIsLostIsNamed(t *testing.T) {
	of := func(s sample) []any { return []any{s.At, s.Key, s.Name, s.One.Currency, s.Is} }
	got := Lost(of, map[string]string{"Many": "listed", "Name": "not needed", "Sums": "listed"})
	slices.Sort(got)
	want := []string{"fields.sample.Name is in the list, and makes a difference", "fields.sample.Number makes no difference, and has no reason in the list"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
