package present

// Reports is what the place of the day and the reports is called, as a key of the
// catalogue, and its icon: a shop without shifts has no day.
func Reports(shifts bool) (key, icon string) {
	if shifts {
		return "nav.day", "drawer"
	}
	return "nav.reports", "chart"
}
