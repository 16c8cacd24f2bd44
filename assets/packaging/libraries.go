package packaging

import (
	"cmp"
	"debug/elf"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// debian names the Debian package of each library that the binary needs, or
// opens by name when it runs. A blank one is opened only where it is there, or
// for what the application does not do.
var debian = map[string]string{
	"libGL.so.1": "libgl1", "libm.so.6": "libc6", "libc.so.6": "libc6",
	"libX11.so.6": "libx11-6", "libX11-xcb.so.1": "libx11-xcb1", "libXcursor.so.1": "libxcursor1", "libXext.so.6": "libxext6",
	"libXi.so.6": "libxi6", "libXinerama.so.1": "libxinerama1", "libXrandr.so.2": "libxrandr2", "libXrender.so.1": "libxrender1",
	"libXxf86vm.so.1": "libxxf86vm1",
	// Other ways to OpenGL than GLX, and Vulkan.
	"libGL.so": "", "libGLX.so.0": "", "libEGL.so.1": "", "libOpenGL.so.0": "", "libGLESv1_CM.so.1": "", "libGLES_CM.so.1": "",
	"libGLESv2.so.2": "", "libOSMesa.so.6": "", "libOSMesa.so.8": "", "libvulkan.so.1": "",
}

// Libraries are what a Linux binary needs to run.
type Libraries struct {
	Sonames []string // sorted
	Libc    string   // the least version of the C library, "2.34"
}

var soname = regexp.MustCompile(`\x00(lib[A-Za-z0-9_-]+\.so(?:\.[0-9]+)*)\x00`)

// Needs reads off a binary which libraries it is linked with, and which ones it
// names to open them when it runs. A library that nobody knows here is an
// error: somebody must say which package has it.
func Needs(binary string) (l Libraries, err error) {
	f, err := elf.Open(binary)
	if err != nil {
		return l, err
	}
	defer func() { _ = f.Close() }()
	if l.Sonames, err = f.ImportedLibraries(); err != nil {
		return l, err
	}
	data, err := os.ReadFile(binary)
	if err != nil {
		return l, err
	}
	for at := 0; ; { // names share the zero byte between them
		m := soname.FindSubmatchIndex(data[at:])
		if m == nil {
			break
		}
		l.Sonames = append(l.Sonames, string(data[at+m[2]:at+m[3]]))
		at += m[3]
	}
	slices.Sort(l.Sonames)
	l.Sonames = slices.Compact(l.Sonames)
	for _, name := range l.Sonames {
		if _, known := debian[name]; !known {
			return l, fmt.Errorf("%s needs %s: name its Debian package in libraries.go", binary, name)
		}
	}
	symbols, err := f.ImportedSymbols()
	if err != nil {
		return l, err
	}
	l.Libc = leastLibc(symbols)
	l.Sonames = slices.DeleteFunc(l.Sonames, func(name string) bool { return debian[name] == "" })
	return l, nil
}

// leastLibc is the newest version that a symbol asks for.
func leastLibc(symbols []elf.ImportedSymbol) string {
	var newest [2]int
	for _, s := range symbols {
		number, is := strings.CutPrefix(s.Version, "GLIBC_")
		part := strings.Split(number, ".")
		if !is || len(part) < 2 {
			continue
		}
		major, _ := strconv.Atoi(part[0])
		minor, _ := strconv.Atoi(part[1])
		if v := [2]int{major, minor}; slices.Compare(v[:], newest[:]) > 0 {
			newest = v
		}
	}
	return fmt.Sprintf("%d.%d", newest[0], newest[1])
}

// Deb is what a Debian package depends on.
func (l Libraries) Deb() []string {
	var all []string
	for _, name := range l.Sonames {
		p := debian[name]
		if p == "libc6" {
			p += " (>= " + cmp.Or(l.Libc, "2.34") + ")"
		}
		all = append(all, p)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// RPM is what an RPM requires. Distributions name their packages differently,
// and agree on the names of libraries.
func (l Libraries) RPM() []string {
	var all []string
	for _, name := range l.Sonames {
		all = append(all, name+"()(64bit)")
		if name == "libc.so.6" {
			all = append(all, "libc.so.6(GLIBC_"+l.Libc+")(64bit)")
		}
	}
	return all
}
