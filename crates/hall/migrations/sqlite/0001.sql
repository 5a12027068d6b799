-- A match is its log; everything else can be made from it again.
create table entry (
  match text not null,
  seq integer not null,
  at integer not null, -- milliseconds since 1970
  body text not null,
  primary key (match, seq)
) strict, without rowid;

-- What is known of each match after its last entry. The columns are for finding; the body says all.
create table summary (
  match text not null primary key,
  seq integer not null,
  game text not null,
  last integer not null,
  over integer not null,
  daily text,
  ticket text not null,
  body text not null
) strict, without rowid;
create index summary_game on summary (game);
create index summary_unfinished on summary (match) where over = 0;
create index summary_daily on summary (daily) where daily is not null;
create index summary_ticket on summary (ticket);

-- Board texts and word lists, by the hash that names them.
create table long_text (
  hash text not null primary key,
  body text not null
) strict;
