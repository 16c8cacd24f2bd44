package collector

import (
	"context"

	"sanduq/core/office/server/proof"
)

// Verify recounts everything, by the collector's own connections.
func (c *Collector) Verify(ctx context.Context) (proof.Report, error) {
	return proof.Verify(ctx, c.db.current(), proof.Scope{})
}
