package config

import "testing"

const mounts = `22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
30 22 0:26 / /mnt/shop rw,relatime shared:9 - nfs4 server:/export rw
31 22 0:27 / /mnt/shop/local rw - xfs /dev/sdb1 rw
32 22 0:28 / /media/the\040office rw - cifs //server/share rw
33 22 0:29 / /home/till/remote rw - fuse.sshfs till@server: rw
34 22 0:30 / /mnt/twice rw - ext4 /dev/sdc1 rw
35 22 0:31 / /mnt/twice rw - fuse.sshfs till@server: rw
36 22 0:32 / /media/stick rw - fuseblk /dev/sdd1 rw
not a mount
`

func TestFoldersOfOtherMachines(t *testing.T) {
	for dir, want := range map[string]bool{
		"/home/till": false, "/": false, "/mnt/shop": true, "/mnt/shop/a/b": true, "/mnt/shop/local/a": false, "/mnt/shopping": false,
		"/media/the office/sanduq": true, "/home/till/remote/x": true, "/home/till/remotely": false, "/mnt/twice": true, "/media/stick/x": false,
	} {
		if kind := mountKind(mounts, dir); remoteKinds[kind] != want {
			t.Errorf("%s is on %q", dir, kind)
		}
	}
	if kind := networkKind(t.TempDir()); kind != "" {
		t.Errorf("this machine's own folder is on %q", kind)
	}
}

func TestPathsOfAnotherMachine(t *testing.T) {
	for dir, want := range map[string]bool{
		`\\server\share\till`: true, `\\?\UNC\server\share`: true, `\\?\unc\server\share`: true, `\\?\C:\till`: false, `\\.\C:\till`: false,
		`C:\till`: false, "/home/till": false,
	} {
		if got := uncPath(dir); got != want {
			t.Errorf("%s: %v", dir, got)
		}
	}
}

func TestFoldersThatAreCopiedElsewhere(t *testing.T) {
	for dir, want := range map[string]string{
		"/home/till/.local/share/sanduq": "", "/home/till/Dropbox/sanduq": "Dropbox", "/home/till/Dropbox (Shop)/x": "Dropbox",
		`C:\Users\till\OneDrive\Sanduq`: "OneDrive", `C:\Users\till\OneDrive - Al Noor\Sanduq`: "OneDrive",
		"/Users/till/Library/Mobile Documents/com~apple~CloudDocs/x": "iCloud", `C:\Users\till\iCloudDrive\x`: "iCloud",
		"/home/till/Nextcloud/till": "Nextcloud", "/Volumes/GoogleDrive/My Drive/x": "Google Drive",
		"/home/dropboxes/x": "", "/home/till/onedriver/x": "",
	} {
		if got := syncedBy(dir); got != want {
			t.Errorf("%s: %q, want %q", dir, got, want)
		}
	}
}
