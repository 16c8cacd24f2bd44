-- What tills have signed, and what verify has found. Rows are only added.

-- +goose Up

ALTER TABLE keys ADD COLUMN public bytea; -- by which the till's seals are known; none until a till that was enrolled earlier brings one

CREATE TABLE seals (
    till_id   int NOT NULL REFERENCES tills,
    no        bigint NOT NULL,
    epoch     int NOT NULL,
    day       date NOT NULL,
    sales     int NOT NULL,
    digest    bytea NOT NULL, -- of the day's versions, as days are compared
    link      bytea NOT NULL, -- of this seal and all before it
    came_at   timestamptz NOT NULL,
    text      text NOT NULL,  -- as it was signed
    key       bytea NOT NULL,
    signature bytea NOT NULL,
    PRIMARY KEY (till_id, no)
);
CREATE INDEX seals_day ON seals (till_id, epoch, day, no);

-- How far verify has come with each chain. Rows before were proved, and may be gone.
CREATE TABLE proved (
    till_id int NOT NULL,
    epoch   int NOT NULL,
    chain   smallint NOT NULL,
    seq     bigint NOT NULL,
    link    bytea NOT NULL,
    PRIMARY KEY (till_id, epoch, chain)
);

-- What verify has found, each line chained to the one before.
CREATE TABLE verdicts (
    no   bigint PRIMARY KEY,
    at   timestamptz NOT NULL,
    text text NOT NULL,
    link bytea NOT NULL
);

-- +goose Down
DROP TABLE verdicts, proved, seals;
ALTER TABLE keys DROP COLUMN public;
