package config

import (
	"os"

	"golang.org/x/sys/unix"
)

// networkKind names the file system of a folder on another machine; blank when
// it is on this one, or when that is not known.
func networkKind(dir string) string {
	var stat unix.Statfs_t
	if err := unix.Statfs(dir, &stat); err == nil {
		if kind := remoteMagic[uint32(stat.Type)]; kind != "" {
			return kind
		}
	}
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return ""
	}
	if kind := mountKind(string(mounts), dir); remoteKinds[kind] {
		return kind
	}
	return ""
}

// remoteMagic are the numbers by which statfs tells such file systems, whatever a
// container shows of the mounts. FUSE has one number for all of its kinds, so that
// those are known by their mounts alone.
var remoteMagic = map[uint32]string{
	unix.NFS_SUPER_MAGIC: "nfs", unix.CIFS_SUPER_MAGIC: "cifs", unix.SMB2_SUPER_MAGIC: "smb2", unix.SMB_SUPER_MAGIC: "smb",
	unix.V9FS_MAGIC: "9p", unix.AFS_SUPER_MAGIC: "afs", unix.CEPH_SUPER_MAGIC: "ceph", unix.CODA_SUPER_MAGIC: "coda",
	unix.NCP_SUPER_MAGIC: "ncpfs", unix.OCFS2_SUPER_MAGIC: "ocfs2", 0x01161970: "gfs2", 0x0bd00bd0: "lustre", 0x786f4256: "vboxsf",
}
