-- When a delivery was queued, by the database's clock: those of collectors differ, and one
-- that is wrong must not leave what others have queued.

-- +goose Up
ALTER TABLE deliveries ADD COLUMN queued_at timestamptz NOT NULL DEFAULT now();
UPDATE deliveries d SET queued_at = a.made_at FROM alerts a WHERE a.id = d.alert_id AND d.done_at IS NULL AND a.made_at < now();

-- +goose Down
ALTER TABLE deliveries DROP COLUMN queued_at;
