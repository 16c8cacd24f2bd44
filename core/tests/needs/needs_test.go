package needs_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sanduq/core/internal/modules"
	"sanduq/core/tests/needs"
)

// ended is a test that notes how it ended.
type ended struct {
	testing.TB
	how, why string
}

func (*ended) Helper() {}

func (e *ended) Skipf(format string, args ...any) {
	e.how, e.why = "skipped", fmt.Sprintf(format, args...)
	panic(e)
}

func (e *ended) Fatal(args ...any) {
	e.how, e.why = "failed", fmt.Sprint(args...)
	panic(e)
}

// end runs a test and returns how it ended.
func end(test func(t testing.TB)) *ended {
	e := &ended{}
	func() {
		defer func() {
			if r := recover(); r != nil && r != any(e) {
				panic(r)
			}
		}()
		test(e)
		e.how = "passed"
	}()
	return e
}

func TestWhatIsNotThere(t *testing.T) {
	for _, c := range []struct{ required, program, how, why string }{
		{"", "go", "passed", ""},
		{"", "no-such-program", "skipped", "NOT TESTED: there is no no-such-program on this machine; run: .ci/deps report"},
		{"all", "no-such-program", "failed", "there is no no-such-program on this machine; run: .ci/deps report"},
		{"all", "go", "passed", ""},
	} {
		t.Setenv(needs.Variable, c.required)
		e := end(func(t testing.TB) { needs.Program(t, c.program, "report") })
		if e.how != c.how || e.why != c.why {
			t.Errorf("%+v: %s, %q", c, e.how, e.why)
		}
	}
}

// TestOtherErrorsFail: what went wrong is no missing program.
func TestOtherErrorsFail(t *testing.T) {
	t.Setenv(needs.Variable, "")
	for _, c := range []struct {
		err error
		how string
	}{
		{nil, "passed"},
		{errors.New("broken"), "failed"},
		{fmt.Errorf("start: %w", needs.Missing{What: "no ptrace"}), "skipped"},
	} {
		e := end(func(t testing.TB) { needs.Check(t, c.err) })
		if e.how != c.how {
			t.Errorf("%v: %s", c.err, e.how)
		}
	}
}

// call is a use of this package that names a group of .ci/deps.
var call = regexp.MustCompile(`needs\.(?:Program|Find)\([^)]*"([^"]*)"\)|Group: "([^"]*)"`)

// install is a call of .ci/deps in a script.
var install = regexp.MustCompile(`\.ci/deps ([a-z]+(?: [a-z]+)*)`)

// TestGroupsExist reads every use of this package and every call of .ci/deps: the
// group must be there. Tests that look for a program by themselves pass by the rule.
func TestGroupsExist(t *testing.T) {
	const root = "../../.."
	deps, err := os.ReadFile(filepath.Join(root, ".ci", "deps"))
	if err != nil {
		t.Fatal(err)
	}
	uses := 0
	err = modules.Walk(root, ".", func(dir string, files []string) error {
		for _, name := range files {
			if !strings.HasSuffix(name, ".go") || dir == "core/tests/needs" {
				continue
			}
			text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(dir), name))
			if err != nil {
				return err
			}
			if strings.HasSuffix(name, "_test.go") && strings.Contains(string(text), "exec.LookPath(") {
				t.Errorf("%s/%s looks for a program without package needs", dir, name)
			}
			for _, m := range call.FindAllStringSubmatch(string(text), -1) {
				group := m[1] + m[2]
				if uses++; !strings.Contains(string(deps), "\n  "+group+")") {
					t.Errorf("%s/%s: .ci/deps has no group %q", dir, name, group)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, pattern := range []string{"Makefile", ".ci/*", ".github/workflows/*"} {
		files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range install.FindAllStringSubmatch(string(text), -1) {
				for group := range strings.FieldsSeq(m[1]) {
					if uses++; !strings.Contains(string(deps), "\n  "+group+")") {
						t.Errorf("%s: .ci/deps has no group %q", file, group)
					}
				}
			}
		}
	}
	if uses < 30 {
		t.Errorf("only %d uses were found", uses)
	}
}
