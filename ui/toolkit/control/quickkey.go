package control

import "sanduq/ui/theme"

// QuickKey is a key that types a whole amount: a key of a pad with a smaller
// label.
type QuickKey struct{ padButton }

// NewQuickKey is a key with a label.
func NewQuickKey(label string, tapped func()) *QuickKey {
	k := &QuickKey{padButton{label: label, size: theme.Lead, iconSize: 32}}
	k.OnTapped = tapped
	k.Init(k)
	return k
}

// Label is what stands on the key.
func (k *QuickKey) Label() string { return k.label }

// Press is a press of it on the keyboard.
func (k *QuickKey) Press() { k.Activate() }
