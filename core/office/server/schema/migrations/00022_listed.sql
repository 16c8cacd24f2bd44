-- A sale enters the indexes that lists and searches are read from once, when it is no
-- longer open: each change of a row enters all indexes anew, and an open sale changes. Open
-- ones are few, and have an index of their own. listed is all sales, in the two parts that
-- have indexes. A text that most sales have not is in no index where it is blank.

-- +goose Up
DROP INDEX sales_newest, sales_shop, sales_unusual, sales_cashier, sales_minor, sales_number, sales_receipt, sales_route, sales_order, sales_transaction, sales_reference, sales_payer;
CREATE INDEX sales_newest ON sales (practice, day, created_at, till_id, epoch, number) WHERE NOT open;
CREATE INDEX sales_shop ON sales (shop_id, day, created_at, till_id, epoch, number) WHERE NOT open;
CREATE INDEX sales_unusual ON sales (status, day, created_at) WHERE status <> 'paid' AND (NOT open OR status = 'unknown'); -- unknown ones are counted, open or not
CREATE INDEX sales_cashier ON sales (cashier, day, shop_id) WHERE NOT open;
CREATE INDEX sales_route ON sales (shop_id, route, day) WHERE NOT open;
CREATE INDEX sales_minor ON sales (minor, day) WHERE NOT open;
CREATE INDEX sales_number ON sales (number, day) WHERE NOT open;
CREATE INDEX sales_receipt ON sales (receipt_seq, day) WHERE receipt_seq <> 0 AND NOT open;
CREATE INDEX sales_order ON sales (lower(left(order_id, 18)) text_pattern_ops, day) WHERE NOT open;
CREATE INDEX sales_transaction ON sales (lower(transaction_id) text_pattern_ops, day) WHERE transaction_id <> '' AND NOT open;
CREATE INDEX sales_reference ON sales (lower(reference) text_pattern_ops, day) WHERE reference <> '' AND NOT open;
CREATE INDEX sales_payer ON sales (reverse(payer) text_pattern_ops, day) WHERE payer <> '' AND NOT open;

CREATE VIEW listed AS SELECT * FROM sales WHERE NOT open UNION ALL SELECT * FROM sales WHERE open;
GRANT SELECT ON listed TO sanduq_writer;
CREATE OR REPLACE VIEW reading.sales AS
SELECT x.day, s.name AS shop, t.name AS till, x.till_id, x.epoch, x.number, x.status, x.route, x.currency, x.minor, x.cashier,
       x.created_at, x.updated_at, x.settled_at, x.owed_since, x.open, x.practice, x.counts, x.receipt_seq, x.reference, x.order_id,
       x.payment_id, x.transaction_id, x.payer, x.institution, x.rare, coalesce(x.booked, x.day) AS booked_on
FROM listed x
JOIN tills t ON t.id = x.till_id
JOIN shops s ON s.id = x.shop_id;

-- +goose Down
CREATE OR REPLACE VIEW reading.sales AS
SELECT x.day, s.name AS shop, t.name AS till, x.till_id, x.epoch, x.number, x.status, x.route, x.currency, x.minor, x.cashier,
       x.created_at, x.updated_at, x.settled_at, x.owed_since, x.open, x.practice, x.counts, x.receipt_seq, x.reference, x.order_id,
       x.payment_id, x.transaction_id, x.payer, x.institution, x.rare, coalesce(x.booked, x.day) AS booked_on
FROM sales x
JOIN tills t ON t.id = x.till_id
JOIN shops s ON s.id = x.shop_id;
DROP VIEW listed;
DROP INDEX sales_newest, sales_shop, sales_unusual, sales_cashier, sales_minor, sales_number, sales_receipt, sales_route, sales_order, sales_transaction, sales_reference, sales_payer;
CREATE INDEX sales_newest ON sales (practice, day, created_at, till_id, epoch, number);
CREATE INDEX sales_shop ON sales (shop_id, day, created_at, till_id, epoch, number);
CREATE INDEX sales_unusual ON sales (status, day, created_at) WHERE status <> 'paid';
CREATE INDEX sales_cashier ON sales (cashier, day, shop_id);
CREATE INDEX sales_route ON sales (shop_id, route, day);
CREATE INDEX sales_minor ON sales (minor, day);
CREATE INDEX sales_number ON sales (number, day);
CREATE INDEX sales_receipt ON sales (receipt_seq, day) WHERE receipt_seq <> 0;
CREATE INDEX sales_order ON sales (lower(left(order_id, 18)) text_pattern_ops, day);
CREATE INDEX sales_transaction ON sales (lower(transaction_id) text_pattern_ops, day);
CREATE INDEX sales_reference ON sales (lower(reference) text_pattern_ops, day);
CREATE INDEX sales_payer ON sales (reverse(payer) text_pattern_ops, day);
