-- Who sits at which match, so that a player's matches are found without reading all. Made from the logs.
create table seat (
  player text collate "C" not null,
  match text collate "C" not null,
  primary key (player, match)
);
insert into seat (player, match)
  select distinct sat ->> 'player', summary.match
  from summary, json_array_elements(summary.body::json -> 'sat') as sat
  where json_typeof(sat) = 'object' and sat ->> 'player' is not null;

-- What the house keeps besides matches: people, sessions, boards, tables. A paper is changed by whoever knows its version.
create table paper (
  kind text collate "C" not null,
  id text collate "C" not null,
  owner text collate "C" not null,
  version bigint not null,
  body text not null,
  primary key (kind, id)
);
create index paper_owner on paper (kind, owner, id);

-- Files papers, all or none; one without a body is shredded. The same paper again is the same paper: after a lost
-- answer it may be sent once more.
create function lexicade_file(kinds text[], ids text[], owners text[], versions bigint[], bodies text[])
returns bigint language plpgsql as $$
declare
  n bigint;
  done bigint;
begin
  for n in 1 .. coalesce(array_length(kinds, 1), 0) loop
    if bodies[n] is null then
      delete from paper where kind = kinds[n] and id = ids[n];
      continue;
    end if;
    if versions[n] = 0 then
      insert into paper (kind, id, owner, version, body)
        values (kinds[n], ids[n], owners[n], 0, bodies[n]) on conflict do nothing;
    else
      update paper set owner = owners[n], version = versions[n], body = bodies[n]
        where kind = kinds[n] and id = ids[n] and version = versions[n] - 1;
    end if;
    get diagnostics done = row_count;
    if done = 0 and not exists (select from paper where kind = kinds[n] and id = ids[n]
        and owner = owners[n] and version = versions[n] and body = bodies[n]) then
      raise exception 'somebody was faster' using errcode = 'LX001';
    end if;
    if done > 0 then
      perform pg_notify('lexicade', 'paper ' || kinds[n] || ' ' || owners[n]);
    end if;
  end loop;
  return 0;
end $$;
