package packaging

import (
	"strings"
	"testing"

	"sanduq/assets"
)

func TestEveryLicenceIsInTheCopyrightFile(t *testing.T) {
	full, debian := string(Copyright(false)), string(Copyright(true))
	for _, p := range assets.ThirdParties() {
		elsewhere := len(p.Systems) == 1 && p.Systems[0] == "windows"
		for _, file := range []string{full, debian} {
			if strings.Contains(file, p.Line()) == elsewhere {
				t.Errorf("%s is listed: %v", p.Line(), !elsewhere)
			}
		}
		if elsewhere {
			continue
		}
		for _, text := range p.Texts {
			if !strings.Contains(full, text.Text) {
				t.Errorf("the text of %s of %s is not in full", text.File, p.Name)
			}
		}
	}
	if strings.Contains(debian, "\"License\" shall mean the terms") || !strings.Contains(debian, "/usr/share/common-licenses/Apache-2.0") {
		t.Error("Debian's file repeats the Apache licence")
	}
	if !strings.Contains(debian, "Permission is hereby granted, free of charge") {
		t.Error("Debian's file lost a licence")
	}
}
