-- Indexes of searches know the day, so that what was found of another day, or a
-- cashier's sales at another shop, is passed over within the index. A shop's sales by
-- one route have an index of their own.

-- +goose Up

DROP INDEX sales_cashier, sales_order, sales_transaction, sales_reference, sales_payer;
CREATE INDEX sales_cashier ON sales (cashier, day, shop_id);
CREATE INDEX sales_route ON sales (shop_id, route, day);
CREATE INDEX sales_order ON sales (lower(left(order_id, 18)) text_pattern_ops, day);
CREATE INDEX sales_transaction ON sales (lower(transaction_id) text_pattern_ops, day);
CREATE INDEX sales_reference ON sales (lower(reference) text_pattern_ops, day);
CREATE INDEX sales_payer ON sales (reverse(payer) text_pattern_ops, day);

-- +goose Down
DROP INDEX sales_cashier, sales_route, sales_order, sales_transaction, sales_reference, sales_payer;
CREATE INDEX sales_cashier ON sales (cashier, day);
CREATE INDEX sales_order ON sales (lower(left(order_id, 18)) text_pattern_ops);
CREATE INDEX sales_transaction ON sales (lower(transaction_id) text_pattern_ops);
CREATE INDEX sales_reference ON sales (lower(reference) text_pattern_ops);
CREATE INDEX sales_payer ON sales (reverse(payer) text_pattern_ops);
