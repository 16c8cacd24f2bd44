package strace

import (
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Kind is what a call does to the file system.
type Kind int

// The kinds.
const (
	Create   Kind = iota // Path is opened for creation; it may have been there
	Write                // Data at Off of Path
	Truncate             // Path gets Size bytes
	Sync                 // what was written to Path, a file or a folder, is made durable
	Rename               // Path becomes To
	Link                 // To is another name of Path
	Unlink               // Path goes
	Mkdir                // Path is made
)

// Call is one system call that changed the file system, or failed to.
type Call struct {
	Kind      Kind
	Path, To  string
	Off, Size int64
	Data      []byte
	// Began and Ended are lines of the recording: a sync makes durable what
	// ended before it began.
	Began, Ended int
	Failed       bool
}

// reader keeps what must be known from one line to the next.
type reader struct {
	unfinished map[string]struct {
		text  string
		began int
	}
	at    map[int]int64 // where write continues, by descriptor
	calls []Call
}

// Parse reads recordings made with Options.Data, one process after another as
// one sequence.
func Parse(paths ...string) ([]Call, error) {
	r := &reader{}
	line := 0
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		r.at = map[int]int64{}
		r.unfinished = map[string]struct {
			text  string
			began int
		}{}
		for one := range strings.Lines(string(text)) {
			line++
			if err := r.line(strings.TrimSpace(one), line); err != nil {
				return nil, fmt.Errorf("%s, line %d: %w", path, line, err)
			}
		}
	}
	return r.calls, nil
}

// nameless is how strace writes a call of a process that was killed between the
// call's beginning and the reading of its number: the kernel does not carry it out.
const nameless = "???( <detached ...>"

func (r *reader) line(text string, number int) error {
	pid, text, _ := strings.Cut(text, " ")
	text = strings.TrimSpace(text)
	began := number
	switch {
	case strings.HasPrefix(text, "+++"), strings.HasPrefix(text, "---"):
		return nil
	case text == nameless: // killed at the call's door, before its name was read
		return nil
	case strings.HasSuffix(text, "<unfinished ...>"):
		r.unfinished[pid] = struct {
			text  string
			began int
		}{strings.TrimSpace(strings.TrimSuffix(text, "<unfinished ...>")), number}
		return nil
	case strings.HasPrefix(text, "<... "):
		begin := r.unfinished[pid]
		_, rest, _ := strings.Cut(text, "resumed>")
		text, began = begin.text+rest, begin.began
	}
	name, rest, ok := strings.Cut(text, "(")
	equals := strings.LastIndex(rest, " = ")
	if !ok || equals < 0 {
		return fmt.Errorf("not understood: %.80s", text)
	}
	args := strings.TrimSpace(rest[:equals])
	result := strings.TrimSpace(rest[equals+3:])
	args = strings.TrimSuffix(args, ")")
	if strings.Contains(args, `"...`) {
		return fmt.Errorf("data cut short in %s", name)
	}
	if strings.HasPrefix(result, "?") { // killed at the call's door
		return nil
	}
	c, did, err := r.call(name, strings.Split(args, ", "), result)
	if err != nil || !did {
		return err
	}
	c.Began, c.Ended = began, number
	c.Failed = strings.HasPrefix(result, "-1")
	r.calls = append(r.calls, c)
	return nil
}

