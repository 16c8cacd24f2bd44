-- The business day that a line of what is owed back counts towards, as its till says from
-- version 4 of the wire on. Of a line that came before nobody has said it: it is by the
-- time zone of the shop. What was returned is found by its moment, which is at most a day off.

-- +goose Up

ALTER TABLE owed ADD COLUMN booked date;
CREATE INDEX owed_returned ON owed (at) WHERE kind = 'returned';

-- What a way back has put aside comes again.
CREATE TABLE IF NOT EXISTS aside_00027 (
    till_id int NOT NULL,
    epoch   int NOT NULL,
    seq     bigint NOT NULL,
    booked  date NOT NULL
);
UPDATE owed o SET booked = a.booked FROM aside_00027 a WHERE a.till_id = o.till_id AND a.epoch = o.epoch AND a.seq = o.seq;
DROP TABLE aside_00027;

DROP VIEW reading.owed_lines;
CREATE VIEW reading.owed_lines AS
SELECT s.name AS shop, t.name AS till, t.practice, o.*
FROM owed o
JOIN tills t ON t.id = o.till_id
JOIN shops s ON s.id = t.shop_id;
COMMENT ON VIEW reading.owed_lines IS 'The ledger of what is owed back, line by line; booked is the till''s business day';
GRANT SELECT ON reading.owed_lines TO sanduq_reader, sanduq_writer;

-- +goose Down
CREATE TABLE aside_00027 AS SELECT till_id, epoch, seq, booked FROM owed WHERE booked IS NOT NULL;
DROP VIEW reading.owed_lines;
DROP INDEX owed_returned;
ALTER TABLE owed DROP COLUMN booked;
CREATE VIEW reading.owed_lines AS
SELECT s.name AS shop, t.name AS till, t.practice, o.*
FROM owed o
JOIN tills t ON t.id = o.till_id
JOIN shops s ON s.id = t.shop_id;
COMMENT ON VIEW reading.owed_lines IS 'The ledger of what is owed back, line by line';
GRANT SELECT ON reading.owed_lines TO sanduq_reader, sanduq_writer;
