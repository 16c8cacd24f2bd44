-- Heartbeats stay in the memory of the collector that hears them. Once a minute each
-- collector writes one row: which tills it has heard since the row before, a bit each. A
-- till's own row is written when it brings something, when it falls silent, and each hour.

-- +goose Up

CREATE TABLE beats (
    collector text PRIMARY KEY,     -- one process, until it ends
    began_at  timestamptz NOT NULL, -- since when it listens
    at        timestamptz NOT NULL,
    tills     bytea NOT NULL        -- bit n is till n
) WITH (fillfactor = 50);
GRANT SELECT, INSERT, UPDATE, DELETE ON beats TO sanduq_writer;

CREATE VIEW heard AS
SELECT c.till_id, greatest(c.heard_at, (SELECT max(b.at) FROM beats b
    WHERE CASE WHEN length(b.tills) * 8::bigint > c.till_id THEN get_bit(b.tills, c.till_id::bigint) = 1 ELSE false END)) AS heard_at
FROM cursors c;
GRANT SELECT ON heard TO sanduq_writer;

CREATE OR REPLACE VIEW reading.tills AS
SELECT t.id AS till_id, s.name AS shop, t.name AS till, t.practice, c.epoch, h.heard_at, c.clock_ahead AS clock_ahead_seconds,
       k.made_at AS enrolled_at, k.hash IS NULL AS without_key
FROM tills t
JOIN shops s ON s.id = t.shop_id
JOIN cursors c ON c.till_id = t.id
JOIN heard h ON h.till_id = t.id
LEFT JOIN keys k ON k.till_id = t.id AND k.revoked_at IS NULL;

-- +goose Down
CREATE OR REPLACE VIEW reading.tills AS
SELECT t.id AS till_id, s.name AS shop, t.name AS till, t.practice, c.epoch, c.heard_at, c.clock_ahead AS clock_ahead_seconds,
       k.made_at AS enrolled_at, k.hash IS NULL AS without_key
FROM tills t
JOIN shops s ON s.id = t.shop_id
JOIN cursors c ON c.till_id = t.id
LEFT JOIN keys k ON k.till_id = t.id AND k.revoked_at IS NULL;
UPDATE cursors c SET heard_at = h.heard_at FROM heard h WHERE h.till_id = c.till_id AND h.heard_at > coalesce(c.heard_at, '-infinity');
DROP VIEW heard;
DROP TABLE beats;
