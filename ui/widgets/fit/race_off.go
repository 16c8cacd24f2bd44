//go:build !race

package fit

const raced = false
