package subprocess

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// childVariable makes this test program print its environment and end.
const childVariable = "SANDUQ_TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childVariable) != "" {
		fmt.Println(strings.Join(os.Environ(), "\n"))
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// ours are the variables of ours that a child finds.
func ours(t *testing.T, child *exec.Cmd) string {
	t.Helper()
	out, err := child.Output()
	if err != nil || !strings.Contains(string(out), childVariable) || !strings.Contains(string(out), "PATH=") {
		t.Fatalf("the child said %q, %v", out, err)
	}
	var found []string
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		if strings.HasPrefix(line, "SERVICE_") {
			found = append(found, line)
		}
	}
	slices.Sort(found)
	return strings.Join(found, " ")
}

func told(t *testing.T) {
	t.Setenv(childVariable, "1")
	t.Setenv("SERVICE_ENV", "live")
	t.Setenv("SERVICE_API_KEY", "the-key")
	t.Setenv("SERVICE_SECRET_KEY", "the=secret")
	t.Setenv("SERVICE_LATER", "")
}

func TestAProgramThatIsStartedGetsNothingOfOurs(t *testing.T) {
	told(t)
	if got := ours(t, Command(t.Context(), os.Args[0])); got != "" {
		t.Errorf("the child got %s", got)
	}
}

// TestWhatLibrariesStartGetsNoKey: a library knows nothing of Command.
func TestWhatLibrariesStartGetsNoKey(t *testing.T) {
	told(t)
	w := Withhold()
	if got := ours(t, exec.Command(os.Args[0])); got != "SERVICE_ENV=live" {
		t.Errorf("the child got %s", got)
	}
	if w.Get("SERVICE_SECRET_KEY") != "the=secret" || w.Get("SERVICE_ENV") != "live" || w.Get("SERVICE_NONE") != "" {
		t.Error("the program itself does not know them any more")
	}
	if s := fmt.Sprintf("%v %+v %#v", w, w, w); strings.Contains(s, "the-key") || strings.Contains(s, "the=secret") {
		t.Errorf("printed: %s", s)
	}
	var none Withheld
	if none.Get("SERVICE_ENV") != "live" {
		t.Error("the zero value withholds something")
	}
}

// TestOurOwnChildrenAreStartedHere reads the sources of the window: anyone who
// starts a program does it by Command.
func TestOurOwnChildrenAreStartedHere(t *testing.T) {
	starts := regexp.MustCompile(`\bexec\.Command|\bexec\.Cmd\{|\bos\.StartProcess|\bsyscall\.(ForkExec|StartProcess)`)
	allowed := map[string]bool{"startup/again_windows.go": true, "subprocess/subprocess.go": true} // the program itself, again
	files := 0
	read := func(path string, d fs.DirEntry, err error) error {
		name, _ := filepath.Rel("..", path)
		name = filepath.ToSlash(name)
		switch {
		case err != nil:
			return err
		case d.IsDir() && (name == "e2e" || d.Name() == "testdata"):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		files++
		source, err := os.ReadFile(path)
		if found := starts.Find(source); found != nil && !allowed[name] {
			t.Errorf("%s starts a program by %s", name, found)
		}
		return err
	}
	err := errors.Join(filepath.WalkDir("..", read), filepath.WalkDir("../../main.go", read))
	if err != nil || files < 100 {
		t.Fatalf("%d files were read: %v", files, err)
	}
}
