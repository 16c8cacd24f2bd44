// Package browser drives the payment page and the demo shop in a headless
// Chromium. Its tests need the build tag e2e, and axe-core in SANDUQ_AXE.
package browser
