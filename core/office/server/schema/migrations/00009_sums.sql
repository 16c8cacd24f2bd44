-- Sums have no limit: three sales of the largest amount there is must not keep anybody
-- from reading what the others come to.

-- +goose Up

DROP VIEW reading.totals, reading.owed;
ALTER TABLE totals ALTER COLUMN minor TYPE numeric;
ALTER TABLE debts DROP COLUMN open;
ALTER TABLE debts ALTER COLUMN returned TYPE numeric, ALTER COLUMN kept TYPE numeric;
ALTER TABLE debts ADD COLUMN open numeric GENERATED ALWAYS AS (owed - returned - kept) STORED;
CREATE INDEX debts_open ON debts (since) WHERE open <> 0;

CREATE VIEW reading.totals AS
SELECT x.day, s.name AS shop, x.practice, x.status, x.route, x.currency, x.sales, x.minor
FROM totals x
JOIN shops s ON s.id = x.shop_id;
COMMENT ON VIEW reading.totals IS 'Sales that count, per business day, shop, state, route and currency';

CREATE VIEW reading.owed AS
SELECT s.name AS shop, t.name AS till, t.practice, d.till_id, d.epoch, d.debt, d.cause, d.sale, d.with_sale, d.since, d.currency, d.owed, d.returned, d.kept, d.open,
       d.noted_at, d.epoch = c.epoch AS is_now
FROM debts d
JOIN tills t ON t.id = d.till_id
JOIN shops s ON s.id = t.shop_id
JOIN cursors c ON c.till_id = d.till_id;
COMMENT ON VIEW reading.owed IS 'Money owed back: owed is returned, kept and open; sum only what is_now, of the till''s newest epoch';
GRANT SELECT ON reading.totals, reading.owed TO sanduq_reader;

-- +goose Down
-- Sums that do not fit keep the layout as it is: this fails, and changes nothing.
DROP VIEW reading.totals, reading.owed;
ALTER TABLE totals ALTER COLUMN minor TYPE bigint;
ALTER TABLE debts DROP COLUMN open;
ALTER TABLE debts ALTER COLUMN returned TYPE bigint, ALTER COLUMN kept TYPE bigint;
ALTER TABLE debts ADD COLUMN open bigint GENERATED ALWAYS AS (owed - returned - kept) STORED;
CREATE INDEX debts_open ON debts (since) WHERE open <> 0;

CREATE VIEW reading.totals AS
SELECT x.day, s.name AS shop, x.practice, x.status, x.route, x.currency, x.sales, x.minor
FROM totals x
JOIN shops s ON s.id = x.shop_id;
COMMENT ON VIEW reading.totals IS 'Sales that count, per business day, shop, state, route and currency';

CREATE VIEW reading.owed AS
SELECT s.name AS shop, t.name AS till, t.practice, d.*, d.epoch = c.epoch AS is_now
FROM debts d
JOIN tills t ON t.id = d.till_id
JOIN shops s ON s.id = t.shop_id
JOIN cursors c ON c.till_id = d.till_id;
COMMENT ON VIEW reading.owed IS 'Money owed back: owed is returned, kept and open; sum only what is_now, of the till''s newest epoch';
GRANT SELECT ON reading.totals, reading.owed TO sanduq_reader;
