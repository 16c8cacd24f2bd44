package words

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	asked   = regexp.MustCompile(`\.T\("([A-Za-z0-9._]+)"[,)]`)
	counted = regexp.MustCompile(`\.N\("([A-Za-z0-9._]+)",`)
	literal = regexp.MustCompile(`"([A-Za-z0-9._-]+)"`)
)

// families are the beginnings of keys that the program puts together: what
// follows them must stand in the program too, part by part.
var families = []string{"ask.word.", "account.", "answer.", "backup.why.", "banner.", "card.", "currency.", "error.", "fact.", "failed.", "frozen.fact.", "key.", "note.", "outcome.", "phone.", "printer.", "reason.",
	"day.leftOut.", "drill.", "otp.correct.", "otp.nameless.", "otp.whose.",
	"receipts.means.", "receipts.route.", "refusal.", "refused.", "export.kind.", "report.by.", "report.cause.", "report.column.", "report.debt.", "report.error.", "report.match.", "report.type.",
	"statement.answer.", "statement.ask.", "statement.doubt.", "statement.gap.", "statement.kind.", "statement.say.", "statement.skipped.", "statement.way.", "rescue.", "route.", "settings.customer.", "slip.z.", "right.",
	"seller.", "seller.document.",
	"settings.rights.", "audit.", "owed.todo.",
	"owed.cause.", "settings.keyboard", "settings.keyboard.", "settings.printer.", "settings.printer.roll.", "settings.printer.way.", "settings.probe.", "settings.test.", "settings.theme.", "settings.users.name.", "startup.", "unknown.todo.",
	"mail.why.", "settings.files.of.", "settings.files.when.", "settings.files.wrong.", "settings.mail.wrong.",
	"wallet.", "way.", "weekday."}

// ahead are sentences that stand ready, in three languages, for screens beside
// those of this program.
var ahead = []string{"banner.keys"}

// sources is every Go file of the program but the tests, this package, and the pages of
// payment and of head office, which have catalogues of their own.
func sources(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (path == filepath.Join("..", "words") || path == filepath.Join("..", "..", "core", "checkout") || path == filepath.Join("..", "..", "core", "office", "server") || d.Name() == ".git" || d.Name() == "testdata"):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		data, err := os.ReadFile(path)
		all[path] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// A key that screens ask for by name must be in the catalogue: a till must never show ⟨key⟩.
func TestScreensAskForKeysThatExist(t *testing.T) {
	c := load(t, English)
	found := 0
	check := func(file, key string) {
		found++
		if !c.Has(key) {
			t.Errorf("%s asks for %s", file, key)
		}
	}
	for path, source := range sources(t) {
		for _, m := range asked.FindAllStringSubmatch(source, -1) {
			check(path, m[1])
		}
		for _, m := range counted.FindAllStringSubmatch(source, -1) {
			check(path, m[1]+"[other]")
		}
	}
	if found == 0 {
		t.Error("no key was found in any source: the search is broken")
	}
}

// A sentence that nothing shows is one that nobody reads again.
func TestEverySentenceIsSaidSomewhere(t *testing.T) {
	known := map[string]bool{}
	for _, source := range sources(t) {
		for _, m := range literal.FindAllStringSubmatch(source, -1) {
			known[strings.TrimPrefix(m[1], ".")] = true
		}
	}
	c := load(t, English)
	for key := range c.sentences[English] {
		name := strings.TrimSuffix(key, ".short") // the navigation in a narrow window
		if m := plural.FindStringSubmatch(key); m != nil {
			name = m[1]
		}
		if !known[name] && !mayCompose(name, known) && !beginsWith(name, ahead) {
			t.Errorf("%s: nothing says it", key)
		}
	}
}

// mayCompose reports whether a key is one that the program may put together.
func mayCompose(key string, known map[string]bool) bool {
	for _, family := range families {
		rest, ok := strings.CutPrefix(key, family)
		for _, part := range strings.Split(rest, ".") {
			ok = ok && (known[part] || strings.Trim(part, "0123456789") == "")
		}
		if ok {
			return true
		}
	}
	return false
}

func beginsWith(key string, all []string) bool {
	for _, one := range all {
		if strings.HasPrefix(key, one) {
			return true
		}
	}
	return false
}
