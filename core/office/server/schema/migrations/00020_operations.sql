-- Who has changed what by this program's commands. Rows are added; how a command ended is
-- said afterwards.

-- +goose Up

CREATE TABLE operations (
    no       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at       timestamptz NOT NULL,
    who      text NOT NULL, -- at the machine
    machine  text NOT NULL,
    role     text NOT NULL DEFAULT session_user,
    command  text NOT NULL,
    ended_at timestamptz,
    said     text NOT NULL DEFAULT ''
);
GRANT SELECT, INSERT, UPDATE (ended_at, said) ON operations TO sanduq_writer;

CREATE VIEW reading.operations AS SELECT no, at, who, machine, role, command, ended_at, said FROM operations;
COMMENT ON VIEW reading.operations IS 'Commands by which somebody changed something: who, where, and how it ended';
GRANT SELECT ON reading.operations TO sanduq_reader, sanduq_writer;

-- What a way back has put aside comes again.
CREATE TABLE IF NOT EXISTS aside_00020 (LIKE operations);
INSERT INTO operations OVERRIDING SYSTEM VALUE SELECT * FROM aside_00020 ORDER BY no;
SELECT setval(pg_get_serial_sequence('operations', 'no'), greatest((SELECT max(no) FROM operations), 1), EXISTS (SELECT FROM operations));
DROP TABLE aside_00020;

-- +goose Down
CREATE TABLE aside_00020 AS SELECT * FROM operations;
DROP VIEW reading.operations;
DROP TABLE operations;
