package record

import (
	"encoding/json"

	"sanduq/core/journal"
)

// The statements bucket holds what statements of banks say: a record for each
// statement, and one for each sale that a statement has. It stands beside the journal:
// no commit of a sale writes there, no reading of a sale looks there, and the manifest
// does not count it, since all of it can be had again from the banks' files. Its
// records bear MACs as all do.
const (
	bankSale      = 'r' // then the sale
	bankStatement = 's' // then the statement's ID
)

// ReconciledKey is where the record of a sale stands.
func ReconciledKey(id journal.SaleID) []byte { return append([]byte{bankSale}, id...) }

// StatementKey is where a statement stands.
func StatementKey(id string) []byte { return append([]byte{bankStatement}, id...) }

// Statements is the bucket as it lies in the file; false while there is none.
func (t Tx) Statements() (Bucket, bool) {
	b := t.Bucket([]byte(StatementsBucket))
	return Bucket{tree: b, Name: StatementsBucket, Seal: t.Seal}, b != nil
}

// MakeStatements is Statements, which makes the bucket where there is none.
func (t Tx) MakeStatements() (Bucket, error) {
	b, err := t.CreateBucketIfNotExists([]byte(StatementsBucket))
	return Bucket{tree: b, Name: StatementsBucket, Seal: t.Seal}, err
}

// EachReconciled visits what is kept of the sales from one to the other.
func (b Bucket) EachReconciled(from, to journal.SaleID, visit func(journal.Reconciled) error) error {
	c, last := b.Cursor(), string(ReconciledKey(to))
	for key, value := c.Seek(ReconciledKey(from)); key != nil && string(key) <= last; key, value = c.Next() {
		payload, _, err := b.Authenticate(key, value)
		if err != nil {
			return err
		}
		r, err := reconciled(key, payload)
		if err == nil {
			err = visit(r)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// EachStatement visits all statements.
func (b Bucket) EachStatement(visit func(journal.BankStatement) error) error {
	c := b.Cursor()
	for key, value := c.Seek([]byte{bankStatement}); len(key) > 0 && key[0] == bankStatement; key, value = c.Next() {
		payload, _, err := b.Authenticate(key, value)
		if err != nil {
			return err
		}
		s, err := statement(key, payload)
		if err == nil {
			err = visit(s)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// CheckBank reports whether a record is of the sale, or of the statement, under whose
// key it stands.
func CheckBank(key, payload []byte) (err error) {
	if len(key) > 0 && key[0] == bankStatement {
		_, err = statement(key, payload)
	} else {
		_, err = reconciled(key, payload)
	}
	return err
}

func reconciled(key, payload []byte) (r journal.Reconciled, err error) {
	if json.Unmarshal(payload, &r) != nil || string(ReconciledKey(r.Sale)) != string(key) {
		err = Corrupt("%s %q: not what a statement has of this sale", StatementsBucket, key)
	}
	return r, err
}

func statement(key, payload []byte) (s journal.BankStatement, err error) {
	if json.Unmarshal(payload, &s) != nil || string(StatementKey(s.ID)) != string(key) {
		err = Corrupt("%s %q: not this statement", StatementsBucket, key)
	}
	return s, err
}
