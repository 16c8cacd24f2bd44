-- The business day that a sale counts towards, where that is not its own: money that came
-- later stands in the period in which it came. Tills tell of it from version 3 of the
-- wire on; a sale that came before has none and counts on its own day, as it did.

-- +goose Up

ALTER TABLE sales ADD COLUMN booked date;
ALTER TABLE zs ADD COLUMN booked date;
CREATE INDEX sales_booked ON sales (booked, day) WHERE booked IS NOT NULL;

-- As before, and a till may say of a state that it told before on which day it is booked.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sale_goes_on() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    free text[] := '{counts,shop_id}';
BEGIN
    IF OLD.booked IS NULL THEN
        free := '{counts,shop_id,booked}';
    END IF;
    IF (NEW.day, NEW.till_id, NEW.number, NEW.epoch, NEW.order_id, NEW.minor, NEW.currency, NEW.practice)
        IS DISTINCT FROM (OLD.day, OLD.till_id, OLD.number, OLD.epoch, OLD.order_id, OLD.minor, OLD.currency, OLD.practice)
        OR OLD.status = 'paid' AND NEW.status <> 'paid'
        OR (NEW.version <= OLD.version AND NEW.updated_at IS NOT DISTINCT FROM OLD.updated_at
            AND to_jsonb(NEW) - free IS DISTINCT FROM to_jsonb(OLD) - free) THEN
        RAISE EXCEPTION 'sale % #% of till % does not go on in this way', OLD.day, OLD.number, OLD.till_id USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd

-- What a way back has put aside comes again, where the older program has taken nothing
-- newer of the sale.
CREATE TABLE IF NOT EXISTS aside_00015 (
    day     date NOT NULL,
    till_id int NOT NULL,
    number  int NOT NULL,
    epoch   int NOT NULL,
    version int NOT NULL,
    booked  date NOT NULL
);
CREATE TABLE IF NOT EXISTS aside_00015_zs (
    till_id int NOT NULL,
    epoch   int NOT NULL,
    seq     bigint NOT NULL,
    booked  date NOT NULL
);
UPDATE sales x SET booked = a.booked FROM aside_00015 a
WHERE x.day = a.day AND x.till_id = a.till_id AND x.number = a.number AND x.epoch = a.epoch AND x.version = a.version;
UPDATE zs x SET booked = a.booked FROM aside_00015_zs a WHERE x.till_id = a.till_id AND x.epoch = a.epoch AND x.seq = a.seq;
DROP TABLE aside_00015, aside_00015_zs;
INSERT INTO totals AS t (day, shop_id, practice, status, route, currency, sales, minor)
SELECT day, shop_id, practice, status, route, currency, sum(sales), sum(minor) FROM (
    SELECT booked AS day, shop_id, practice, status, route, currency, 1 AS sales, minor FROM sales WHERE booked IS NOT NULL AND counts
    UNION ALL SELECT day, shop_id, practice, status, route, currency, -1, -minor FROM sales WHERE booked IS NOT NULL AND counts) x
GROUP BY 1, 2, 3, 4, 5, 6
ON CONFLICT (day, shop_id, practice, status, route, currency) DO UPDATE SET sales = t.sales + excluded.sales, minor = t.minor + excluded.minor;

CREATE OR REPLACE VIEW reading.sales AS
SELECT x.day, s.name AS shop, t.name AS till, x.till_id, x.epoch, x.number, x.status, x.route, x.currency, x.minor, x.cashier,
       x.created_at, x.updated_at, x.settled_at, x.owed_since, x.open, x.practice, x.counts, x.receipt_seq, x.reference, x.order_id,
       x.payment_id, x.transaction_id, x.payer, x.institution, x.rare, coalesce(x.booked, x.day) AS booked_on
