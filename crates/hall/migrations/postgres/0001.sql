-- A match is its log; everything else can be made from it again. Text is compared byte by byte, as in SQLite.
create table entry (
  match text collate "C" not null,
  seq bigint not null,
  at bigint not null, -- milliseconds since 1970
  body text not null,
  primary key (match, seq)
);

-- What is known of each match after its last entry. The columns are for finding; the body says all.
create table summary (
  match text collate "C" not null primary key,
  seq bigint not null,
  game text not null,
  last bigint not null,
  over bigint not null,
  daily text,
  ticket text not null,
  body text not null
);
create index summary_game on summary (game);
create index summary_unfinished on summary (match) where over = 0;
create index summary_daily on summary (daily) where daily is not null;
-- A ticket may be longer than an ordered index allows.
create index summary_ticket on summary using hash (ticket);

-- Board texts and word lists, by the hash that names them.
create table long_text (
  hash text not null primary key,
  body text not null
);
