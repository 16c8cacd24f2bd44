-- No lock of a row is written to the log where a sale goes on as it may: the trigger looks
-- after the change, which undoes it as before. Neither is one of a cursor, where one
-- transaction alone has to do with a till: a collector reads the cursor without a lock, and
-- writes it only if it is still as it was read. A collector of the older layout locks it,
-- and both agree.

-- +goose Up
DROP TRIGGER sale_goes_on ON sales;
CREATE TRIGGER sale_goes_on AFTER UPDATE ON sales FOR EACH ROW EXECUTE FUNCTION sale_goes_on();

-- A row that moves to another partition is a new one to PostgreSQL, of which that trigger
-- does not hear. Nobody sets the day of a sale.
-- +goose StatementBegin
CREATE FUNCTION sale_keeps_its_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the day of a sale never changes' USING ERRCODE = 'insufficient_privilege';
END $$;
-- +goose StatementEnd
CREATE TRIGGER sale_keeps_its_day BEFORE UPDATE OF day ON sales FOR EACH STATEMENT EXECUTE FUNCTION sale_keeps_its_day();

-- as_read fails, so that the transaction is tried again, where not all cursors are as they
-- were read.
-- +goose StatementBegin
CREATE FUNCTION as_read(written bigint, wanted bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF written <> wanted THEN
        RAISE EXCEPTION '% of % cursors are as they were read', written, wanted USING ERRCODE = 'serialization_failure';
    END IF;
END $$;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION as_read TO sanduq_writer;

-- +goose Down
DROP FUNCTION as_read;
DROP TRIGGER sale_keeps_its_day ON sales;
DROP FUNCTION sale_keeps_its_day;
DROP TRIGGER sale_goes_on ON sales;
CREATE TRIGGER sale_goes_on BEFORE UPDATE ON sales FOR EACH ROW EXECUTE FUNCTION sale_goes_on();
