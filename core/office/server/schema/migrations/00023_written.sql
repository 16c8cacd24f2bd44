-- What a sale writes to the log. Of a cursor's row the log holds what lies between its first
-- and its last change: the ends of chains, which change with each batch, stand together,
-- without the marks and before what hardly changes. The column has another name, so that a
-- collector of the older layout that is still at work writes nothing: its tills wait. A
-- shop's sales by one route are read from the index of the shop's list, which knows the
-- route: an index for it alone was one more entry a sale.

-- +goose Up
DROP INDEX sales_shop, sales_route;
CREATE INDEX sales_shop ON sales (shop_id, day, created_at, till_id, epoch, number, route) WHERE NOT open;

-- For each chain, in the order of their numbers, its end: a number of 8 bytes, the most
-- significant first, and a link of 32. Then for each the mark that the till is told, and the
-- mark after it.
DROP VIEW chains;
ALTER TABLE cursors RENAME COLUMN since TO since_before;
ALTER TABLE cursors ADD COLUMN places bytea NOT NULL DEFAULT '';
-- For each version of the wire from 2 on, for each chain, 8 bytes: after which row the till
-- began to send by it. It no longer has a digest of the ends: nobody writes these alone.
ALTER TABLE cursors ADD COLUMN since bytea NOT NULL DEFAULT '';
UPDATE cursors SET since = CASE WHEN substring(since_before FOR 32) = sha256(ends) THEN substring(since_before FROM 33) ELSE '' END,
    places = coalesce((SELECT string_agg(substring(ends FROM 120 * n - 119 FOR 40), ''::bytea ORDER BY n) || string_agg(substring(ends FROM 120 * n - 79 FOR 80), ''::bytea ORDER BY n)
        FROM generate_series(1, length(ends) / 120) n), '');
ALTER TABLE cursors DROP COLUMN since_before, DROP COLUMN ends;

CREATE VIEW chains AS
SELECT till_id, epoch, chain, seq, link FROM past_chains
UNION ALL
SELECT c.till_id, c.epoch, n::smallint, ('x' || encode(substring(c.places FROM 40 * n - 39 FOR 8), 'hex'))::bit(64)::bigint, substring(c.places FROM 40 * n - 31 FOR 32)
FROM cursors c CROSS JOIN LATERAL generate_series(1, length(c.places) / 120) n;
GRANT SELECT ON chains TO sanduq_writer;

-- +goose Down
DROP VIEW chains;
ALTER TABLE cursors ADD COLUMN ends bytea NOT NULL DEFAULT '';
UPDATE cursors SET ends = coalesce((SELECT string_agg(substring(places FROM 40 * n - 39 FOR 40) || substring(places FROM length(places) / 3 + 80 * n - 79 FOR 80), ''::bytea ORDER BY n)
    FROM generate_series(1, length(places) / 120) n), '');
UPDATE cursors SET since = sha256(ends) || since WHERE since <> '';
ALTER TABLE cursors DROP COLUMN places;

CREATE VIEW chains AS
SELECT till_id, epoch, chain, seq, link FROM past_chains
UNION ALL
SELECT c.till_id, c.epoch, n::smallint, ('x' || encode(substring(c.ends FROM 120 * n - 119 FOR 8), 'hex'))::bit(64)::bigint, substring(c.ends FROM 120 * n - 111 FOR 32)
FROM cursors c CROSS JOIN LATERAL generate_series(1, length(c.ends) / 120) n;
GRANT SELECT ON chains TO sanduq_writer;

DROP INDEX sales_shop;
CREATE INDEX sales_shop ON sales (shop_id, day, created_at, till_id, epoch, number) WHERE NOT open;
CREATE INDEX sales_route ON sales (shop_id, route, day) WHERE NOT open;
