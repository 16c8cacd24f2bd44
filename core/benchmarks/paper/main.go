//go:build unix

// Command paper holds the bytes that print a slip against two encoders and a decoder from npm, and measures how long a
// slip takes from its content to its bytes. It prints one table and fails where a byte, a dot or a time is not as it
// must be.
//
//	go run ./paper                      install the peers below ../../out, compare, measure
//	go run ./paper -pictures FOLDER     leave the pictures of all slips there too
//
// The peers and their versions stand in package.json; their code never enters the application. One difference is
// allowed: node-thermal-printer writes the mode of GS v 0 as '0' where we write 0, which the command defines to be the
// same.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"image/png"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"time"
)

type settings struct {
	source   string // of package.json and peers.mjs
	peers    string // where the peers are installed
	pictures string
	rounds   int
}

func main() {
	var s settings
	flag.StringVar(&s.source, "source", "paper", "the folder with package.json and peers.mjs")
	flag.StringVar(&s.peers, "peers", "../../out/paper-peers", "where the peers are installed")
	flag.StringVar(&s.pictures, "pictures", "", "a folder for the pictures; blank leaves none")
	flag.IntVar(&s.rounds, "rounds", 300, "slips that are timed")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, s); err != nil {
		fmt.Fprintln(os.Stderr, "paper:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, s settings) error {
	slips, err := drawAll()
	if err != nil {
		return err
	}
	if s.pictures != "" {
		if err := save(s.pictures, slips); err != nil {
			return err
		}
	}
	if err := install(ctx, s); err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "paper")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	if err := save(folder, slips); err != nil {
		return err
	}
	versions, err := ask(ctx, s, folder)
	if err != nil {
		return err
	}
	fmt.Printf("%s, %d processors, %s\n\n", runtime.Version(), runtime.NumCPU(), time.Now().Format("2006-01-02"))
	return errors.Join(compare(folder, slips, versions), measure(s.rounds))
}

// install installs the peers once. Their scripts do not run.
func install(ctx context.Context, s settings) error {
	if err := os.MkdirAll(s.peers, 0o755); err != nil {
		return err
	}
	same := true
	for _, name := range []string{"package.json", "package-lock.json"} {
		data, err := os.ReadFile(filepath.Join(s.source, name))
		if err != nil {
			return err
		}
		there, _ := os.ReadFile(filepath.Join(s.peers, name))
		same = same && slices.Equal(there, data)
		if err := os.WriteFile(filepath.Join(s.peers, name), data, 0o644); err != nil {
			return err
		}
	}
	if _, err := os.Stat(filepath.Join(s.peers, "node_modules")); err == nil && same {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
	cmd.Dir, cmd.Stdout, cmd.Stderr = s.peers, os.Stderr, os.Stderr
	return cmd.Run()
}

// ask lets the peers work on a folder and returns their versions.
func ask(ctx context.Context, s settings, folder string) (map[string]string, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "node", "--no-deprecation", filepath.Join(s.source, "peers.mjs"), s.peers, folder)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("peers.mjs: %w", err)
	}
	var versions map[string]string
	return versions, json.Unmarshal(out, &versions)
}

// save writes the picture of each slip, and what we make of it, by name.
func save(folder string, slips []slip) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for _, s := range slips {
		f, err := os.Create(filepath.Join(folder, s.name+".png"))
		if err != nil {
			return err
		}
		if err := errors.Join(png.Encode(f, s.img), f.Close(), os.WriteFile(filepath.Join(folder, s.name+".job"), s.job, 0o644)); err != nil {
			return err
		}
	}
	return nil
}
