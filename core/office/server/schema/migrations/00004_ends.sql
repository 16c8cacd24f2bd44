-- Where a till's chains stand moves into its cursor's own row, so that a batch
-- finds and leaves all of it by one row. What is left of chains is a view; the ends
-- of epochs that are over have a table of their own.

-- +goose Up

ALTER TABLE chains RENAME TO past_chains;
ALTER TABLE past_chains RENAME CONSTRAINT chains_pkey TO past_chains_pkey;

-- For each chain, in the order of their numbers, 120 bytes: its end, the mark that
-- the till is told, and the mark after it; each a number of 8 bytes, the most
-- significant first, and a link of 32.
ALTER TABLE cursors ADD COLUMN ends bytea NOT NULL DEFAULT '';

UPDATE cursors c SET ends = (
    SELECT string_agg(int8send(coalesce(p.seq, 0)) || coalesce(p.link, none.link) || int8send(coalesce(p.mark_seq, 0)) || coalesce(p.mark_link, none.link)
            || int8send(coalesce(p.next_seq, 0)) || coalesce(p.next_link, none.link), ''::bytea ORDER BY n)
    FROM generate_series(1, 2) n
    CROSS JOIN (SELECT decode(repeat('00', 32), 'hex') AS link) none
    LEFT JOIN past_chains p ON p.till_id = c.till_id AND p.epoch = c.epoch AND p.chain = n);
DELETE FROM past_chains p USING cursors c WHERE p.till_id = c.till_id AND p.epoch = c.epoch;
ALTER TABLE past_chains DROP COLUMN mark_seq, DROP COLUMN mark_link, DROP COLUMN next_seq, DROP COLUMN next_link;

CREATE VIEW chains AS
SELECT till_id, epoch, chain, seq, link FROM past_chains
UNION ALL
SELECT c.till_id, c.epoch, n::smallint, ('x' || encode(substring(c.ends FROM 120 * n - 119 FOR 8), 'hex'))::bit(64)::bigint, substring(c.ends FROM 120 * n - 111 FOR 32)
FROM cursors c CROSS JOIN LATERAL generate_series(1, length(c.ends) / 120) n;

-- +goose Down
DROP VIEW chains;
ALTER TABLE past_chains ADD COLUMN mark_seq bigint NOT NULL DEFAULT 0, ADD COLUMN mark_link bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex'),
    ADD COLUMN next_seq bigint NOT NULL DEFAULT 0, ADD COLUMN next_link bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex');
INSERT INTO past_chains
SELECT c.till_id, c.epoch, n, ('x' || encode(substring(c.ends FROM 120 * n - 119 FOR 8), 'hex'))::bit(64)::bigint, substring(c.ends FROM 120 * n - 111 FOR 32)
FROM cursors c CROSS JOIN LATERAL generate_series(1, length(c.ends) / 120) n;
ALTER TABLE past_chains RENAME TO chains;
ALTER TABLE chains RENAME CONSTRAINT past_chains_pkey TO chains_pkey;
ALTER TABLE cursors DROP COLUMN ends;
