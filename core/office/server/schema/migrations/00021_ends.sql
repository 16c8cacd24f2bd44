-- What changes with each batch stands together, and what hardly does at the end of a
-- cursor's row: the log of an update holds what lies between its first and its last change.

-- +goose Up

DROP VIEW chains;
ALTER TABLE cursors RENAME COLUMN ends TO ends_before;
ALTER TABLE cursors ADD COLUMN ends bytea NOT NULL DEFAULT '';
UPDATE cursors SET ends = ends_before;
ALTER TABLE cursors DROP COLUMN ends_before;

CREATE VIEW chains AS
SELECT till_id, epoch, chain, seq, link FROM past_chains
UNION ALL
SELECT c.till_id, c.epoch, n::smallint, ('x' || encode(substring(c.ends FROM 120 * n - 119 FOR 8), 'hex'))::bit(64)::bigint, substring(c.ends FROM 120 * n - 111 FOR 32)
FROM cursors c CROSS JOIN LATERAL generate_series(1, length(c.ends) / 120) n;
GRANT SELECT ON chains TO sanduq_writer;

-- +goose Down
SELECT 1; -- the order of columns is nothing to an older program
