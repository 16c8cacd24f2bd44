package config

import (
	"path/filepath"
	"strings"
)

// Doubts names what makes a folder a place where data may be lost: the kind of network
// that it is on, and the program that copies it elsewhere and back by itself;
// blank where there is none, or where that is not known.
func Doubts(dir string) (network, synced string) {
	if whole, err := filepath.Abs(dir); err == nil {
		dir = whole
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	return networkKind(dir), syncedBy(dir)
}

// remoteKinds are file systems whose files are on another machine.
var remoteKinds = map[string]bool{"nfs": true, "nfs4": true, "cifs": true, "smb3": true, "smbfs": true, "ncpfs": true, "afs": true,
	"9p": true, "ceph": true, "glusterfs": true, "webdav": true, "afpfs": true, "smb2": true, "smb": true, "coda": true,
	"lustre": true, "orangefs": true, "pvfs2": true, "gfs2": true, "ocfs2": true, "beegfs": true, "gpfs": true, "fuse.juicefs": true,
	"vboxsf": true, "virtiofs": true, "prl_fs": true, "fuse.vmhgfs-fuse": true, "fuse.gcsfuse": true, "fuse.mfs": true,
	"fuse.sshfs": true, "fuse.rclone": true, "fuse.davfs": true, "fuse.gvfsd-fuse": true, "fuse.glusterfs": true,
	"fuse.cephfs": true, "fuse.s3fs": true, "fuse.kio-fuse": true, "fuse.curlftpfs": true, "fuse.smbnetfs": true}

// uncPath reports whether a path of Windows names another machine.
func uncPath(dir string) bool {
	return strings.HasPrefix(dir, `\\`) && !strings.HasPrefix(dir, `\\?\`) && !strings.HasPrefix(dir, `\\.\`) ||
		len(dir) >= len(`\\?\UNC\`) && strings.EqualFold(dir[:len(`\\?\UNC\`)], `\\?\UNC\`)
}

// mountKind finds the file system of a folder in the text of
// /proc/self/mountinfo: that of the longest mount point above it, the newest of
// equals.
func mountKind(mounts, dir string) (kind string) {
	longest := -1
	for line := range strings.Lines(mounts) {
		head, tail, ok := strings.Cut(strings.TrimSpace(line), " - ")
		left, right := strings.Fields(head), strings.Fields(tail)
		if !ok || len(left) < 5 || len(right) < 1 {
			continue
		}
		point := strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`).Replace(left[4])
		within := dir == point || strings.HasPrefix(dir, strings.TrimSuffix(point, "/")+"/")
		if within && len(point) >= longest {
			longest, kind = len(point), right[0]
		}
	}
	return kind
}

// syncing are the beginnings of the names of folders, in small letters, that a
// program keeps the same on several machines.
var syncing = []struct{ folder, name string }{
	{"dropbox", "Dropbox"}, {"onedrive", "OneDrive"}, {"google drive", "Google Drive"}, {"googledrive", "Google Drive"},
	{"my drive", "Google Drive"}, {"nextcloud", "Nextcloud"}, {"owncloud", "ownCloud"}, {"icloud", "iCloud"}, {"iclouddrive", "iCloud"},
	{"mobile documents", "iCloud"}, {"com~apple~clouddocs", "iCloud"}, {"pclouddrive", "pCloud"}, {"syncthing", "Syncthing"},
}

// syncedBy names the program in whose folder a path lies; blank for none.
func syncedBy(dir string) string {
	for part := range strings.FieldsFuncSeq(strings.ToLower(dir), func(r rune) bool { return r == '/' || r == '\\' }) {
		for _, s := range syncing {
			if rest, ok := strings.CutPrefix(part, s.folder); ok && (rest == "" || strings.ContainsAny(rest[:1], " -_(.")) {
				return s.name
			}
		}
	}
	return ""
}
