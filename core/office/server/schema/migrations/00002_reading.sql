-- Views for people and for programs such as Metabase and Grafana, and a role that
-- can read them and nothing else. Their columns are a promise: they may become
-- more, none is renamed.

-- +goose Up

CREATE SCHEMA reading;

CREATE VIEW reading.tills AS
SELECT t.id AS till_id, s.name AS shop, t.name AS till, t.practice, c.epoch, c.heard_at, c.clock_ahead AS clock_ahead_seconds,
       k.made_at AS enrolled_at, k.hash IS NULL AS without_key
FROM tills t
JOIN shops s ON s.id = t.shop_id
JOIN cursors c ON c.till_id = t.id
LEFT JOIN keys k ON k.till_id = t.id AND k.revoked_at IS NULL;
COMMENT ON VIEW reading.tills IS 'Each till, and when the office heard from it last';

CREATE VIEW reading.sales AS
SELECT x.day, s.name AS shop, t.name AS till, x.till_id, x.epoch, x.number, x.status, x.route, x.currency, x.minor, x.cashier,
       x.created_at, x.updated_at, x.settled_at, x.owed_since, x.open, x.practice, x.counts, x.receipt_seq, x.reference, x.order_id,
       x.payment_id, x.transaction_id, x.payer, x.institution, x.rare
FROM sales x
JOIN tills t ON t.id = x.till_id
JOIN shops s ON s.id = x.shop_id;
COMMENT ON VIEW reading.sales IS 'The newest state of each sale; minor is in minor units; sum only what counts';

CREATE VIEW reading.receipts AS
SELECT s.name AS office_shop, t.name AS office_till, t.practice, r.*
FROM receipts r
JOIN tills t ON t.id = r.till_id
JOIN shops s ON s.id = t.shop_id;
COMMENT ON VIEW reading.receipts IS 'Receipts as they were printed, by till, epoch and number; left_out are numbers never given out';

CREATE VIEW reading.audit AS
SELECT s.name AS shop, t.name AS till, t.practice, a.*
FROM audit a
JOIN tills t ON t.id = a.till_id
JOIN shops s ON s.id = t.shop_id;
COMMENT ON VIEW reading.audit IS 'Who did what at which till';

CREATE VIEW reading.totals AS
SELECT x.day, s.name AS shop, x.practice, x.status, x.route, x.currency, x.sales, x.minor
FROM totals x
JOIN shops s ON s.id = x.shop_id;
COMMENT ON VIEW reading.totals IS 'Sales that count, per business day, shop, state, route and currency';

CREATE VIEW reading.alarms AS
SELECT a.id, s.name AS shop, t.name AS till, a.till_id, a.epoch, a.kind, a.about, a.detail, a.first_at, a.last_at, a.times, a.seen_at, a.seen_by
FROM alarms a
JOIN tills t ON t.id = a.till_id
JOIN shops s ON s.id = t.shop_id;
COMMENT ON VIEW reading.alarms IS 'What the office noticed about tills';

CREATE VIEW reading.epochs AS
SELECT e.till_id, s.name AS shop, t.name AS till, e.epoch, e.began_at, e.why
FROM epochs e
JOIN tills t ON t.id = e.till_id
JOIN shops s ON s.id = t.shop_id;
COMMENT ON VIEW reading.epochs IS 'Histories that a till began anew, and why';

-- +goose StatementBegin
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'sanduq_reader') THEN
        CREATE ROLE sanduq_reader NOLOGIN;
    END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- another database of the same server, at the same time
END $$;
-- +goose StatementEnd
GRANT USAGE ON SCHEMA reading TO sanduq_reader;
GRANT SELECT ON ALL TABLES IN SCHEMA reading TO sanduq_reader;

-- +goose Down
DROP SCHEMA reading CASCADE;
