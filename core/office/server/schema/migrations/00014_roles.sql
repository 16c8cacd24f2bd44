-- Three roles: who owns the layout and brings it up to date; sanduq_writer, by whom
-- collectors, the page and alerts work; sanduq_reader, who reads views. A writer adds what
-- tills prove and can neither change nor delete it, whatever somebody makes of the
-- program. What changes by its nature may change in the way it does at a till.

-- +goose Up

-- +goose StatementBegin
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'sanduq_writer') THEN
        CREATE ROLE sanduq_writer NOLOGIN;
    END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- another database of the same server, at the same time
END $$;
-- +goose StatementEnd
GRANT USAGE ON SCHEMA public, reading TO sanduq_writer;
GRANT SELECT ON ALL TABLES IN SCHEMA public TO sanduq_writer;
GRANT SELECT ON ALL TABLES IN SCHEMA reading TO sanduq_writer;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO sanduq_writer;
GRANT EXECUTE ON FUNCTION keep_month TO sanduq_writer;
GRANT INSERT ON receipts, audit, zs, cash, owed, seals, verdicts, epochs, past_chains, shops, tills, people, people_shops, devices, sessions, keys, codes, cursors, sales, totals,
    debts, alarms, alerts, deliveries, proved TO sanduq_writer;
GRANT UPDATE ON cursors, totals, sales, debts, alarms, deliveries, people, sessions, proved, epochs TO sanduq_writer;
GRANT UPDATE (used_at) ON codes TO sanduq_writer;
GRANT UPDATE (revoked_at, public) ON keys TO sanduq_writer;
GRANT UPDATE (name, shop_id) ON tills TO sanduq_writer;
GRANT UPDATE (name) ON shops TO sanduq_writer;
GRANT DELETE ON codes, sessions, devices, people, people_shops TO sanduq_writer;

-- A sale goes on as at a till: another version, the same order and amount, and what was
-- paid stays paid; whoever changes it, the owner of the layout too. A record that another epoch has outdone no longer counts.
-- +goose StatementBegin
CREATE FUNCTION sale_goes_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.day, NEW.till_id, NEW.number, NEW.epoch, NEW.order_id, NEW.minor, NEW.currency, NEW.practice)
        IS DISTINCT FROM (OLD.day, OLD.till_id, OLD.number, OLD.epoch, OLD.order_id, OLD.minor, OLD.currency, OLD.practice)
        OR OLD.status = 'paid' AND NEW.status <> 'paid'
        OR (NEW.version <= OLD.version AND NEW.updated_at IS NOT DISTINCT FROM OLD.updated_at
            AND to_jsonb(NEW) - '{counts,shop_id}'::text[] IS DISTINCT FROM to_jsonb(OLD) - '{counts,shop_id}'::text[]) THEN
        RAISE EXCEPTION 'sale % #% of till % does not go on in this way', OLD.day, OLD.number, OLD.till_id USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER sale_goes_on BEFORE UPDATE ON sales FOR EACH ROW EXECUTE FUNCTION sale_goes_on();

-- +goose Down
DROP TRIGGER sale_goes_on ON sales;
DROP FUNCTION sale_goes_on;
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM sanduq_writer;
REVOKE ALL ON ALL TABLES IN SCHEMA reading FROM sanduq_writer;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM sanduq_writer;
REVOKE ALL ON FUNCTION keep_month FROM sanduq_writer;
REVOKE ALL ON SCHEMA public, reading FROM sanduq_writer;
