package update

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// Version is a version of the application. The zero value is none.
type Version struct{ Major, Minor, Patch uint32 }

// ParseVersion reads three numbers, "1.2.0", and nothing else: no letter of
// what a server sends ever comes onto the screen. Errors match ErrForm.
func ParseVersion(text string) (Version, error) {
	parts := strings.Split(text, ".")
	if len(parts) != 3 {
		return Version{}, fmt.Errorf("%w: a version is three numbers", ErrForm)
	}
	var n [3]uint32
	for i, p := range parts {
		number, err := strconv.ParseUint(p, 10, 32)
		if err != nil || strconv.FormatUint(number, 10) != p { // no sign, no leading zero
			return Version{}, fmt.Errorf("%w: a version is three numbers", ErrForm)
		}
		n[i] = uint32(number)
	}
	return Version{n[0], n[1], n[2]}, nil
}

func (v Version) String() string { return fmt.Sprintf("%d.%d.%d", v.Major, v.Minor, v.Patch) }

// Newer reports whether v comes after other.
func (v Version) Newer(other Version) bool {
	return cmp.Or(cmp.Compare(v.Major, other.Major), cmp.Compare(v.Minor, other.Minor), cmp.Compare(v.Patch, other.Patch)) > 0
}

// MarshalText is for JSON.
func (v Version) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText is ParseVersion.
func (v *Version) UnmarshalText(text []byte) (err error) {
	*v, err = ParseVersion(string(text))
	return err
}
