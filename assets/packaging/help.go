package packaging

import (
	"fmt"
	"os/exec"
	"regexp"
	"strings"
)

// Flag is one flag as --help explains it.
type Flag struct {
	Long, Value string // --env, STRING; a switch has no value
	Short       string // -h, mostly blank
	Text        string
	Env         string // the variable that it mirrors, blank for none
}

// Help asks a binary for its flags.
func Help(binary string) ([]Flag, error) {
	out, err := exec.Command(binary, "--help").Output()
	if err != nil {
		return nil, fmt.Errorf("%s --help: %w", binary, err)
	}
	return parseHelp(string(out)), nil
}

var (
	flagLine = regexp.MustCompile(`^  (?:(-[a-zA-Z]), |    )(--[a-z][a-z-]*)(?:=(\S+))?(?:\s{2,}(.*))?$`)
	moreLine = regexp.MustCompile(`^ {20,}(\S.*)$`)
	envPart  = regexp.MustCompile(`\s*\(\$([A-Z_]+)\)`)
)

// parseHelp reads the flags off a page of help.
func parseHelp(page string) (flags []Flag) {
	for line := range strings.Lines(page) {
		line = strings.TrimRight(line, "\n")
		if m := flagLine.FindStringSubmatch(line); m != nil {
			flags = append(flags, Flag{Short: m[1], Long: m[2], Value: strings.Trim(m[3], `"`), Text: m[4]})
		} else if m := moreLine.FindStringSubmatch(line); m != nil && len(flags) > 0 {
			f := &flags[len(flags)-1]
			f.Text = strings.TrimSpace(f.Text + " " + m[1])
		}
	}
	for i := range flags {
		f := &flags[i]
		if m := envPart.FindStringSubmatch(f.Text); m != nil {
			f.Env, f.Text = m[1], strings.Replace(f.Text, m[0], "", 1)
		}
	}
	return flags
}
