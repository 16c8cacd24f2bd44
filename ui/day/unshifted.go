package day

import (
	"context"
	"strings"

	"sanduq/core/journal"
	"sanduq/core/receipt"
	"sanduq/ui/screen"
)

// unshifted reads what was taken before the shift of an X or a Z while shifts were off.
// It may be slow. Where it cannot be read the record is shown all the same, and that is
// said beside it.
func (s *Screen) unshifted(ctx context.Context, z journal.Z) receipt.BeforeShift {
	u, err := s.deps.Till.Unshifted(ctx, z)
	return receipt.BeforeShift{Unshifted: u, Unread: err != nil}
}

// unshifted says what stands in no Z; blank where there is nothing.
func unshifted(env screen.Env, before receipt.BeforeShift) string {
	return strings.Join(before.SayWith(env.Words.T, func(minor int64, currency string) string { return amount(env, minor, currency) }), " ")
}
