//go:build e2e

package winetest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sanduq/assets/packaging/installtest"

	"sanduq/ui/e2e/harness"
)

// till is the computer with a screen before it.
type till struct {
	*Computer
	t        *testing.T
	screen   *harness.Display
	pictures string
	began    int // where the log of this start begins
}

// env is a file that make has made, or the folder for pictures.
func env(t *testing.T, name string) string {
	t.Helper()
	value := os.Getenv(name)
	if value == "" {
		t.Fatalf("%s is not set; run make package-windows-test", name)
	}
	return value
}

func newTill(t *testing.T) *till {
	t.Helper()
	screen, err := harness.StartDisplay(t.Context(), 1400, 740) // room for the frame that Wine leaves
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(screen.Stop)
	dir, err := os.MkdirTemp("", "wine-")
	if err != nil {
		t.Fatal(err)
	}
	c, err := New(t.Context(), dir, screen.Env())
	t.Cleanup(func() {
		c.Off()
		time.Sleep(time.Second)
		_ = os.RemoveAll(dir)
	})
	if err != nil {
		t.Fatal(err)
	}
	return &till{Computer: c, t: t, screen: screen, pictures: env(t, "SANDUQ_PICTURES")}
}

func (c *till) must(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

func (c *till) run(args ...string) string {
	c.t.Helper()
	out, err := c.Run(c.t.Context(), args...)
	c.must(err)
	return strings.TrimSpace(out)
}

// refused runs a silent installer that must change nothing, end with a code
// and say why.
func (c *till) refused(code int, why string, args ...string) {
	c.t.Helper()
	before, _, err := installtest.Sum(c.Home("AppData/Local/Programs"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		c.t.Fatal(err)
	}
	_, err = c.Run(c.t.Context(), args...)
	var ended *exec.ExitError
	if !errors.As(err, &ended) || ended.ExitCode() != code || !strings.Contains(c.Said(), why) {
		c.t.Errorf("%s: %v, said %q; want code %d, %q", filepath.Base(args[0]), err, c.Said(), code, why)
	}
	if after, _, _ := installtest.Sum(c.Home("AppData/Local/Programs")); after != before {
		c.t.Errorf("%s was refused, and changed what is installed", filepath.Base(args[0]))
	}
	c.t.Logf("%s /S: code %d: %s", filepath.Base(args[0]), code, c.Said())
}

// start opens the entry of practice in the menu and waits for the window.
func (c *till) start() {
	c.t.Helper()
	c.began = len(c.Log(0))
	c.must(c.Open(c.Home(menu + "Sanduq Practice.lnk")))
	c.log("msg=ready")
	c.must(c.screen.Window("Sanduq"))
	time.Sleep(2 * time.Second) // the first frames of a software renderer
}

func (c *till) log(parts ...string) {
	c.t.Helper()
	c.must(c.WaitLog(c.t.Context(), c.began, parts...))
}

// open begins a QR sale.
func (c *till) open(amount, number string) {
	c.t.Helper()
	c.must(c.screen.Type(amount))
	c.must(c.screen.Key("Return"))
	time.Sleep(1500 * time.Millisecond)
	c.must(c.screen.Key("1"))
	c.log("number="+number+" ", "status=waiting")
}

// approve presses Approve on the practice phone beside the QR.
func (c *till) approve(number string) {
	c.t.Helper()
	time.Sleep(1500 * time.Millisecond)
	c.must(c.screen.Click(1216+4, 426+23)) // Wine puts the window below the frame that nobody draws
	c.log("number="+number+" ", "status=paid")
}

func (c *till) picture(name string) {
	c.t.Helper()
	c.must(c.screen.SaveStable(filepath.Join(c.pictures, name+".png")))
}

// close asks the window to close, as its cross does, or cuts the power.
func (c *till) close(more ...string) {
	c.t.Helper()
	if !c.Runs("sanduq.exe") {
		c.t.Fatal("the till does not run")
	}
	c.run(append([]string{"taskkill", "/im", "sanduq.exe"}, more...)...)
	c.must(installtest.Until(c.t.Context(), "an end of sanduq.exe", func() bool { return !c.Runs("sanduq.exe") }))
}

func (c *till) there(want bool, files ...string) {
	c.t.Helper()
	for _, name := range files {
		if _, err := os.Stat(name); (err == nil) != want {
			c.t.Errorf("%s is there: %v", name, !want)
		}
	}
}

// loginIsRead lets the part of the application that shows and changes the start
// at login look at what an installer has written.
func (c *till) loginIsRead(program string, more ...string) {
	c.t.Helper()
	file := filepath.Join(c.t.TempDir(), "autostart.exe")
	build := exec.CommandContext(c.t.Context(), "go", "test", "-c", "-o", file, "sanduq/ui/desktop/autostart")
	build.Env = append(os.Environ(), "GOOS=windows", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		c.t.Fatalf("%v: %s", err, out)
	}
	had := c.Env
	c.Env = append(append(append([]string{}, had...), "SANDUQ_INSTALLED="+program), more...)
	out := c.run(file, "-test.v", "-test.run", "^(TestTheInstallers|TestTheRunKey)$")
	c.Env = had
	if strings.Count(out, "--- PASS") != 2 {
		c.t.Errorf("the application reads the start at login otherwise: %s", out)
	}
}

const (
	listed = `HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\Sanduq`
	login  = `HKCU\Software\Microsoft\Windows\CurrentVersion\Run`
)

// TestFromSetupToUninstall is the life of the installer on one computer.
func TestFromSetupToUninstall(t *testing.T) {
	c := newTill(t)
	setup, next := env(t, "SANDUQ_SETUP"), env(t, "SANDUQ_SETUP_NEXT")
	exe, uninstall := c.Home(program+"sanduq.exe"), c.Home(program+"uninstall.exe")
	entries := []string{c.Home(menu + "Sanduq.lnk"), c.Home(menu + "Sanduq Practice.lnk")}

	c.refused(3, "Windows 10", setup, "/S")
	c.run("winecfg", "-v", "win10")
	c.run(setup, "/S", "/LOGIN")
	c.there(true, append(entries, exe, uninstall, c.Home(program+"LICENSES.txt"), c.Home(program+"counter-card.pdf"))...)
	if out := c.run("reg", "query", login, "/v", "Sanduq"); !strings.Contains(out, `Programs\Sanduq\sanduq.exe"`) {
		t.Errorf("it does not start at login: %s", out)
	}
	c.loginIsRead(`C:\users\` + c.who + `\AppData\Local\Programs\Sanduq\sanduq.exe`)
	was := c.run(exe, "--version")
	t.Logf("installed: %s", was)

	c.start()
	c.must(c.screen.Key("Escape")) // skips the first run
	c.log(`msg="set up"`)
	time.Sleep(time.Second)
	c.open("12.5", "1")
	c.picture("1-qr")
	c.approve("1")
	c.picture("2-paid")
	c.refused(4, "is running", setup, "/S")
	c.refused(4, "is running", uninstall, "/S", `_?=C:\users\`+c.who+`\AppData\Local\Programs\Sanduq`)
	c.must(c.screen.Key("Return"))
	time.Sleep(1500 * time.Millisecond)
	c.open("48", "2")
	c.picture("3-sale-in-flight")
	c.close("/f")

	c.run(next, "/S")
	now := c.run(exe, "--version")
	t.Logf("upgraded after a power cut: %s", now)
	if now == was {
		t.Errorf("after the upgrade the version is still %s", now)
	}
	if out, err := c.Run(t.Context(), "reg", "query", login, "/v", "Sanduq"); err != nil {
		t.Errorf("the upgrade undid the start at login: %s", out)
	}
	c.start()
	c.log("msg=ready", "fresh=false")
	c.log("number=2 ", "status=waiting")
	c.must(c.screen.Key("ctrl+1"))
	c.picture("4-restored-by-the-newer-one")
	c.approve("2")
	c.picture("5-restored-and-paid")
	c.close()

	before, files, err := installtest.Sum(c.Home(data))
	c.must(err)
	c.run(uninstall, "/S")
	if err := installtest.Until(t.Context(), "an end of the uninstaller", func() bool {
		_, err := os.Stat(uninstall)
		return errors.Is(err, os.ErrNotExist)
	}); err != nil {
		t.Fatalf("%v, said %q", err, c.Said())
	}
	c.there(false, append(entries, exe)...)
	if left, _ := filepath.Glob(filepath.Dir(exe) + "/*"); len(left) > 0 { // the folder itself is held by what Wine runs
		t.Errorf("the uninstaller left %q", left)
	}
	for _, key := range [][]string{{listed}, {login, "/v", "Sanduq"}} {
		if out, err := c.Run(t.Context(), append([]string{"reg", "query"}, key...)...); err == nil {
			t.Errorf("the uninstaller left %s", out)
		}
	}
	after, left, err := installtest.Sum(c.Home(data))
	c.must(err)
	t.Logf("after removing: %d files of the shop, sum %s, was %d, %s", left, after, files, before)
	if after != before || files < 3 {
		t.Error("the uninstaller changed the shop's data")
	}
}

// refusedByMSI lets the till run and tries to upgrade and to remove it.
func (c *till) refusedByMSI(exe string, files map[string]string) {
	c.t.Helper()
	c.must(c.Open(exe))
	c.must(c.screen.Window("Sanduq"))
	before, _, err := installtest.Sum(filepath.Dir(exe))
	c.must(err)
	for how, file := range files {
		_, err := c.Run(c.t.Context(), "msiexec", how, "Z:"+strings.ReplaceAll(file, "/", `\`), "/qn", "/l*v", `C:\msi.log`)
		log, _ := os.ReadFile(c.Path("msi.log"))
		said := strings.Contains(strings.ReplaceAll(string(log), "\x00", ""), "Sanduq is running, so nothing was changed.")
		after, _, _ := installtest.Sum(filepath.Dir(exe))
		if err == nil || !said || after != before || !c.Runs("sanduq.exe") {
			c.t.Errorf("msiexec %s while it runs: %v, said why %v, changed %v, still runs %v", how, err, said, after != before, c.Runs("sanduq.exe"))
		}
		c.t.Logf("msiexec %s while it runs: %.60v", how, err)
	}
	c.close()
}

// TestManagedShops installs, upgrades and removes the MSI.
func TestManagedShops(t *testing.T) {
	c := newTill(t)
	msi, next := env(t, "SANDUQ_MSI"), env(t, "SANDUQ_MSI_NEXT")
	exe := c.Path("Program Files/Sanduq/sanduq.exe")
	entries := []string{c.Home(menu + "Sanduq.lnk"), c.Home(menu + "Sanduq Practice.lnk")} // Windows would put them into everybody's menu
	c.run("winecfg", "-v", "win10")
	install := func(file string) {
		c.run("msiexec", "/i", "Z:"+strings.ReplaceAll(file, "/", `\`), "/qn", "INSTALLLEVEL=2")
		c.there(true, append(entries, exe)...)
		t.Logf("installed: %s", c.run(exe, "--version"))
	}
	install(msi)
	was := c.run(exe, "--version")
	if out := c.run("reg", "query", `HKLM\Software\Microsoft\Windows\CurrentVersion\Run`, "/v", "Sanduq"); !strings.Contains(out, `\Sanduq\sanduq.exe`) {
		t.Errorf("it does not start at login: %s", out)
	}
	c.loginIsRead(`C:\Program Files\Sanduq\sanduq.exe`, "SANDUQ_SHARED=yes")
	c.refusedByMSI(exe, map[string]string{"/i": next, "/x": msi})
	install(next)
	if now := c.run(exe, "--version"); now == was {
		t.Errorf("after the upgrade the version is still %s", now)
	}
	out := c.run("reg", "query", `HKLM\Software\Microsoft\Windows\CurrentVersion\Uninstall`, "/s")
	if n := strings.Count(out, "DisplayName    REG_SZ    Sanduq"); n != 1 {
		t.Errorf("Sanduq is listed %d times among the installed programs", n)
	}
	c.run("msiexec", "/x", "Z:"+strings.ReplaceAll(next, "/", `\`), "/qn")
	c.there(false, append(entries, exe)...)
}

// TestOneByteBreaksASignature signs the packages with a certificate of its
// own, and changes one byte.
func TestOneByteBreaksASignature(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	run := func(args ...string) (string, error) {
		cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
		cmd.Env = append(os.Environ(), "SANDUQ_SIGN_PKCS12="+in("test.p12"), "SANDUQ_SIGN_PASSFILE="+in("pass"))
		out, err := cmd.CombinedOutput()
		if err != nil {
			err = fmt.Errorf("%s: %w\n%s", strings.Join(args[:2], " "), err, out)
		}
		return string(out), err
	}
	must := func(args ...string) {
		t.Helper()
		if _, err := run(args...); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(in("pass"), []byte("only a test"), 0o600); err != nil {
		t.Fatal(err)
	}
	must("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=Sanduq test", "-addext", "extendedKeyUsage=codeSigning",
		"-keyout", in("key.pem"), "-out", in("cert.pem"))
	must("openssl", "pkcs12", "-export", "-inkey", in("key.pem"), "-in", in("cert.pem"), "-out", in("test.p12"), "-passout", "file:"+in("pass"))
	for _, name := range []string{"SANDUQ_EXE", "SANDUQ_SETUP", "SANDUQ_MSI"} {
		data, err := os.ReadFile(env(t, name))
		if err != nil {
			t.Fatal(err)
		}
		file := in(filepath.Base(env(t, name)))
		verify := func() error {
			_, err := run("osslsigncode", "verify", "-CAfile", in("cert.pem"), "-in", file)
			return err
		}
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
		if verify() == nil {
			t.Errorf("%s was not signed and is verified", filepath.Base(file))
		}
		must("../../../.ci/sign-windows", file)
		if err := verify(); err != nil {
			t.Errorf("%s was signed: %v", filepath.Base(file), err)
			continue
		}
		data, err = os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		data[len(data)/2] ^= 1
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
		if verify() == nil {
			t.Errorf("%s lost a bit and is verified all the same", filepath.Base(file))
		} else {
			t.Logf("%s: verified; one bit changed: refused", filepath.Base(file))
		}
	}
}
