-- What tills send, and what proves it. Rows are never deleted and, but for the
-- states of sales, never changed. Amounts are in minor units; moments have
-- microseconds.

-- +goose Up

CREATE TABLE shops (
    id      int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name    text NOT NULL UNIQUE,
    made_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE tills (
    id       int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    shop_id  int NOT NULL REFERENCES shops,
    name     text NOT NULL,
    practice boolean NOT NULL, -- the practice bank's: no money moved
    made_at  timestamptz NOT NULL DEFAULT now(),
    UNIQUE (shop_id, name, practice)
);

-- One-time codes by which a till gets its key. Of codes and keys hashes alone.
CREATE TABLE codes (
    hash       bytea PRIMARY KEY,
    till_id    int NOT NULL REFERENCES tills,
    made_at    timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    used_at    timestamptz
);

CREATE TABLE keys (
    hash       bytea PRIMARY KEY,
    till_id    int NOT NULL REFERENCES tills,
    made_at    timestamptz NOT NULL DEFAULT now(),
    revoked_at timestamptz
);
CREATE UNIQUE INDEX keys_one_each ON keys (till_id) WHERE revoked_at IS NULL;

-- Where each till stands. Locked while a batch of the till is taken.
CREATE TABLE cursors (
    till_id    int PRIMARY KEY REFERENCES tills,
    epoch      int NOT NULL DEFAULT 1,
    newest     text NOT NULL DEFAULT '', -- of the epoch's sales
    heard_at   timestamptz,              -- by the office's clock
    clock_ahead bigint NOT NULL DEFAULT 0 -- seconds by which the till's clock is ahead
) WITH (fillfactor = 50);

CREATE TABLE chains (
    till_id   int NOT NULL REFERENCES tills,
    epoch     int NOT NULL,
    chain     smallint NOT NULL, -- 1 receipts, 2 audit
    seq       bigint NOT NULL DEFAULT 0,
    link      bytea NOT NULL,
    mark_seq  bigint NOT NULL DEFAULT 0, -- the mark that the till is told
    mark_link bytea NOT NULL,
    next_seq  bigint NOT NULL DEFAULT 0, -- the one after it
    next_link bytea NOT NULL,
    PRIMARY KEY (till_id, epoch, chain)
) WITH (fillfactor = 50);

CREATE TABLE epochs (
    till_id  int NOT NULL REFERENCES tills,
    epoch    int NOT NULL,
    began_at timestamptz NOT NULL DEFAULT now(),
    why      text NOT NULL,
    PRIMARY KEY (till_id, epoch)
);

CREATE TABLE receipts (
    day            date NOT NULL, -- of settled_at in UTC; of its arrival where there is none
    till_id        int NOT NULL,
    epoch          int NOT NULL,
    seq            bigint NOT NULL,
    left_out       boolean NOT NULL,
    sale           text NOT NULL,
    settled_at     timestamptz,
    minor          bigint NOT NULL,
    currency       text NOT NULL,
    route          text NOT NULL,
    late           boolean NOT NULL,
    order_id       text NOT NULL,
    payment_id     text NOT NULL,
    transaction_id text NOT NULL,
    reference      text NOT NULL,
    payer          text NOT NULL, -- masked
    institution    text NOT NULL,
    shop           text NOT NULL, -- as it stands on the paper
    place          text NOT NULL,
    till           text NOT NULL,
    cashier        text NOT NULL,
    PRIMARY KEY (till_id, epoch, seq, day)
) PARTITION BY RANGE (day);
CREATE TABLE receipts_other PARTITION OF receipts DEFAULT;

CREATE TABLE audit (
    day     date NOT NULL,
    till_id int NOT NULL,
    epoch   int NOT NULL,
    seq     bigint NOT NULL,
    at      timestamptz,
    by_whom text NOT NULL,
    action  text NOT NULL,
    sale    text NOT NULL,
    detail  text NOT NULL,
    PRIMARY KEY (till_id, epoch, seq, day)
) PARTITION BY RANGE (day);
CREATE TABLE audit_other PARTITION OF audit DEFAULT;

CREATE TABLE sales (
    day            date NOT NULL, -- the business day
    till_id        int NOT NULL,
    number         int NOT NULL,  -- of the day
    epoch          int NOT NULL,
    version        int NOT NULL,
    shop_id        int NOT NULL,
    practice       boolean NOT NULL,
    counts         boolean NOT NULL, -- of all records of one order, one counts
    open           boolean NOT NULL,
    created_at     timestamptz,
    updated_at     timestamptz,
    settled_at     timestamptz,
    owed_since     timestamptz,
    minor          bigint NOT NULL,
    receipt_seq    bigint NOT NULL,
    status         text NOT NULL,
    route          text NOT NULL,
    currency       text NOT NULL,
    cashier        text NOT NULL,
    order_id       text NOT NULL,
    payment_id     text NOT NULL,
    transaction_id text NOT NULL,
    reference      text NOT NULL,
    payer          text NOT NULL, -- masked
    institution    text NOT NULL,
    rare           jsonb,
    PRIMARY KEY (day, till_id, number, epoch)
) PARTITION BY RANGE (day);
CREATE TABLE sales_other PARTITION OF sales DEFAULT;
CREATE INDEX sales_newest ON sales (created_at, till_id, number);
CREATE INDEX sales_shop ON sales (shop_id, created_at, till_id, number);
CREATE INDEX sales_unusual ON sales (status, created_at) WHERE status <> 'paid';
CREATE INDEX sales_open ON sales (till_id, day, number) WHERE open;
CREATE INDEX sales_owed ON sales (owed_since) WHERE owed_since IS NOT NULL;

-- Sales that count, added up in the transaction that changes them.
CREATE TABLE totals (
    day      date NOT NULL,
    shop_id  int NOT NULL,
    practice boolean NOT NULL,
    status   text NOT NULL,
    route    text NOT NULL,
    currency text NOT NULL,
    sales    bigint NOT NULL,
    minor    bigint NOT NULL,
    PRIMARY KEY (day, shop_id, practice, status, route, currency)
) WITH (fillfactor = 70);

-- One row for one thing; again when it comes again.
CREATE TABLE alarms (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    till_id  int NOT NULL REFERENCES tills,
    epoch    int NOT NULL,
    kind     text NOT NULL,
    about    text NOT NULL, -- what tells two of a kind apart
    detail   text NOT NULL, -- in words
    first_at timestamptz NOT NULL DEFAULT now(),
    last_at  timestamptz NOT NULL DEFAULT now(),
    times    int NOT NULL DEFAULT 1,
    seen_at  timestamptz,
    seen_by  text,
    UNIQUE (till_id, epoch, kind, about)
);

-- +goose Down
DROP TABLE alarms, totals, sales, audit, receipts, epochs, chains, cursors, keys, codes, tills, shops;
