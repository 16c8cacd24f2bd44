-- Whose permission a line of the audit was, and the shifts of a receipt. Tills tell of
-- them from version 2 of the wire on; rows that came before have none. The cursor
-- notes where that began: links are of the rows as they were sent.

-- +goose Up

ALTER TABLE audit ADD COLUMN lent_by text NOT NULL DEFAULT '';
ALTER TABLE receipts ADD COLUMN shift bigint NOT NULL DEFAULT 0, ADD COLUMN opened bigint NOT NULL DEFAULT 0;

-- The SHA-256 of ends, and for each version of the wire from 2 on, for each chain, in the
-- order of their numbers, 8 bytes, the most significant first: after which row the till
-- began to send by it. Blank while there is no such version. A collector from before this
-- layout opens a database that has it, writes ends and leaves since as it is: where the
-- digest is of other ends, all that is there was proved by version 1.
ALTER TABLE cursors ADD COLUMN since bytea NOT NULL DEFAULT '';

-- What a way back has put aside comes again.
CREATE TABLE IF NOT EXISTS aside_00010 (
    chain   smallint NOT NULL,
    day     date NOT NULL,
    till_id int NOT NULL,
    epoch   int NOT NULL,
    seq     bigint NOT NULL,
    lent_by text NOT NULL,
    shift   bigint NOT NULL,
    opened  bigint NOT NULL
);
UPDATE audit x SET lent_by = a.lent_by FROM aside_00010 a
WHERE a.chain = 2 AND x.day = a.day AND x.till_id = a.till_id AND x.epoch = a.epoch AND x.seq = a.seq;
UPDATE receipts x SET shift = a.shift, opened = a.opened FROM aside_00010 a
WHERE a.chain = 1 AND x.day = a.day AND x.till_id = a.till_id AND x.epoch = a.epoch AND x.seq = a.seq;
CREATE TABLE IF NOT EXISTS aside_00010_cursors (
    till_id int NOT NULL,
    ends    bytea NOT NULL,
    since   bytea NOT NULL
);
UPDATE cursors c SET since = a.since FROM aside_00010_cursors a WHERE c.till_id = a.till_id AND c.ends = a.ends; -- no row came meanwhile
DROP TABLE aside_00010, aside_00010_cursors;

DROP VIEW reading.receipts, reading.audit;
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
COMMENT ON VIEW reading.audit IS 'Who did what at which till, and on whose permission: lent_by, where it was not their own';
GRANT SELECT ON reading.receipts, reading.audit TO sanduq_reader;

-- +goose Down
-- A till that has sent such rows begins an epoch with the older program, whose links
-- are without them. They are put aside, so that the way up again loses nothing.
CREATE TABLE aside_00010 AS
SELECT 2::smallint AS chain, day, till_id, epoch, seq, lent_by, 0::bigint AS shift, 0::bigint AS opened FROM audit WHERE lent_by <> ''
UNION ALL
SELECT 1::smallint, day, till_id, epoch, seq, '', shift, opened FROM receipts WHERE shift <> 0 OR opened <> 0;
CREATE TABLE aside_00010_cursors AS SELECT till_id, ends, since FROM cursors WHERE since <> '';

DROP VIEW reading.receipts, reading.audit;
ALTER TABLE cursors DROP COLUMN since;
ALTER TABLE audit DROP COLUMN lent_by;
ALTER TABLE receipts DROP COLUMN shift, DROP COLUMN opened;

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
GRANT SELECT ON reading.receipts, reading.audit TO sanduq_reader;
