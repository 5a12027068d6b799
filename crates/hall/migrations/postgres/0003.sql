-- Writes documents, all or none. One without a body is deleted; one without an owner either is only checked: it must have
-- this version, and keeps it until all is written. The same document again is the same document: after a lost answer it may
-- be sent once more. Deletions are told too.
create or replace function lexicade_file(kinds text[], ids text[], owners text[], versions bigint[], bodies text[])
returns bigint language plpgsql as $$
declare
  n bigint;
  done bigint;
begin
  for n in 1 .. coalesce(array_length(kinds, 1), 0) loop
    if bodies[n] is null and owners[n] = '' then
      perform from paper where kind = kinds[n] and id = ids[n] and version = versions[n] for share;
      if not found then
        raise exception 'somebody was faster' using errcode = 'LX001';
      end if;
      continue;
    end if;
    if bodies[n] is null then
      delete from paper where kind = kinds[n] and id = ids[n];
      if found then
        perform pg_notify('lexicade', 'paper ' || kinds[n] || ' ' || owners[n]);
      end if;
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
