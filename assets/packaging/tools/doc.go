// Package tools is a module of its own, so that what only packaging needs stays
// out of the application's go.mod: nfpm, which makes the deb and the rpm, and
// actionlint, which reads the workflows.
package tools
