// Package alerts tells people what cannot wait until they look: money that came
// late or twice, a sale that nobody knows the end of for an hour, a till that has
// fallen silent, a drawer that was short, a backup that fails, a till's history
// that changed.
//
// An alert is written in the transaction of what causes it, or by Watch where time
// alone does, and once: its ID says what it is about. From there it is delivered at
// least once by each way that is configured when it is written: a webhook, signed, and
// mail over TLS. Those of one kind wait for each other a while and go as one message.
// What is not taken is tried again, less and less often, for a week; anyone who
// receives one twice knows it by its ID. Within quiet hours nothing is sent, and
// nothing is lost but what is over before anybody could be told: a till that is heard
// again, a sale whose end is known. Where that sale is unknown again, its alert waits again.
//
// An alert holds kind, shop, till, amount and the sale's number of the day: no
// account, no name, no text that somebody typed, nothing secret.
package alerts
