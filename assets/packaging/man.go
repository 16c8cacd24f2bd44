package packaging

import (
	_ "embed"
	"strings"
	"text/template"
)

//go:embed linux/sanduq.1.in
var manual string

// Manual is the man page sanduq(1); date is of the commit, "2026-11-21".
func Manual(a App, date string, flags []Flag) ([]byte, error) {
	page, err := template.New("sanduq.1").Funcs(inManual).Parse(manual)
	if err != nil {
		return nil, err
	}
	var out strings.Builder
	err = page.Execute(&out, map[string]any{"App": a, "Date": date, "Flags": flags})
	return []byte(out.String()), err
}

var inManual = template.FuncMap{"roff": roff, "value": func(f Flag) string {
	if f.Value == "" || f.Value == "-" {
		return ""
	}
	return "=\\fI" + roff(f.Value) + "\\fR"
}}

// roff writes text so that the formatter of man pages takes nothing of it for
// an order.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, `-`, `\-`, `’`, `\(cq`).Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}
