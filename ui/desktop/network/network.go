// Package network tells whether this computer is on a network.
package network

import (
	"net"
	"net/url"
)

// Local reports whether a gateway is reached without a network.
func Local(base string) bool {
	u, err := url.Parse(base)
	if err != nil {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}

// Connected reports whether any interface but loopback is up and has an address
// that leads further. Where that cannot be told it is assumed.
func Connected() bool {
	all, err := net.Interfaces()
	if err != nil {
		return true
	}
	for _, one := range all {
		if one.Flags&net.FlagLoopback != 0 || one.Flags&net.FlagUp == 0 || one.Flags&net.FlagRunning == 0 {
			continue
		}
		addresses, err := one.Addrs()
		if err != nil {
			return true
		}
		for _, a := range addresses {
			if n, ok := a.(*net.IPNet); ok && n.IP.IsGlobalUnicast() {
				return true
			}
		}
	}
	return false
}
