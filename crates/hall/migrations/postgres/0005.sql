-- The table of a match had the same key as the file that a board is built in. It has its own key now.
update long_text set hash = 'table-' || substr(hash, 6)
  where hash like 'note-%'
    and exists (select 1 from paper where kind = 'table' and owner = long_text.body);
