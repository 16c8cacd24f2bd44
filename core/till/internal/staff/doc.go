// Package staff knows who may sign in at the till, who did, which rights each has,
// and what the shop chose in its settings. Other parts of the till ask it for a
// Grant before they do what needs a right, and end the grant afterwards.
//
// It writes through a commit.Writer. It knows no sale, no gateway and no screen.
//
// Locks: Staff.write ("write" of staff) is held over one change of people or
// settings and is taken before the writer's; Staff.mu ("mu" of staff) guards what is
// read and is never held over the disk.
package staff
