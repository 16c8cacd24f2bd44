// Package tools is a module of its own, so that what only packaging and linting
// need stays out of other go.mod files: nfpm, which makes the deb and the rpm,
// actionlint, which reads the workflows, staticcheck and deadcode.
package tools