FROM sales x
JOIN tills t ON t.id = x.till_id
JOIN shops s ON s.id = x.shop_id;
COMMENT ON VIEW reading.sales IS 'The newest state of each sale; minor is in minor units; sum only what counts, by booked_on, the day on which money is booked';
COMMENT ON VIEW reading.totals IS 'Sales that count, per business day on which they are booked, shop, state, route and currency';
DROP VIEW reading.zs;
CREATE VIEW reading.zs AS
SELECT s.name AS office_shop, t.name AS office_till, t.practice, z.*
FROM zs z
JOIN tills t ON t.id = z.till_id
JOIN shops s ON s.id = t.shop_id;
COMMENT ON VIEW reading.zs IS 'Ends of shifts, by till, epoch and number; sums has the other figures as JSON; left_out are numbers never given out';
GRANT SELECT ON reading.zs TO sanduq_reader, sanduq_writer;

-- +goose Down
-- The older program counts every sale on its own day. Where else they are booked is put
-- aside, so that the way up again loses nothing.
INSERT INTO totals AS t (day, shop_id, practice, status, route, currency, sales, minor)
SELECT day, shop_id, practice, status, route, currency, sum(sales), sum(minor) FROM (
    SELECT booked AS day, shop_id, practice, status, route, currency, -1 AS sales, -minor AS minor FROM sales WHERE booked IS NOT NULL AND counts
    UNION ALL SELECT day, shop_id, practice, status, route, currency, 1, minor FROM sales WHERE booked IS NOT NULL AND counts) x
GROUP BY 1, 2, 3, 4, 5, 6
ON CONFLICT (day, shop_id, practice, status, route, currency) DO UPDATE SET sales = t.sales + excluded.sales, minor = t.minor + excluded.minor;
CREATE TABLE aside_00015 AS SELECT day, till_id, number, epoch, version, booked FROM sales WHERE booked IS NOT NULL;
CREATE TABLE aside_00015_zs AS SELECT till_id, epoch, seq, booked FROM zs WHERE booked IS NOT NULL;

DROP VIEW reading.sales, reading.zs;
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sale_goes_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.day, NEW.till_id, NEW.number, NEW.epoch, NEW.order_id, NEW.minor, NEW.currency, NEW.practice)
        IS DISTINCT FROM (OLD.day, OLD.till_id, OLD.number, OLD.epoch, OLD.order_id, OLD.minor, OLD.currency, OLD.practice)
        OR OLD.status = 'paid' AND NEW.status <> 'paid'
        OR (NEW.version <= OLD.version AND NEW.updated_at IS NOT DISTINCT FROM OLD.updated_at
            AND to_jsonb(NEW) - '{counts,shop_id}'::text[] IS DISTINCT FROM to_jsonb(OLD) - '{counts,shop_id}'::text[]) THEN
        RAISE EXCEPTION 'sale % #% of till % does not go on in this way', OLD.day, OLD.number, OLD.till_id USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd
ALTER TABLE sales DROP COLUMN booked;
ALTER TABLE zs DROP COLUMN booked;

CREATE VIEW reading.sales AS
SELECT x.day, s.name AS shop, t.name AS till, x.till_id, x.epoch, x.number, x.status, x.route, x.currency, x.minor, x.cashier,
       x.created_at, x.updated_at, x.settled_at, x.owed_since, x.open, x.practice, x.counts, x.receipt_seq, x.reference, x.order_id,
       x.payment_id, x.transaction_id, x.payer, x.institution, x.rare
FROM sales x
JOIN tills t ON t.id = x.till_id
JOIN shops s ON s.id = x.shop_id;
COMMENT ON VIEW reading.sales IS 'The newest state of each sale; minor is in minor units; sum only what counts';
COMMENT ON VIEW reading.totals IS 'Sales that count, per business day, shop, state, route and currency';
CREATE VIEW reading.zs AS
SELECT s.name AS office_shop, t.name AS office_till, t.practice, z.*
FROM zs z
JOIN tills t ON t.id = z.till_id
JOIN shops s ON s.id = t.shop_id;
COMMENT ON VIEW reading.zs IS 'Ends of shifts, by till, epoch and number; sums has the other figures as JSON; left_out are numbers never given out';
GRANT SELECT ON reading.sales, reading.zs TO sanduq_reader, sanduq_writer;
