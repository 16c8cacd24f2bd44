-- The time zone in which a shop's days begin, where it is another than the page's.

-- +goose Up

ALTER TABLE shops ADD COLUMN zone text;
GRANT UPDATE (zone) ON shops TO sanduq_writer;

-- What a way back has put aside comes again.
CREATE TABLE IF NOT EXISTS aside_00017 (
    id   int NOT NULL,
    zone text NOT NULL
);
UPDATE shops s SET zone = a.zone FROM aside_00017 a WHERE a.id = s.id;
DROP TABLE aside_00017;

-- +goose Down
CREATE TABLE aside_00017 AS SELECT id, zone FROM shops WHERE zone IS NOT NULL;
ALTER TABLE shops DROP COLUMN zone;
