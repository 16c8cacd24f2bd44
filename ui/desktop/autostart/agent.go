package autostart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Agent is the start at login as launchd of macOS has it: a property list in a
// folder of launch agents. Whether the person has switched it off again in the
// system's own settings cannot be read from a file, and is not known here.
type Agent struct {
	User   string   // the user's folder of launch agents; it may not be there yet
	Shared []string // those for everybody
	Label  string   // the application's identifier, and the file's name
}

func (a Agent) file(dir string) string { return filepath.Join(dir, a.Label+".plist") }

// State implements Login.
func (a Agent) State(s Start) (State, error) {
	for i, dir := range append(append([]string{}, a.Shared...), a.User) {
		text, err := os.ReadFile(a.file(dir))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return State{}, err
		}
		list, err := readAgent(text)
		if err != nil {
			return State{}, fmt.Errorf("%s: %w", a.file(dir), err)
		}
		on := list.atLoad && !list.disabled && len(list.command) > 0
		if on {
			_, err := os.Stat(list.command[0])
			on = err == nil
		}
		if state := (State{On: on, Shared: i < len(a.Shared)}); on || !state.Shared {
			return compare(state, list.command, s, equal), nil
		}
	}
	return State{}, nil
}

// Set implements Login. It holds from the next login on: launchd is not asked
// to start a second till now.
func (a Agent) Set(s Start, on bool) error {
	if !on {
		if now, err := a.State(s); err == nil && now.Shared {
			return ErrShared
		}
		if err := os.Remove(a.file(a.User)); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	if now, err := a.State(s); err == nil && now.Shared {
		return nil // it would be started twice
	}
	return replace(a.file(a.User), a.list(s))
}

// list is the property list. Interactive tells the system that a person looks
// at it, Aqua that it needs a screen.
func (a Agent) list(s Start) string {
	var out strings.Builder
	text := func(v string) {
		out.WriteString("<string>")
		_ = xml.EscapeText(&out, []byte(v)) // a builder refuses nothing
		out.WriteString("</string>\n")
	}
	out.WriteString(`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
<key>Label</key>
`)
	text(a.Label)
	out.WriteString("<key>ProgramArguments</key>\n<array>\n")
	for _, arg := range s.line() {
		text(arg)
	}
	out.WriteString("</array>\n<key>RunAtLoad</key>\n<true/>\n<key>ProcessType</key>\n")
	text("Interactive")
	out.WriteString("<key>LimitLoadToSessionType</key>\n")
	text("Aqua")
	out.WriteString("</dict>\n</plist>\n")
	return out.String()
}

type agentList struct {
	command          []string
	atLoad, disabled bool
}

// readAgent reads what matters of a property list in XML. Values of the
// outermost dictionary only: a nested one has keys of its own.
func readAgent(text []byte) (list agentList, err error) {
	d := xml.NewDecoder(bytes.NewReader(text))
	var key, program string
	depth, array := 0, false
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			if list.command == nil && program != "" {
				list.command = []string{program}
			}
			return list, nil
		}
		if err != nil {
			return list, err
		}
		switch e := token.(type) {
		case xml.StartElement:
			var value string
			switch name := e.Name.Local; name {
			case "dict":
				depth++
			case "array":
				array = depth == 1 && key == "ProgramArguments"
			case "true":
				list.atLoad = list.atLoad || depth == 1 && key == "RunAtLoad"
				list.disabled = list.disabled || depth == 1 && key == "Disabled"
			case "key", "string":
				if err := d.DecodeElement(&value, &e); err != nil {
					return list, err
				}
				switch {
				case name == "key" && depth == 1:
					key = value
				case name == "string" && array:
					list.command = append(list.command, value)
				case name == "string" && depth == 1 && key == "Program":
					program = value
				}
			}
		case xml.EndElement:
			switch e.Name.Local {
			case "dict":
				depth--
			case "array":
				array = false
			}
		}
	}
}
