-- What people are told, and how far each way has come with it. Written in the
-- transaction of what causes it.

-- +goose Up

CREATE TABLE alerts (
    id       text PRIMARY KEY, -- of what it is about: the same thing comes once
    kind     text NOT NULL,
    till_id  int NOT NULL REFERENCES tills,
    made_at  timestamptz NOT NULL,
    number   bigint NOT NULL,
    minor    bigint NOT NULL,
    currency text NOT NULL
);

CREATE TABLE deliveries (
    alert_id text NOT NULL REFERENCES alerts,
    way      text NOT NULL,
    tries    int NOT NULL DEFAULT 0,
    next_at  timestamptz NOT NULL DEFAULT '-infinity',
    done_at  timestamptz,
    said     text NOT NULL DEFAULT '', -- why the newest try failed
    PRIMARY KEY (alert_id, way)
);
CREATE INDEX deliveries_due ON deliveries (way, next_at) WHERE done_at IS NULL;

CREATE VIEW reading.alerts AS
SELECT a.id, a.kind, s.name AS shop, t.name AS till, t.practice, a.made_at, a.number, a.minor, a.currency, d.way, d.tries, d.done_at, d.said
FROM alerts a
JOIN tills t ON t.id = a.till_id
JOIN shops s ON s.id = t.shop_id
JOIN deliveries d ON d.alert_id = a.id;
COMMENT ON VIEW reading.alerts IS 'What people were told, by which way, and what still waits';
GRANT SELECT ON reading.alerts TO sanduq_reader;

-- +goose Down
DROP VIEW reading.alerts;
DROP TABLE deliveries, alerts;
