package core

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sanduq/core/wire"
)

// A body is written as encoding/json would write a map.
func TestBodiesAreWrittenAsEncodingJSONDoes(t *testing.T) {
	value := rapid.OneOf(rapid.String(), rapid.StringOf(rapid.SampledFrom([]rune("ab\"\\<>&\x00\n\x7f\u2028é"))))
	rapid.Check(t, func(rt *rapid.T) {
		want := rapid.MapOfN(value, value, 1, 6).Draw(rt, "members")
		b := new(body)
		for _, name := range slices.Sorted(maps.Keys(want)) {
			b.string(name, want[name])
		}
		got, err := codec{wire.DefaultProfile()}.encode(OpInitiate, b)
		if err != nil {
			rt.Fatal(err)
		}
		var back map[string]string
		if err := json.Unmarshal(got, &back); err != nil {
			rt.Fatalf("%q: %v", got, err)
		}
		if wanted, _ := json.Marshal(want); !bytes.Equal(got, wanted) && len(back) == len(want) {
			rt.Fatalf("\n got %s\nwant %s", got, wanted)
		}
	})
}

func TestExtraFields(t *testing.T) {
	with := func(fields string) wire.Profile {
		p, err := wire.ParseProfile([]byte(`{"extraFields":{"initiate":` + fields + `}}`))
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	bubble(t, func(t *testing.T) {
		d := newDesk(t, func(c *ClientConfig, _ *[]Option) { c.Profile = with(`{"channel":"POS","list":[1]}`) })
		d.open()
		d.showQR()
		d.StopStatusPolling()
		if body := d.g.seen(pathInitiate)[0].body; !strings.Contains(body, `"channel":"POS"`) || !strings.Contains(body, `"list":[1]`) {
			t.Error(body)
		}
		if body := d.g.seen(pathBankQR)[0].body; strings.Contains(body, "channel") {
			t.Error(body)
		}
	})
	another := wire.DefaultProfile()
	another.ExtraFields = map[Operation]map[string]json.RawMessage{OpInitiate: {"amount": json.RawMessage("1")}}
	if _, err := NewClient(ClientConfig{Environment: Live, BaseURL: "https://x", Profile: another}); !errorsIs(err, wire.ErrProfile) {
		t.Errorf("an amount of somebody else's made a client: %v", err)
	}
	if body, err := (codec{another}).encode(OpInitiate, initiateBody(wire.InitiateCall{})); !errorsIs(err, wire.ErrProfile) {
		t.Errorf("an amount of somebody else's was put into %s: %v", body, err)
	}
	broken := wire.DefaultProfile()
	broken.ExtraFields = map[Operation]map[string]json.RawMessage{OpInitiate: {"a": json.RawMessage("{")}}
	if _, err := NewClient(ClientConfig{Environment: Live, BaseURL: "https://x", Profile: broken}); !errorsIs(err, wire.ErrProfile) {
		t.Errorf("a broken profile made a client: %v", err)
	}
}

// TestEveryMemberOfABodyIsGuarded tries each member that the SDK sends as an extra
// field of a profile's.
func TestEveryMemberOfABodyIsGuarded(t *testing.T) {
	for op, bodies := range map[Operation][]*body{
		OpInitiate:        {initiateBody(wire.InitiateCall{Description: "any"})},
		OpGenerateQR:      {qrBody(wire.QRCall{})},
		OpValidateAccount: {validateBody(wire.ValidateCall{Rail: RailBank}), validateBody(wire.ValidateCall{Rail: RailWallet})},
		OpSubmitOTP:       {otpBody(wire.OTPCall{Rail: RailBank}), otpBody(wire.OTPCall{Rail: RailWallet})},
	} {
		for _, b := range bodies {
			for _, name := range b.names {
				p := wire.DefaultProfile()
				p.ExtraFields = map[Operation]map[string]json.RawMessage{op: {name: json.RawMessage("1")}}
				if err := p.Check(); !errorsIs(err, wire.ErrProfile) {
					t.Errorf("%s: a profile may send %s: %v", op, name, err)
				}
			}
		}
	}
}
