package packaging

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"sanduq/assets"
)

const officeHelpPage = `Usage: sanduq-office <command> [flags]

Head office for tills of Sanduq.

Flags:
  -h, --help                  Show context-sensitive help.
      --database-file=FILE    File with the connection string.
      --version               Say the version.

Commands:
  serve [flags]
    Take what tills send, until told to stop.

  add-till <shop> <till> [flags]
    Add a till, and print a one-time code for it.

Run "sanduq-office <command> --help" for more information on a command.
`

const serveHelpPage = `Usage: sanduq-office serve [flags]

Flags:
  -h, --help                     Show context-sensitive help.
      --database-file=FILE       File with the connection string.
      --version                  Say the version.

      --listen=":8443"           Address to listen on.
      --cert=FILE                Certificate, PEM. It is read anew when it
                                 changes.
      --key=FILE                 Its key, PEM.
      --migrate                  Bring the database up to date first.
      --alert-secret-file=FILE   File with the secret that signs them.
`

func laidOffice(t *testing.T) (App, map[string]File) {
	t.Helper()
	a, err := Load("../..")
	if err != nil {
		t.Fatal(err)
	}
	help, err := parseOfficeHelp(officeHelpPage, serveHelpPage)
	if err != nil {
		t.Fatal(err)
	}
	files, err := Office(a, OfficeBuild{Binary: []byte("binary"), Guide: []byte("guide"), Date: "2026-11-21", Help: help,
		Others: []assets.ThirdParty{{Name: "example.org/one", Version: "v1.2.3", Texts: []assets.Licence{{File: "LICENSE", Text: "MIT"}}}}})
	if err != nil {
		t.Fatal(err)
	}
	return a, listed(t, files)
}

// TestTheOfficesUnitRunsWhatIsInstalled: its program, with flags that it has, credentials
// from where the package has a place for them, and no rights.
func TestTheOfficesUnitRunsWhatIsInstalled(t *testing.T) {
	a, files := laidOffice(t)
	set := map[string][]string{}
	for line := range strings.Lines(string(files[officeUnit].Data)) {
		if key, value, is := strings.Cut(strings.TrimSpace(line), "="); is && !strings.HasPrefix(key, "#") {
			set[key] = append(set[key], value)
		}
	}
	command := strings.Fields(set["ExecStart"][0])
	if !files[strings.TrimPrefix(command[0], "/")].Run {
		t.Errorf("%s is no program of the package", command[0])
	}
	credentials := map[string]bool{}
	for _, one := range set["LoadCredential"] {
		name, from, _ := strings.Cut(one, ":")
		if credentials[name] = true; !strings.HasPrefix(from, officeFolders[0]+"/") {
			t.Errorf("%s comes from %s", name, from)
		}
	}
	for _, word := range command[1:] {
		name, value, _ := strings.Cut(word, "=")
		switch {
		case word == "serve", word == "$FLAGS":
		case !strings.Contains(officeHelpPage+serveHelpPage, "  "+name):
			t.Errorf("the program has no %s", name)
		case value != "" && !credentials[value]:
			t.Errorf("%s: nothing loads %s", name, value)
		}
	}
	if set["EnvironmentFile"][0] != "-/"+officeDefault || !regexp.MustCompile(`(?m)^FLAGS=""$`).Match(files[officeDefault].Data) || set["ConditionPathExists"][0] != "/etc/sanduq-office/database" {
		t.Errorf("flags come from %v, it waits for %v", set["EnvironmentFile"], set["ConditionPathExists"])
	}
	for key, want := range map[string]string{"DynamicUser": "yes", "CapabilityBoundingSet": "", "ProtectSystem": "strict", "NoNewPrivileges": "yes", "Restart": "always"} {
		if !slices.Contains(set[key], want) {
			t.Errorf("%s is %v, want %q", key, set[key], want)
		}
	}
	page := unzipped(t, files["usr/share/man/man1/sanduq-office.1.gz"].Data)
	for _, want := range []string{`"Sanduq ` + a.Details.Version + `"`, `\-\-database\-file`, `\-\-alert\-secret\-file`, `add\-till`, "when it changes", "CREDENTIALS_DIRECTORY"} {
		if !strings.Contains(page, want) {
			t.Errorf("the man page has no %s", want)
		}
	}
	if !strings.Contains(string(files["usr/share/doc/sanduq-office/copyright"].Data), "example.org/one") {
		t.Error("the work of others is not named")
	}
}

// TestTheOfficesPackageKeepsSettings: what an administrator changes is a configuration
// file, folders of secrets are closed, and scripts are scripts.
func TestTheOfficesPackageKeepsSettings(t *testing.T) {
	a, byPath := laidOffice(t)
	var files []File
	dir := t.TempDir()
	for path, f := range byPath {
		files = append(files, f)
		if strings.HasPrefix(path, officeScripts) {
			name := filepath.Join(dir, filepath.Base(path))
			if err := os.WriteFile(name, f.Data, 0o755); err != nil {
				t.Fatal(err)
			}
			if out, err := exec.Command("sh", "-n", name).CombinedOutput(); err != nil {
				t.Errorf("%s: %v %s", path, err, out)
			}
		}
	}
	text, err := OfficeNFPM(a, files, dir, time.Unix(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Version  string
		Scripts  map[string]string
		Contents []struct {
			Dst, Type string
			Info      struct{ Mode os.FileMode } `json:"file_info"`
		}
	}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	seen := map[string]string{}
	for _, c := range got.Contents {
		seen[c.Dst] = c.Type
		if closed := slices.Contains(officeFolders, c.Dst); closed != (c.Info.Mode == 0o700) || strings.HasPrefix(c.Dst, "/DEBIAN") {
			t.Errorf("%s has mode %o", c.Dst, c.Info.Mode)
		}
	}
	if seen["/"+officeDefault] != "config|noreplace" || len(got.Scripts) != 3 || got.Version != a.Details.Version || seen[officeFolders[1]] != "dir" {
		t.Errorf("%s", text)
	}
}
