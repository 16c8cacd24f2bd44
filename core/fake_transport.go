//go:build benchmarks

package core

import "net/http"

// FakeTransport lets a round tripper answer in the place of the network. It
// exists only under the build tag of the comparisons in core/benchmarks: such a
// transport cannot report whether a request left the machine, and no payment may
// depend on one that cannot.
func (c *Client) FakeTransport(fake http.RoundTripper) {
	c.transport.RegisterProtocol(c.base.Scheme, fake)
}
