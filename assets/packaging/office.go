package packaging

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"
	"time"

	"sanduq/assets"
)

//go:embed linux/office/sanduq-office.1.in
var officeManual string

// OfficeBuild is what head office's package is made of besides FyneApp.toml.
type OfficeBuild struct {
	Binary []byte
	Guide  []byte // assets/manual/office.md
	Date   string // of the commit
	Help   OfficeHelp
	Others []assets.ThirdParty
}

// OfficeHelp is what head office's program says of itself.
type OfficeHelp struct{ Flags, Commands, Serve []Flag }

var commandLine = regexp.MustCompile(`^  ([a-z][a-z-]+)(?: .*\[flags\])?$`)

// HelpOfOffice asks the program.
func HelpOfOffice(binary string) (h OfficeHelp, err error) {
	all, err := exec.Command(binary, "--help").Output()
	if err != nil {
		return h, fmt.Errorf("%s --help: %w", binary, err)
	}
	serve, err := exec.Command(binary, "serve", "--help").Output()
	if err != nil {
		return h, fmt.Errorf("%s serve --help: %w", binary, err)
	}
	return parseOfficeHelp(string(all), string(serve))
}

func parseOfficeHelp(all, serve string) (h OfficeHelp, err error) {
	h.Flags = parseHelp(all)
	known := map[string]bool{}
	for _, f := range h.Flags {
		known[f.Long] = true
	}
	for _, f := range parseHelp(serve) {
		if !known[f.Long] {
			h.Serve = append(h.Serve, f)
		}
	}
	_, commands, _ := strings.Cut(all, "Commands:\n")
	for line := range strings.Lines(commands) {
		line = strings.TrimRight(line, "\n")
		if m := commandLine.FindStringSubmatch(line); m != nil {
			h.Commands = append(h.Commands, Flag{Long: strings.TrimSuffix(strings.TrimSpace(line), " [flags]")})
		} else if text := strings.TrimSpace(line); strings.HasPrefix(line, "    ") && len(h.Commands) > 0 {
			c := &h.Commands[len(h.Commands)-1]
			c.Text = strings.TrimSpace(c.Text + " " + text)
		}
	}
	if len(h.Flags) == 0 || len(h.Commands) == 0 || len(h.Serve) == 0 {
		return h, fmt.Errorf("the program's help is not understood: %d flags, %d commands, %d flags of serve", len(h.Flags), len(h.Commands), len(h.Serve))
	}
	return h, nil
}

// Office lists the files of head office's package, without folders.
func Office(a App, b OfficeBuild) ([]File, error) {
	page, err := template.New("sanduq-office.1").Funcs(inManual).Parse(officeManual)
	if err != nil {
		return nil, err
	}
	var manual strings.Builder
	if err := page.Execute(&manual, map[string]any{"App": a, "Date": b.Date, "Flags": b.Help.Flags, "Commands": b.Help.Commands, "Serve": b.Help.Serve}); err != nil {
		return nil, err
	}
	files := []File{
		{Path: "usr/bin/sanduq-office", Data: b.Binary, Run: true},
		{Path: "usr/share/man/man1/sanduq-office.1.gz", Data: zipped([]byte(manual.String()))},
		{Path: "usr/share/doc/sanduq-office/copyright", Data: copyrightOf(b.Others, "linux", true)},
		{Path: "usr/share/doc/sanduq-office/office.md", Data: b.Guide},
	}
	for _, one := range []struct{ from, to string }{
		{"sanduq-office.service", officeUnit}, {"default", officeDefault},
		{"alerts.yml", officeDocs + "prometheus-alerts.yml"}, {"dashboard.json", officeDocs + "grafana-dashboard.json"},
		{"sanduq-office.lintian-overrides", "usr/share/lintian/overrides/sanduq-office"},
		{"changelog", "usr/share/doc/sanduq-office/changelog.Debian.gz"}, {"postinst", officeScripts + "postinst"}, {"prerm", officeScripts + "prerm"}, {"postrm", officeScripts + "postrm"},
	} {
		data, err := linux.ReadFile("linux/office/" + one.from)
		if err != nil {
			return nil, err
		}
		if strings.HasSuffix(one.to, ".gz") {
			data = zipped(data)
		}
		files = append(files, File{Path: one.to, Data: data, Run: strings.HasPrefix(one.to, officeScripts)})
	}
	return files, nil
}

const (
	officeUnit    = "lib/systemd/system/sanduq-office.service"
	officeDefault = "etc/default/sanduq-office"
	officeDocs    = "usr/share/doc/sanduq-office/"
	officeScripts = "DEBIAN/" // not files of the installed system
)

// officeFolders hold what an administrator writes, and nobody else may read.
var officeFolders = []string{"/etc/sanduq-office", "/etc/sanduq-office/secrets"}

// OfficeNFPM is the configuration from which nfpm makes the Debian package of head
// office. The files are expected below stage; epoch is the time of the commit.
func OfficeNFPM(a App, files []File, stage string, epoch time.Time) ([]byte, error) {
	var contents []object
	scripts := object{}
	for _, f := range files {
		src := filepath.Join(stage, filepath.FromSlash(f.Path))
		if name, is := strings.CutPrefix(f.Path, officeScripts); is {
			scripts[map[string]string{"postinst": "postinstall", "prerm": "preremove", "postrm": "postremove"}[name]] = src
			continue
		}
		one := object{"src": src, "dst": "/" + f.Path, "file_info": object{"mode": 0o644, "mtime": epoch, "owner": "root", "group": "root"}}
		if f.Run {
			one["file_info"].(object)["mode"] = 0o755
		}
		if f.Path == officeDefault {
			one["type"] = "config|noreplace"
		}
		contents = append(contents, one)
	}
	for _, dir := range officeFolders {
		contents = append(contents, object{"type": "dir", "dst": dir, "file_info": object{"mode": 0o700, "mtime": epoch, "owner": "root", "group": "root"}})
	}
	return json.MarshalIndent(object{
		"name": "sanduq-office", "arch": "amd64", "platform": "linux", "version": a.Details.Version, "release": "1", "version_schema": "none",
		"section": "misc", "priority": "optional", "maintainer": "Sanduq <till@sanduq.invalid>", "vendor": "Sanduq",
		"homepage": a.Website, "mtime": epoch, "disable_globbing": true, "contents": contents, "scripts": scripts,
		"description": "head office for tills of Sanduq\n" +
			"Takes what the tills of several shops write down into PostgreSQL, shows the\n" +
			"owner a page and a window, and tells people what cannot wait. It keeps nothing\n" +
			"by itself: any number of it may run on one database.",
		"deb":        object{"compression": "xz"},
		"depends":    []string{"init-system-helpers (>= 1.54~)"},
		"recommends": []string{"ca-certificates", "tzdata"},
		"suggests":   []string{"postgresql"},
	}, "", " ")
}
