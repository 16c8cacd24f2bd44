package harness

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// BankLink finds the address of the customer's bank page in the text of a QR:
// fields of two digits of name, two of length, and the value; the merchant
// account templates 26 to 51 hold fields of the same kind.
func BankLink(payload string) (string, error) {
	fields, err := split(payload)
	if err != nil {
		return "", err
	}
	for _, f := range fields {
		if f.tag < 26 || f.tag > 51 {
			continue
		}
		parts, err := split(f.value)
		if err != nil {
			return "", err
		}
		for _, p := range parts {
			if strings.HasPrefix(p.value, "http://") {
				return p.value, nil
			}
		}
	}
	return "", errors.New("the QR holds no link")
}

type field struct {
	tag   int
	value string
}

func split(s string) ([]field, error) {
	var out []field
	for len(s) > 0 {
		if len(s) < 4 {
			return nil, fmt.Errorf("the QR ends in the middle of a field: %q", s)
		}
		tag, err1 := strconv.Atoi(s[:2])
		size, err2 := strconv.Atoi(s[2:4])
		if err1 != nil || err2 != nil || len(s) < 4+size {
			return nil, fmt.Errorf("the QR has a broken field: %q", s)
		}
		out = append(out, field{tag, s[4 : 4+size]})
		s = s[4+size:]
	}
	return out, nil
}
