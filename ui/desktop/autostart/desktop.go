package autostart

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Desktop is the start at login as the freedesktop.org specification has it: a
// desktop entry in a folder called autostart. The user's entry goes before one
// of the same name that is for everybody.
type Desktop struct {
	User   string   // the user's folder autostart; it may not be there yet
	Shared []string // those for everybody, the most important first
	Icon   string
}

const entryName = "sanduq.desktop"

// State implements Login.
func (d Desktop) State(s Start) (State, error) {
	for _, dir := range append([]string{d.User}, d.Shared...) {
		text, err := os.ReadFile(filepath.Join(dir, entryName))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return State{}, err
		}
		keys := entryKeys(string(text))
		command, err := splitExec(keys["Exec"])
		if err != nil || len(command) == 0 {
			return State{}, nil // no desktop starts this
		}
		on := keys["Hidden"] != "true" && keys["X-GNOME-Autostart-enabled"] != "false"
		for _, program := range []string{keys["TryExec"], command[0]} { // desktops pass over an entry whose program is gone
			if _, err := exec.LookPath(program); program != "" && err != nil {
				on = false
			}
		}
		if found, err := exec.LookPath(command[0]); err == nil {
			command[0] = found
		}
		return compare(State{On: on}, command, s, equal), nil
	}
	return State{}, nil
}

// Set implements Login. What is on for everybody is hidden from this user by
// an entry of their own.
func (d Desktop) Set(s Start, on bool) error {
	file := filepath.Join(d.User, entryName)
	if !on && !d.forEverybody() {
		if err := os.Remove(file); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	text, err := d.entry(s, on)
	if err != nil {
		return err
	}
	return replace(file, text)
}

func (d Desktop) forEverybody() bool {
	for _, dir := range d.Shared {
		if _, err := os.Stat(filepath.Join(dir, entryName)); err == nil {
			return true
		}
	}
	return false
}

// entry is the text of the desktop entry. TryExec makes it void when the
// program has been removed.
func (d Desktop) entry(s Start, on bool) (string, error) {
	// The specification forbids an equals sign, whatever the quotes, and GLib
	// finds no program with a percent sign.
	if strings.ContainsAny(s.Program, "=%") {
		return "", fmt.Errorf("autostart: no desktop starts %s", s.Program)
	}
	quoted := make([]string, 0, len(s.Args)+1)
	for _, arg := range s.line() {
		q, err := quoteExec(arg)
		if err != nil {
			return "", err
		}
		quoted = append(quoted, q)
	}
	hidden := ""
	if !on {
		hidden = "Hidden=true\n"
	}
	return "[Desktop Entry]\nType=Application\nName=Sanduq\nName[ar]=صندوق\n" +
		"TryExec=" + escapeValue(s.Program) + "\nExec=" + escapeValue(strings.Join(quoted, " ")) +
		"\nIcon=" + d.Icon + "\nTerminal=false\n" + hidden, nil
}

// quoteExec quotes one argument of Exec: the characters that a shell would
// touch need a backslash within the quotes, and a percent sign is doubled.
func quoteExec(arg string) (string, error) {
	if strings.ContainsFunc(arg, func(c rune) bool { return c < ' ' }) {
		return "", fmt.Errorf("autostart: %q has a control character", arg)
	}
	return `"` + strings.NewReplacer(`"`, `\"`, "`", "\\`", "$", `\$`, `\`, `\\`, "%", "%%").Replace(arg) + `"`, nil
}

// splitExec undoes quoteExec, and reads what a person would write.
func splitExec(line string) (args []string, err error) {
	var arg strings.Builder
	inside, begun := false, false
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case c == '"':
			inside, begun = !inside, true
		case c == ' ' && !inside:
			if begun {
				args = append(args, arg.String())
				arg.Reset()
			}
			begun = false
		case c == '\\' && inside && i+1 < len(line):
			i++
			arg.WriteByte(line[i])
		case c == '%' && i+1 < len(line):
			i++
			if line[i] == '%' { // any other stands for a file, and there is none
				arg.WriteByte('%')
				begun = true
			}
		default:
			arg.WriteByte(c)
			begun = true
		}
	}
	if inside {
		return nil, errors.New("autostart: a quote is left open")
	}
	if begun {
		args = append(args, arg.String())
	}
	return args, nil
}

// escapeValue escapes a value of a desktop entry, on top of what Exec wants.
func escapeValue(v string) string { return strings.ReplaceAll(v, `\`, `\\`) }

// entryKeys reads the keys of the first group.
func entryKeys(text string) map[string]string {
	keys, inside := map[string]string{}, false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			inside = line == "[Desktop Entry]"
		}
		if key, value, is := strings.Cut(line, "="); is && inside && !strings.HasPrefix(line, "#") {
			value = strings.NewReplacer(`\\`, `\`, `\s`, " ", `\t`, "\t", `\n`, "\n", `\r`, "\r").Replace(strings.TrimSpace(value))
			keys[strings.TrimSpace(key)] = value
		}
	}
	return keys
}
