package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"os"
	"os/user"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
	"github.com/alecthomas/kong"

	"sanduq/core/office/server/registry"
)

// locate finds a file by the name that a flag gives it.
type locate func(name string) string

// settingsFile is a file with values of flags. What the command line says goes first.
type settingsFile string

// BeforeResolve implements kong's hook.
func (settingsFile) BeforeResolve(ctx *kong.Context, trace *kong.Path, find locate) error {
	name, _ := ctx.FlagValue(trace.Flag).(settingsFile)
	var all settings
	if _, err := toml.DecodeFile(find(string(name)), &all); err != nil {
		return fmt.Errorf("settings: %w", err)
	}
	ctx.AddResolver(all)
	return nil
}

// settings are values by the names of flags, as in alert-quiet = "22:00-07:30". A flag that
// several commands have is set for all of them.
type settings map[string]any

// Validate refuses what no flag is called, so that no setting is lost by a slip of the pen.
func (s settings) Validate(app *kong.Application) error {
	known := map[string]bool{}
	_ = kong.Visit(app, func(node kong.Visitable, next kong.Next) error {
		if flag, is := node.(*kong.Flag); is {
			known[flag.Name] = true
		}
		return next(nil)
	})
	var wrong []string
	for name, value := range s {
		switch value.(type) {
		case map[string]any, []map[string]any:
			wrong = append(wrong, name+" (a table)")
		default:
			if !known[name] || name == "config" || name == "help" || name == "version" {
				wrong = append(wrong, name)
			}
		}
	}
	if len(wrong) > 0 {
		slices.Sort(wrong)
		return fmt.Errorf("settings: nothing is called so: %s", strings.Join(wrong, ", "))
	}
	return nil
}

// Resolve implements kong's Resolver.
func (s settings) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	return s[flag.Name], nil
}

// changing is the group of the commands that are written down before they change anything.
const changing = "change"

// noted runs a command and writes down who ran it, and how it ended. Nothing secret is an
// argument: secrets come from files and from the input.
func (s *surroundings) noted(args []string, env func(string) string, do func() error) error {
	return s.keeping(func(r *registry.Registry) error {
		machine, _ := os.Hostname()
		no, err := r.Begin(s.ctx, operator(env), machine, spoken(args))
		if err != nil {
			return err
		}
		err = do()
		return errors.Join(err, r.End(s.ctx, no, err))
	})
}

// operator is who is at the machine, by the name behind sudo.
func operator(env func(string) string) string {
	is := "unknown"
	if u, err := user.Current(); err == nil {
		is = u.Username
	}
	return cmp.Or(env("SUDO_USER"), is)
}

// spoken are arguments as somebody would type them.
func spoken(args []string) string {
	var all []string
	for i := 0; i < len(args); i++ {
		switch one := args[i]; {
		case one == "--database-file" || one == "--config": // where, and not what
			i++
		case strings.HasPrefix(one, "--database-file=") || strings.HasPrefix(one, "--config="):
		case strings.ContainsAny(one, " \t\n\"'") || one == "":
			all = append(all, fmt.Sprintf("%q", one))
		default:
			all = append(all, one)
		}
	}
	return strings.Join(all, " ")
}

type operations struct {
	Last howMany `help:"How many." default:"50"`
}

// howMany lines are listed.
type howMany int

const mostLines = 100_000

// Validate implements kong's check.
func (n howMany) Validate() error {
	if n < 1 || n > mostLines {
		return fmt.Errorf("between 1 and %d lines are listed", mostLines)
	}
	return nil
}

func (x operations) Run(s *surroundings) error {
	return s.keeping(func(r *registry.Registry) error {
		all, err := r.Operations(s.ctx, int(x.Last))
		if err != nil {
			return err
		}
		return lines(s, "AT\tWHO\tMACHINE\tROLE\tCOMMAND\tENDED", all, func(o registry.Operation) string {
			return fmt.Sprintf("%s\t%s\t%s\t%s\t%s\t%s", o.At.Format(time.DateTime), o.Who, o.Machine, o.Role, o.Command, cmp.Or(o.Said, "it came to no end"))
		})
	})
}

// label is a name that somebody gives a shop, a till or a person. It stands on receipts, on
// the page and in lists of lines.
type label string

// longestLabel is in characters.
const longestLabel = 100

// Validate implements kong's check.
func (l label) Validate() error {
	switch {
	case strings.TrimSpace(string(l)) == "":
		return registry.ErrName
	case utf8.RuneCountInString(string(l)) > longestLabel:
		return fmt.Errorf("a name has %d characters at most", longestLabel)
	case strings.ContainsFunc(string(l), func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) && r > 0x200f }):
		return errors.New("a name has no line breaks, tabs or other characters that control a terminal or turn a line round")
	}
	return nil
}

// number is that of a till.
type number int64

// Validate implements kong's check.
func (n number) Validate() error {
	if n < 1 || n > math.MaxInt32 {
		return fmt.Errorf("till %d: %w", n, registry.ErrNone)
	}
	return nil
}
