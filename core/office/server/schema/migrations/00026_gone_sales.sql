-- Which sales retention has let go: a till that sends its history again, or compares an old
-- day, brings them once more, and the totals have them already. Rows are only added, and
-- grow, by the layout's owner alone.

-- +goose Up

CREATE TABLE gone_sales (
    till_id int NOT NULL,
    day     date NOT NULL,
    last    int NOT NULL, -- the highest number of the day that was there
    PRIMARY KEY (till_id, day)
);
GRANT SELECT ON gone_sales TO sanduq_writer;

-- Of months that went before this layout the seals know how many there were.
INSERT INTO gone_sales SELECT s.till_id, s.day, max(s.sales) FROM seals s
JOIN gone_months g ON g.of = 'sales' AND g.month = date_trunc('month', s.day)::date WHERE s.sales > 0 GROUP BY 1, 2;

-- What a way back has put aside comes again.
CREATE TABLE IF NOT EXISTS aside_00026 (LIKE gone_sales);
INSERT INTO gone_sales AS g SELECT * FROM aside_00026 ON CONFLICT (till_id, day) DO UPDATE SET last = greatest(g.last, excluded.last);
DROP TABLE aside_00026;

-- +goose Down
CREATE TABLE aside_00026 AS SELECT * FROM gone_sales;
DROP TABLE gone_sales;
