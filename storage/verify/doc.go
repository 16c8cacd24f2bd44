// Package verify holds the whole file against its manifest: nothing damaged,
// exchanged, dropped or put back. An Auditor reads one state, or goes on in another
// one as long as it is told what moved between them; what it has gathered is always
// true of the state that it looks at. It writes nothing and holds no lock.
package verify
