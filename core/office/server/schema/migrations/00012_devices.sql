-- Wrong passwords are counted by whoever asks and not in a person's row, so that a
-- stranger's guesses keep nobody out. A browser in which somebody has signed in is known
-- again.

-- +goose Up

ALTER TABLE people DROP COLUMN wrong, DROP COLUMN locked_until;
CREATE TABLE devices (
    hash      bytea PRIMARY KEY, -- of the cookie
    person_id int NOT NULL REFERENCES people ON DELETE CASCADE,
    made_at   timestamptz NOT NULL
);
CREATE INDEX devices_person ON devices (person_id);

-- +goose Down
DROP TABLE devices;
ALTER TABLE people ADD COLUMN wrong int NOT NULL DEFAULT 0, ADD COLUMN locked_until timestamptz;
