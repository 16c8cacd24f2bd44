package preferences

// Personal is what one person wants while they are at the till, in the place of
// the shop's. The zero value wants nothing.
type Personal struct {
	Language    string // blank is the shop's
	TextPercent int    // 0 is the shop's
}

// over is the preferences with what the person wants in its place.
func (p Personal) over(v Values) Values {
	if p.Language != "" {
		v.Language = p.Language
	}
	if p.TextPercent != 0 {
		v.Look.TextPercent = p.TextPercent
	}
	return v
}

// SetPersonal lays what a person wants over the shop's preferences, and tells of
// it like Try; the zero value takes it away. Nothing of it is kept here.
func (s *Store) SetPersonal(p Personal) {
	if p == s.personal {
		return
	}
	before := s.Get()
	s.personal = p
	s.untold = append(s.untold, step{before, s.Get()})
	s.notify()
}

// Personal is what SetPersonal laid over the shop's.
func (s *Store) Personal() Personal { return s.personal }
