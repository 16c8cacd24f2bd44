-- Months that retention has let go, and which rows of chains were in them, so that verify
-- can follow what is left. Rows are only added, by the layout's owner alone.

-- +goose Up

CREATE TABLE gone_months (
    of    text NOT NULL, -- the table
    month date NOT NULL,
    at    timestamptz NOT NULL,
    rows  bigint NOT NULL,
    PRIMARY KEY (of, month)
);

-- Rows of a chain from first to last: the link before the first, and that of the last.
CREATE TABLE gone_rows (
    till_id  int NOT NULL,
    epoch    int NOT NULL,
    chain    smallint NOT NULL,
    first    bigint NOT NULL,
    last     bigint NOT NULL,
    at       timestamptz NOT NULL,
    before   bytea NOT NULL,
    link     bytea NOT NULL,
    PRIMARY KEY (till_id, epoch, chain, first)
);
GRANT SELECT ON gone_months, gone_rows TO sanduq_writer;

CREATE VIEW reading.gone AS SELECT of, month, at, rows FROM gone_months;
COMMENT ON VIEW reading.gone IS 'Months that retention has let go: of which table, when, and how many rows';
GRANT SELECT ON reading.gone TO sanduq_reader, sanduq_writer;

-- What a way back has put aside comes again.
CREATE TABLE IF NOT EXISTS aside_00018 (LIKE gone_months);
CREATE TABLE IF NOT EXISTS aside_00018_rows (LIKE gone_rows);
INSERT INTO gone_months SELECT * FROM aside_00018;
INSERT INTO gone_rows SELECT * FROM aside_00018_rows;
DROP TABLE aside_00018, aside_00018_rows;

-- +goose Down
CREATE TABLE aside_00018 AS SELECT * FROM gone_months;
CREATE TABLE aside_00018_rows AS SELECT * FROM gone_rows;
DROP VIEW reading.gone;
DROP TABLE gone_months, gone_rows;
