package unknown_test

import (
	"encoding/json"
	"testing"

	"sanduq/core/checkout/internal/unknown"
)

type when struct {
	Opened string `json:"opened"`
	Shown  string `json:"shown,omitempty"`
}

type document struct {
	ID string `json:"id"`
	when
	Sent string `json:"sent,omitempty"`

	more unknown.Fields
}

func (d *document) UnmarshalJSON(data []byte) error {
	type plain document
	return d.more.Read(data, (*plain)(d))
}

func (d document) MarshalJSON() ([]byte, error) {
	type plain document
	return d.more.Write(plain(d))
}

// What is read is written again, whole: each field once, those of an embedded struct where it stands.
func TestWhatIsNotKnownIsKept(t *testing.T) {
	for text, want := range map[string]string{
		`{"sent":"c","shown":"b","opened":"a","id":"1"}`:    `{"id":"1","opened":"a","shown":"b","sent":"c"}`,
		`{"z":{"y": [1]},"id":"1","Opened":"a","b":null}`:   `{"id":"1","opened":"a","b":null,"z":{"y":[1]}}`,
		`{"id":"1","opened":"a","when":"x","more":{"a":1}}`: `{"id":"1","opened":"a","more":{"a":1},"when":"x"}`,
	} {
		d := document{more: unknown.Fields{"of": json.RawMessage(`"another"`)}}
		if err := json.Unmarshal([]byte(text), &d); err != nil {
			t.Fatal(err)
		}
		if got, err := json.Marshal(d); err != nil || string(got) != want {
			t.Errorf("%s became %s, not %s, %v", text, got, want, err)
		}
	}
	var d document
	if json.Unmarshal([]byte(`{"id":1}`), &d) == nil || json.Unmarshal([]byte(`[]`), &d) == nil {
		t.Error("a document of another form was read")
	}
}

// A struct that says nothing is no comma before what was kept.
func TestAnEmptyStruct(t *testing.T) {
	got, err := unknown.Fields{"a": json.RawMessage(`1`)}.Write(struct{}{})
	if err != nil || string(got) != `{"a":1}` {
		t.Errorf("%s, %v", got, err)
	}
}
