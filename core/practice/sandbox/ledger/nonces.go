package ledger

import (
	"errors"
	"strconv"
	"time"

	bolt "go.etcd.io/bbolt"
)

// errReplayed says that a nonce was used before.
var errReplayed = errors.New("the nonce was used before")

// SpendNonce refuses a nonce that was seen since forget, and forgets those before. Nonces are kept here, so that a
// restart does not let a request be replayed.
func (tx *Tx) SpendNonce(nonce string, now, forget time.Time) error {
	bucket := tx.Bucket(bucketNonces)
	if bucket.Get([]byte(nonce)) != nil {
		return errReplayed
	}
	if err := forgetNonces(bucket, forget); err != nil {
		return err
	}
	return bucket.Put([]byte(nonce), []byte(strconv.FormatInt(now.Unix(), 10)))
}

func forgetNonces(bucket *bolt.Bucket, before time.Time) error {
	var old [][]byte
	err := bucket.ForEach(func(k, v []byte) error {
		if at, err := strconv.ParseInt(string(v), 10, 64); err != nil || at < before.Unix() {
			old = append(old, k)
		}
		return nil
	})
	for _, k := range old {
		err = errors.Join(err, bucket.Delete(k))
	}
	return err
}
