-- Months are made by a job, ahead of their time, and never where rows are taken. What
-- belongs to none goes into the default partitions.

-- +goose Up

-- keep_month makes the partition of a month, unless it is there, and moves into it what
-- the default partition has of that month. The layout's owner does it, whoever asks. It
-- reports whether it made one. A lock that does not come soon is an error: whoever takes
-- rows would wait behind it.
-- +goose StatementBegin
CREATE FUNCTION keep_month(of text, wanted date) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp SET lock_timeout = '500ms' AS $$
DECLARE
    first date := date_trunc('month', wanted)::date;
    after date := (date_trunc('month', wanted) + interval '1 month')::date;
    made text := of || '_' || to_char(wanted, 'YYYYMM');
BEGIN
    IF of NOT IN ('receipts', 'audit', 'sales', 'cash') OR first < '2015-01-01' OR first > now() + interval '1 year' THEN
        RAISE EXCEPTION 'no month % of %', wanted, of;
    END IF;
    IF to_regclass(made) IS NOT NULL THEN
        RETURN false;
    END IF;
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', made, of);
    EXECUTE format('LOCK TABLE %I IN SHARE ROW EXCLUSIVE MODE', of || '_other'); -- others read it still
    EXECUTE format('WITH gone AS (DELETE FROM %I WHERE day >= $1 AND day < $2 RETURNING *) INSERT INTO %I SELECT * FROM gone', of || '_other', made)
        USING first, after;
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', of, made, first, after);
    RETURN true;
END $$;
-- +goose StatementEnd
REVOKE ALL ON FUNCTION keep_month FROM PUBLIC;

-- +goose Down
DROP FUNCTION keep_month;
