//go:build !race

package storage

import "testing"

func TestStoreKeepsTheContract(t *testing.T) { keepsTheContract(t) }
