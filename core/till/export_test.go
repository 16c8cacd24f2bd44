package till

// Acts are what asks for a right, by name: that of a method of Till's, and what
// follows a colon is the way to call it.
func Acts() map[string]Right {
	all := map[string]Right{}
	for a, right := range acts {
		all[string(a)] = right
	}
	return all
}
