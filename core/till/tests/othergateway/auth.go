package othergateway

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// token makes the bearer token of a payment: a JWT whose claims are of the
// service's own kind and no business of the client's.
func (g *Gateway) token(p *payment) string {
	enc := base64.RawURLEncoding
	life := ""
	if g.o.Law.TokenLife > 0 {
		end := p.opened.Add(g.o.Law.TokenLife)
		life = []string{
			fmt.Sprintf(`"exp":%d.25,`, end.Unix()),
			fmt.Sprintf(`"exp":"%d",`, end.Unix()),
			fmt.Sprintf(`"expiresAt":%q,`, end.UTC().Format(time.RFC3339)),
		}[g.random("exp").IntN(3)]
	}
	head := enc.EncodeToString([]byte(`{"typ":"at+jwt","kid":"` + g.text(6, "kid") + `","alg":"HS384","x5t":null}`))
	body := enc.EncodeToString([]byte(`{"iss":"urn:switch:7","sub":{"ref":"` + p.id + `"},"aud":["pay",null,3],` + life + `"scp":null,"jti":"` + g.text(9, "jti", p.nth) + `"}`))
	return head + "." + body + "." + enc.EncodeToString(g.seal(head+"."+body))
}

func (g *Gateway) seal(text string) []byte {
	m := hmac.New(sha512.New384, g.key)
	m.Write([]byte(text))
	return m.Sum(nil)
}

// bearer returns the payment whose token a request carries; nil when it has
// none that counts. Callers hold mu.
func (g *Gateway) bearer(req *http.Request, now time.Time) *payment {
	text, ok := strings.CutPrefix(req.Header.Get("Authorization"), "Bearer ")
	if !ok {
		g.breach("%s: no bearer token", req.URL.Path)
		return nil
	}
	at := strings.LastIndexByte(text, '.')
	if at < 0 {
		return nil
	}
	mark, err := base64.RawURLEncoding.DecodeString(text[at+1:])
	if err != nil || !hmac.Equal(mark, g.seal(text[:at])) {
		g.breach("%s: a token that is not ours", req.URL.Path)
		return nil
	}
	p := g.byToken[text]
	if p == nil || g.tokenDead(p, now) || now.Before(g.deny) {
		return nil
	}
	g.settleDue(p, now)
	return p
}

func (g *Gateway) tokenDead(p *payment, now time.Time) bool {
	life := g.o.Law.TokenLife
	return life > 0 && now.Sub(p.opened) >= life
}

func (g *Gateway) merchant(req *http.Request) bool {
	api, secret := req.Header.Get("Api-Key"), req.Header.Get("Secret-Key")
	return hmac.Equal([]byte(api), []byte(g.o.APIKey)) && hmac.Equal([]byte(secret), []byte(g.o.SecretKey))
}

// window is how far a signature's time may be from ours.
const window = 5 * time.Minute

// signed reports whether a request carries a signature that counts, where one
// is demanded. Callers hold mu.
func (g *Gateway) signed(req *http.Request, body []byte, now time.Time) bool {
	if g.o.ClientID == "" {
		return true
	}
	id, stamp, nonce := req.Header.Get("X-Service-Client-Id"), req.Header.Get("X-Service-Timestamp"), req.Header.Get("X-Service-Nonce")
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if off := now.Sub(time.Unix(seconds, 0)); err != nil || id != g.o.ClientID || off > window || off < -window {
		return false
	}
	sum := sha256.Sum256(body)
	lines := []string{"v1", req.Method, req.URL.EscapedPath(), req.URL.Query().Encode(), id, stamp, nonce, hex.EncodeToString(sum[:])}
	m := hmac.New(sha256.New, []byte(g.o.ClientSecret))
	m.Write([]byte(strings.Join(lines, "\n")))
	if !hmac.Equal([]byte(req.Header.Get("X-Service-Signature")), []byte("v1="+hex.EncodeToString(m.Sum(nil)))) {
		g.breach("%s: a signature that does not fit", req.URL.Path)
		return false
	}
	if _, used := g.nonces[nonce]; used {
		g.breach("%s: a nonce for the second time", req.URL.Path)
		return false
	}
	g.nonces[nonce] = now
	return true
}
