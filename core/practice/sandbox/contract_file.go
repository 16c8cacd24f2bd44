package sandbox

import (
	_ "embed"
	"net/http"
)

// contract is served at /openapi.yaml.
//
//go:embed openapi.yaml
var contract []byte

func serveContract(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/yaml")
	w.Header().Set("Cache-Control", "private, max-age=600")
	_, _ = w.Write(contract)
}
