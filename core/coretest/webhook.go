package coretest

import (
	"encoding/json"
	"net/http"
	"time"

	"sanduq/core"
	"sanduq/core/webhook"
)

// GenerateWebhook returns a webhook as a service would send it: headers and
// body, signed with secret at a moment. state is the word that it claims.
func GenerateWebhook(secret core.Secret, at time.Time, n webhook.Notice, state string) (http.Header, []byte) {
	body, err := json.Marshal(map[string]string{
		"eventId": n.EventID, "paymentId": n.PaymentID, "orderId": n.OrderID, "paymentStatus": state})
	if err != nil {
		panic(err) // strings never fail
	}
	return webhook.Sign(secret, at, body), body
}
