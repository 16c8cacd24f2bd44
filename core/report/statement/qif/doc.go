// Package qif reads the Quicken Interchange Format. It names no currency and no
// order of day and month: both are decided from all movements, or asked for.
package qif
