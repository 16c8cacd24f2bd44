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
