-- Who sits at which match, so that a player's matches are found without reading all. Made from the logs.
create table seat (
  player text not null,
  match text not null,
  primary key (player, match)
) strict, without rowid;
insert into seat (player, match)
  select distinct json_extract(sat.value, '$.player'), summary.match
  from summary, json_each(summary.body, '$.sat') as sat
  where sat.type = 'object' and json_extract(sat.value, '$.player') is not null;

-- What the house keeps besides matches: people, sessions, boards, tables. A paper is changed by whoever knows its version.
create table paper (
  kind text not null,
  id text not null,
  owner text not null,
  version integer not null,
  body text not null,
  primary key (kind, id)
) strict, without rowid;
create index paper_owner on paper (kind, owner, id);
