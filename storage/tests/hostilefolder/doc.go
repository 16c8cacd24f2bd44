// Package hostilefolder proves that a till does not lie about money while its
// file is taken away from under it. A till of its own process sells in folders
// of odd names, over links and without; at a random moment its file or its
// folder is removed, renamed, replaced or overwritten, and in half of the
// rounds put back; and now and then a sync hangs. The law: a commit that began
// when the file was gone never returns nil; what returned nil is in the file
// that was there, or in the backup that was made of it; nothing is shown that
// did not return nil; the till says that it has a fault, in words that every
// language has, answers meanwhile, opens no other file, works again when the
// file or the disk is back, and ends when it is told to; what was put into the
// file's place stays as it is; and the next start finds everything, freezes, or
// is refused in words.
//
//sanduq:norace tills in other processes do the work
package hostilefolder
