package packaging

import (
	"debug/elf"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func TestTheLeastLibcIsTheNewestThatASymbolAsksFor(t *testing.T) {
	got := leastLibc([]elf.ImportedSymbol{{Version: "GLIBC_2.4"}, {Version: "GLIBC_2.34"}, {Version: "GLIBC_2.2.5"}, {Version: "GLIBC_PRIVATE"}, {Version: ""}})
	if got != "2.34" {
		t.Errorf("%s, want 2.34", got)
	}
	l := Libraries{Sonames: []string{"libGL.so.1", "libc.so.6", "libm.so.6"}, Libc: "2.34"}
	if got := l.Deb(); !slices.Equal(got, []string{"libc6 (>= 2.34)", "libgl1"}) {
		t.Errorf("deb: %q", got)
	}
	if got := l.RPM(); !slices.Contains(got, "libc.so.6(GLIBC_2.34)(64bit)") || !slices.Contains(got, "libGL.so.1()(64bit)") {
		t.Errorf("rpm: %q", got)
	}
}

// TestALibraryThatNobodyKnowsIsRefused puts the name of one into a program.
func TestALibraryThatNobodyKnowsIsRefused(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("programs here are no ELF files")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "program")
	name := "lib" + "nobody.so.7"
	if err := os.WriteFile(file, append(data, "\x00libX11.so.6\x00"+name+"\x00"...), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Needs(file); err == nil || !strings.Contains(err.Error(), name) {
		t.Errorf("%v", err)
	}
}
