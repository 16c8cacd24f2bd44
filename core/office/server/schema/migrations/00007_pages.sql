-- Each page of sales is read from an index, whatever it is filtered by. Indexes begin
-- with what a filter selects and go on with the day, the first column of the order
-- that lists have. Those of few different values take some bytes a sale.
-- Those of an expression have no condition: PostgreSQL would not know how many they find.

-- +goose Up

ALTER TABLE sales DROP CONSTRAINT sales_pkey, ADD PRIMARY KEY (till_id, day, number, epoch);
DROP INDEX sales_newest, sales_shop, sales_unusual;
CREATE INDEX sales_newest ON sales (practice, day, created_at, till_id, epoch, number); -- practice and live are never listed together
CREATE INDEX sales_shop ON sales (shop_id, day, created_at, till_id, epoch, number);
CREATE INDEX sales_unusual ON sales (status, day, created_at) WHERE status <> 'paid';
CREATE INDEX sales_cashier ON sales (cashier, day);
CREATE INDEX sales_minor ON sales (minor, day);
CREATE INDEX sales_number ON sales (number, day);
CREATE INDEX sales_receipt ON sales (receipt_seq, day) WHERE receipt_seq <> 0;
CREATE INDEX sales_order ON sales (lower(left(order_id, 18)) text_pattern_ops); -- day, number, and enough of the rest
CREATE INDEX sales_transaction ON sales (lower(transaction_id) text_pattern_ops);
CREATE INDEX sales_reference ON sales (lower(reference) text_pattern_ops);
CREATE INDEX sales_payer ON sales (reverse(payer) text_pattern_ops);

-- +goose Down
DROP INDEX sales_newest, sales_shop, sales_unusual, sales_cashier, sales_minor, sales_number, sales_receipt, sales_order, sales_transaction, sales_reference, sales_payer;
CREATE INDEX sales_newest ON sales (created_at, till_id, number);
CREATE INDEX sales_shop ON sales (shop_id, created_at, till_id, number);
CREATE INDEX sales_unusual ON sales (status, created_at) WHERE status <> 'paid';
ALTER TABLE sales DROP CONSTRAINT sales_pkey, ADD PRIMARY KEY (day, till_id, number, epoch);
