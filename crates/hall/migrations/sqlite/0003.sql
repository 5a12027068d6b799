-- Finds the matches with one seed, whatever their settings: with the same seed a puzzle is the same. A ticket ends with the
-- 13 digits of its seed.
create index summary_seed on summary (substr(ticket, length(ticket) - 12));
