-- By which ways people are told. Alerts are queued for those alone: where nobody is to be
-- told nothing piles up, and a way that is new brings nothing old.

-- +goose Up

CREATE TABLE ways (
    way     text PRIMARY KEY,
    seen_at timestamptz NOT NULL -- when somebody last sent by it, or would have
);
GRANT SELECT, INSERT, UPDATE ON ways TO sanduq_writer;
UPDATE deliveries d SET done_at = now(), said = 'expired' FROM alerts a WHERE a.id = d.alert_id AND d.done_at IS NULL AND a.made_at < now() - interval '1 hour';

-- +goose Down
DROP TABLE ways;
