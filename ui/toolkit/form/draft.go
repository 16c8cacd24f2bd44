package form

import "reflect"

// Draft is a value that a person changes, over the one that is kept. The zero value
// is both zero.
type Draft[T comparable] struct {
	Now, Kept T
	saving    *T // what a save under way keeps; nil for none
}

// Start begins with what is kept: nothing is changed.
func (d *Draft[T]) Start(kept T) { *d = Draft[T]{Now: kept, Kept: kept} }

// Update takes note of what is kept by now. What was changed stays so.
func (d *Draft[T]) Update(kept T) {
	if !d.Edited() && (d.saving == nil || *d.saving == d.Now) {
		d.Now = kept
	}
	d.Kept = kept
}

// Edited reports whether there is anything to save.
func (d *Draft[T]) Edited() bool { return d.Now != d.Kept }

// Save returns what a save keeps that begins now.
func (d *Draft[T]) Save() T {
	now := d.Now
	d.saving = &now
	return now
}

// Saved ends a save after which kept is what is kept. What was changed since it began
// stays in the draft, each field of a struct for itself.
func (d *Draft[T]) Saved(kept T) {
	if d.saving != nil {
		d.Now = newer(d.Now, *d.saving, kept)
	}
	d.Kept, d.saving = kept, nil
}

// Failed ends a save that did not keep the value.
func (d *Draft[T]) Failed() { d.saving = nil }

// newer is what stands there once a save is through that began with began: what was
// changed since, or what is kept now.
func newer[T comparable](changed, began, kept T) T {
	c, b, k := reflect.ValueOf(changed), reflect.ValueOf(began), reflect.ValueOf(&kept).Elem()
	if k.Kind() != reflect.Struct {
		if changed == began {
			return kept
		}
		return changed
	}
	for i := range k.NumField() {
		if !c.Field(i).Equal(b.Field(i)) {
			k.Field(i).Set(c.Field(i))
		}
	}
	return kept
}