// call understands one call; false when it changes no file.
func (r *reader) call(name string, args []string, result string) (c Call, did bool, err error) {
	failed := strings.HasPrefix(result, "-1")
	switch name {
	case "openat":
		return r.open(args, result)
	case "write":
		fd, path := descriptor(args[0])
		if !strings.HasPrefix(path, "/") {
			return c, false, nil // a pipe or a socket
		}
		data, err := unquote(args[1])
		c = Call{Kind: Write, Path: path, Data: data, Off: r.at[fd]}
		r.at[fd] += int64(len(data))
		return c, !failed, err
	case "pwrite64":
		_, path := descriptor(args[0])
		data, err := unquote(args[1])
		if err != nil {
			return c, false, err
		}
		off, err := strconv.ParseInt(args[3], 10, 64)
		if written, bad := strconv.Atoi(result); !failed && bad == nil && written > 0 {
			data = data[:written]
		}
		return Call{Kind: Write, Path: path, Data: data, Off: off}, !failed, err
	case "fdatasync", "fsync":
		_, path := descriptor(args[0])
		return Call{Kind: Sync, Path: path}, true, nil
	case "ftruncate":
		_, path := descriptor(args[0])
		size, err := strconv.ParseInt(args[1], 10, 64)
		return Call{Kind: Truncate, Path: path, Size: size}, !failed, err
	case "rename", "renameat", "renameat2", "linkat":
		from, to, err := twoPaths(args, name == "rename")
		kind := Rename
		if name == "linkat" {
			kind = Link
		}
		return Call{Kind: kind, Path: from, To: to}, !failed, err
	case "unlink", "unlinkat", "rmdir":
		path, err := onePath(args, name != "unlinkat")
		return Call{Kind: Unlink, Path: path}, !failed, err
	case "mkdir", "mkdirat":
		path, err := onePath(args, name == "mkdir")
		return Call{Kind: Mkdir, Path: path}, !failed, err
	}
	if failed {
		return c, false, nil
	}
	return c, false, fmt.Errorf("%s is not known to the disk's model", name)
}

func (r *reader) open(args []string, result string) (c Call, did bool, err error) {
	if strings.HasPrefix(result, "-1") {
		return c, false, nil
	}
	fd, _ := descriptor(result)
	flags := args[2]
	if strings.Contains(flags, "O_WRONLY") || strings.Contains(flags, "O_RDWR") {
		r.at[fd] = 0
	}
	path, err := onePath(args, false)
	if strings.Contains(flags, "O_TRUNC") {
		return Call{Kind: Truncate, Path: path}, true, err
	}
	return Call{Kind: Create, Path: path}, strings.Contains(flags, "O_CREAT"), err
}

// descriptor reads a number with the path behind it.
func descriptor(arg string) (int, string) {
	number, rest, _ := strings.Cut(arg, "<")
	fd, _ := strconv.Atoi(number)
	path, err := unhex(strings.TrimSuffix(strings.TrimSuffix(rest, "(deleted)"), ">"))
	if err != nil || strings.HasSuffix(rest, "(deleted)") {
		return fd, ""
	}
	return fd, string(path)
}

func onePath(args []string, bare bool) (string, error) {
	if bare {
		path, err := unquote(args[0])
		return string(path), err
	}
	_, folder := descriptor(args[0])
	path, err := unquote(args[1])
	if filepath.IsAbs(string(path)) {
		return string(path), err
	}
	return filepath.Join(folder, string(path)), err
}

func twoPaths(args []string, bare bool) (from, to string, err error) {
	if bare {
		if from, err = onePath(args[:1], true); err == nil {
			to, err = onePath(args[1:], true)
		}
		return from, to, err
	}
	if from, err = onePath(args[:2], false); err == nil {
		to, err = onePath(args[2:4], false)
	}
	return from, to, err
}

func unquote(arg string) ([]byte, error) {
	if len(arg) < 2 || arg[0] != '"' || arg[len(arg)-1] != '"' {
		return nil, fmt.Errorf("not a text: %.40s", arg)
	}
	return unhex(arg[1 : len(arg)-1])
}

// unhex reads \x41\x42.
func unhex(text string) ([]byte, error) {
	if len(text)%4 != 0 {
		return nil, fmt.Errorf("not hexadecimal: %.40s", text)
	}
	out := make([]byte, len(text)/4)
	for i := range out {
		if text[4*i] != '\\' || text[4*i+1] != 'x' {
			return nil, fmt.Errorf("not hexadecimal: %.40s", text)
		}
		if _, err := hex.Decode(out[i:i+1], []byte(text[4*i+2:4*i+4])); err != nil {
			return nil, err
		}
	}
	return out, nil
}
