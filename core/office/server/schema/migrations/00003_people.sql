-- Who may look at the office's page, and who does.

-- +goose Up

CREATE TABLE people (
    id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name         text NOT NULL,
    password     text NOT NULL, -- argon2id, with its parameters and salt
    all_shops    boolean NOT NULL,
    wrong        int NOT NULL DEFAULT 0, -- passwords in a row
    locked_until timestamptz,
    made_at      timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX people_name ON people (lower(name));

-- The shops that a person sees who does not see all.
CREATE TABLE people_shops (
    person_id int NOT NULL REFERENCES people ON DELETE CASCADE,
    shop_id   int NOT NULL REFERENCES shops,
    PRIMARY KEY (person_id, shop_id)
);

CREATE TABLE sessions (
    hash      bytea PRIMARY KEY, -- of the cookie
    person_id int NOT NULL REFERENCES people ON DELETE CASCADE,
    form      text NOT NULL,     -- what every form of the session must bring
    made_at   timestamptz NOT NULL,
    seen_at   timestamptz NOT NULL
);
CREATE INDEX sessions_person ON sessions (person_id);

-- +goose Down
DROP TABLE sessions, people_shops, people;
