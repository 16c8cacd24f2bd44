// Command look drives the real window through the screens of the till on a
// virtual display and leaves a picture of each, in every theme, in both
// directions, at every size and with large text. Given the pictures that the
// screens were designed by, it puts each beside its own.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"sanduq/ui/e2e/harness"
)

func main() {
	l := &look{}
	flag.StringVar(&l.app, "app", "out/sanduq", "the application")
	flag.StringVar(&l.out, "out", "out/look", "where the pictures go")
	flag.StringVar(&l.target, "target", "", "folder of pictures to put beside ours, 01-sale.png and so on")
	only := flag.String("only", "", "walks to go, comma-separated: day,light,dark,contrast,ar,large,sizes,ends,lock,live,first,parts; all when absent")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	started := time.Now()
	if err := l.run(ctx, *only); err != nil {
		fmt.Fprintf(os.Stderr, "look: after %d pictures: %v\n", l.pictures, err)
		os.Exit(1)
	}
	fmt.Printf("%d pictures, %d of them beside a target, in %s, %.0f s\n", l.pictures, l.pairs, l.out, time.Since(started).Seconds())
}

// look is one run.
type look struct {
	app, out, target string

	root   string // of all data
	data   string // of this walk
	screen *harness.Display
	till   *harness.App
	bank   *harness.Bank // of a live till

	number   int // of the newest sale
	lost     int // of the sale that nobody knows about; 0 before
	pictures int
	pairs    int
}

// run goes the walks that are asked for. The day comes first: it leaves the
// sales that the others show.
func (l *look) run(ctx context.Context, only string) (err error) {
	if l.root, err = os.MkdirTemp("", "sanduq-look-"); err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(l.root) }()
	wanted := func(name string) bool { return only == "" || strings.Contains(","+only+",", ","+name+",") }
	if wanted("parts") {
		if err := l.parts(ctx); err != nil {
			return fmt.Errorf("parts: %w", err)
		}
	}
	for _, w := range walks {
		if !wanted(w.name) {
			continue
		}
		if err := l.walk(ctx, w); err != nil {
			return fmt.Errorf("%s: %w", w.name, err)
		}
	}
	return nil
}

// walk goes one walk, on a display of its own.
func (l *look) walk(ctx context.Context, w walk) (err error) {
	if l.screen, err = harness.StartDisplay(ctx, w.width, w.height); err != nil {
		return err
	}
	defer l.screen.Stop()
	l.data = filepath.Join(l.root, w.data)
	if w.data != "" || w.fresh {
		l.number = 0 // a till of its own
	}
	if w.fresh {
		if l.data, err = os.MkdirTemp(l.root, "first-"); err != nil {
			return err
		}
	} else if err := l.shop(ctx, w); err != nil {
		return err
	}
	if err := l.remember(w.text); err != nil {
		return err
	}
	env, args := append([]string{"LANG=C"}, w.env...), append([]string{"--full-screen"}, w.args...)
	if w.live {
		gateway, stop, err := l.gateway()
		if err != nil {
			return err
		}
		defer stop()
		env = append(env, gateway...)
	} else {
		args = append(args, "--bank-addr", "127.0.0.1:0", "--poll-cap", "90s")
	}
	if l.till, err = harness.StartApp(l.screen, l.app, l.data, env, args...); err != nil {
		return err
	}
	defer func() { _ = l.till.Stop() }()
	if w.live {
		if err := l.unlock(); err != nil {
			return err
		}
	}
	if err := l.log(ctx, "msg=ready", fmt.Sprintf("fresh=%v", w.fresh)); err != nil {
		return err
	}
	time.Sleep(2 * time.Second) // the first frames of a software renderer
	return w.steps(ctx, l)
}

// remember writes the size of text where the application keeps its comforts.
func (l *look) remember(percent int) error {
	dir := filepath.Join(l.data, "config", "fyne", "ly.sanduq.till")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "preferences.json"), fmt.Appendf(nil, `{"textPercent":%d}`, max(percent, 100)), 0o600)
}

// parts has the tests of the widgets draw every part in every state.
func (l *look) parts(ctx context.Context) error {
	folder, err := filepath.Abs(filepath.Join(l.out, "parts"))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, "go", "test", "-count=1", "-tags", "migrated_fynedo,no_emoji", "./ui/toolkit", "-run", "TestGallery", "-gallery", folder)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if said, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, said)
	}
	return l.pair("00-parts", filepath.Join(folder, "parts-light.png"))
}

// shot takes a picture.
func (l *look) shot(name string) error {
	path := filepath.Join(l.out, name+".png")
	if err := l.screen.SaveStable(path); err != nil {
		return err
	}
	return l.pair(name, path)
}

// pair puts a picture beside its target, where there is one of that name.
func (l *look) pair(name, path string) error {
	l.pictures++
	target := filepath.Join(l.target, name+".png")
	if _, err := os.Stat(target); l.target == "" || err != nil {
		fmt.Println(name)
		return nil
	}
	pair := filepath.Join(l.out, "pairs", name+".png")
	if err := os.MkdirAll(filepath.Dir(pair), 0o755); err != nil {
		return err
	}
	l.pairs++
	fmt.Println(name, "beside its target")
	return exec.Command("convert", target, path, "+append", pair).Run()
}

func (l *look) log(ctx context.Context, parts ...string) error {
	ctx, cancel := context.WithTimeout(ctx, 150*time.Second)
	defer cancel()
	_, err := l.till.WaitLog(ctx, parts...)
	return err
}

func (l *look) status(ctx context.Context, number int, status string) error {
	return l.log(ctx, fmt.Sprintf("number=%d ", number), "status="+status)
}
