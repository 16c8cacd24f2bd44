package till

import (
	"context"

	"sanduq/core/journal"
)

// Unshifted returns what was taken before the shift of a Z, or of an X, while there
// was none; nothing where the shift began with the Z of the one before it. What came
// before the shop ever used shifts is not in it. What lies around a shift that took
// nothing is told of once, with the next that came after shifts were off. What belongs
// to it is decided by the order of commits and by no clock. Errors: CodeSum, CodeStore.
func (t *Till) Unshifted(ctx context.Context, z journal.Z) (journal.Unshifted, error) {
	return journal.UnshiftedOf(ctx, t.cfg.Store, z)
}
