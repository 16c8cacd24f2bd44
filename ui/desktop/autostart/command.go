package autostart

import "strings"

// Command is a command line as Windows' programs split it, which people can
// read too: arguments with a space or a quote stand in quotes.
func Command(args []string) string {
	quoted := make([]string, len(args))
	for i, arg := range args {
		quoted[i] = arg
		if i == 0 || arg == "" || strings.ContainsAny(arg, " \t\"") {
			quoted[i] = quote(arg)
		}
	}
	return strings.Join(quoted, " ")
}

// quote doubles the backslashes that stand before a quote.
func quote(arg string) string {
	var out strings.Builder
	out.WriteByte('"')
	slashes := 0
	for i := range len(arg) {
		switch c := arg[i]; c {
		case '\\':
			slashes++
			out.WriteByte(c)
		case '"':
			out.WriteString(strings.Repeat(`\`, slashes+1) + `"`)
			slashes = 0
		default:
			slashes = 0
			out.WriteByte(c)
		}
	}
	out.WriteString(strings.Repeat(`\`, slashes) + `"`)
	return out.String()
}

// Split undoes Command. In the first, the program, a backslash is nothing but a
// part of the path.
func Split(command string) (args []string) {
	for rest := strings.TrimSpace(command); rest != ""; rest = strings.TrimLeft(rest, " \t") {
		var arg string
		if len(args) == 0 {
			arg, rest = splitProgram(rest)
		} else {
			arg, rest = splitArgument(rest)
		}
		args = append(args, arg)
	}
	return args
}

func splitProgram(s string) (program, rest string) {
	if s[0] == '"' {
		program, rest, _ = strings.Cut(s[1:], `"`)
		return program, rest
	}
	if i := strings.IndexAny(s, " \t"); i >= 0 {
		return s[:i], s[i:]
	}
	return s, ""
}

func splitArgument(s string) (arg, rest string) {
	var out strings.Builder
	inside, slashes := false, 0
	for i := range len(s) {
		switch c := s[i]; {
		case c == '\\':
			slashes++
			continue
		case c == '"':
			out.WriteString(strings.Repeat(`\`, slashes/2))
			if slashes%2 == 1 {
				out.WriteByte('"')
			} else {
				inside = !inside
			}
		case (c == ' ' || c == '\t') && !inside:
			out.WriteString(strings.Repeat(`\`, slashes))
			return out.String(), s[i:]
		default:
			out.WriteString(strings.Repeat(`\`, slashes))
			out.WriteByte(c)
		}
		slashes = 0
	}
	out.WriteString(strings.Repeat(`\`, slashes))
	return out.String(), ""
}
