// Package api is a test: what other programs may use of the SDK is written down in
// testdata, one file a package, and a change of it is seen in a diff. It reads
// source alone and imports nothing of the project.
//
//sanduq:norace its tests read the source, in one goroutine
package api
