-- The till's day: Zs, what was said to be taken in cash, and what is owed back.

-- +goose Up

CREATE TABLE zs (
    till_id     int NOT NULL,
    epoch       int NOT NULL,
    seq         bigint NOT NULL,
    left_out    boolean NOT NULL,
    before      bigint NOT NULL,
    shift       bigint NOT NULL,
    shop        text NOT NULL,
    place       text NOT NULL,
    till        text NOT NULL,
    begun_at    timestamptz,
    opened_at   timestamptz,
    opened_by   text NOT NULL,
    at          timestamptz,
    by_whom     text NOT NULL,
    set_back    boolean NOT NULL,
    currency    text NOT NULL,
    float       bigint NOT NULL,
    expected    bigint NOT NULL,
    was_counted boolean NOT NULL,
    counted     bigint NOT NULL,
    difference  bigint NOT NULL, -- below zero is short
    reason      text NOT NULL,
    sums        text NOT NULL,   -- the other figures, JSON, as it came
    PRIMARY KEY (till_id, epoch, seq)
);
CREATE INDEX zs_at ON zs (at);

CREATE TABLE cash (
    day       date NOT NULL, -- of taken_at in UTC; of its arrival where there is none
    till_id   int NOT NULL,
    epoch     int NOT NULL,
    seq       bigint NOT NULL,
    left_out  boolean NOT NULL,
    taken_at  timestamptz,
    minor     bigint NOT NULL,
    rounding  bigint NOT NULL,
    given     bigint NOT NULL,
    shift     bigint NOT NULL,
    sale      text NOT NULL,
    currency  text NOT NULL,
    reference text NOT NULL,
    shop      text NOT NULL,
    place     text NOT NULL,
    till      text NOT NULL,
    cashier   text NOT NULL,
    PRIMARY KEY (till_id, epoch, seq, day)
) PARTITION BY RANGE (day);
CREATE TABLE cash_other PARTITION OF cash DEFAULT;

CREATE TABLE owed (
    till_id   int NOT NULL,
    epoch     int NOT NULL,
    seq       bigint NOT NULL,
    debt      bigint NOT NULL,
    kind      text NOT NULL,
    at        timestamptz,
    by_whom   text NOT NULL,
    lent_by   text NOT NULL,
    shift     bigint NOT NULL,
    cause     text NOT NULL,
    sale      text NOT NULL,
    with_sale text NOT NULL,
    owed      bigint NOT NULL,
    currency  text NOT NULL,
    minor     bigint NOT NULL,
    open      bigint NOT NULL,
    reference text NOT NULL,
    reason    text NOT NULL,
    PRIMARY KEY (till_id, epoch, seq)
);

-- What the lines of owed add up to, kept in the transaction that takes them: owed is
-- returned, kept and open, at every moment.
CREATE TABLE debts (
    till_id   int NOT NULL,
    epoch     int NOT NULL,
    debt      bigint NOT NULL,
    cause     text NOT NULL,
    sale      text NOT NULL,
    with_sale text NOT NULL,
    since     timestamptz,
    currency  text NOT NULL,
    owed      bigint NOT NULL,
    returned  bigint NOT NULL DEFAULT 0,
    kept      bigint NOT NULL DEFAULT 0,
    open      bigint GENERATED ALWAYS AS (owed - returned - kept) STORED,
    noted_at  timestamptz,
    PRIMARY KEY (till_id, epoch, debt)
);
CREATE INDEX debts_open ON debts (since) WHERE open <> 0;

CREATE VIEW reading.zs AS
SELECT s.name AS office_shop, t.name AS office_till, t.practice, z.*
FROM zs z
JOIN tills t ON t.id = z.till_id
JOIN shops s ON s.id = t.shop_id;
COMMENT ON VIEW reading.zs IS 'Ends of shifts, by till, epoch and number; sums has the other figures as JSON; left_out are numbers never given out';

CREATE VIEW reading.cash AS
SELECT s.name AS office_shop, t.name AS office_till, t.practice, c.*
FROM cash c
JOIN tills t ON t.id = c.till_id
JOIN shops s ON s.id = t.shop_id;
COMMENT ON VIEW reading.cash IS 'What people said they took in cash: never PAID, never among receipts';

CREATE VIEW reading.owed AS
SELECT s.name AS shop, t.name AS till, t.practice, d.*, d.epoch = c.epoch AS is_now
FROM debts d
JOIN tills t ON t.id = d.till_id
JOIN shops s ON s.id = t.shop_id
JOIN cursors c ON c.till_id = d.till_id;
COMMENT ON VIEW reading.owed IS 'Money owed back: owed is returned, kept and open; sum only what is_now, of the till''s newest epoch';

CREATE VIEW reading.owed_lines AS
SELECT s.name AS shop, t.name AS till, t.practice, o.*
FROM owed o
JOIN tills t ON t.id = o.till_id
JOIN shops s ON s.id = t.shop_id;
COMMENT ON VIEW reading.owed_lines IS 'The ledger of what is owed back, line by line';

GRANT SELECT ON reading.zs, reading.cash, reading.owed, reading.owed_lines TO sanduq_reader;

-- +goose Down
DROP VIEW reading.zs, reading.cash, reading.owed, reading.owed_lines;
DROP TABLE debts, owed, cash, zs;
