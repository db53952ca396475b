-- "maryann jones": a row that one of the words matches as it is was left out.
create or replace function customers_matching(patterns text[], most integer) returns setof customers
language plpgsql stable security definer
set search_path = public, pg_temp set enable_seqscan = off set enable_indexscan = off as $$
declare
  -- Stands in one column: no word goes over the end of it.
  number text := (select substring(p from '[0-9]+') from unnest(patterns) p where p ~ '^%[0-9]{10,11}%$' limit 1);
  phones text[] := array['+' || number, '+1' || number] || array(select '+' || number || d from generate_series(0, 9) d);
  -- Each word as it is or run together, where it may be a run: as isRun in customerFilter.ts.
  runs text := (
    select string_agg(case when p ~ '^%[^%_\\@.0-9]{5,}%$'
      then format('(search_text like %L or translate(search_text, '' -.'', '''') like %L)', p, translate(p, '-', ''))
      else format('search_text like %L', p) end, ' and ')
    from unnest(patterns) p having bool_or(p ~ '^%[^%_\\@.0-9]{5,}%$'));
  own numeric := (select coalesce(sum(change), 0) from customer_counts
    where dealer_id = current_dealer() and location_id = current_location() and list_id = 0);
  entries real := (select reltuples from pg_class where oid = 'customers'::regclass);
  -- An index is of no use for a sum.
  theirs text := case when own * 4 > entries then 'dealer_id + 0 = $1 and location_id + 0 = $2'
    else 'dealer_id = $1 and location_id = $2' end;
begin
  if number is not null then
    return query execute
      'select * from customers where dealer_id = $1 and location_id = $2 and deleted_at is null
         and phone = any ($3) and search_text like all ($5)
       union all
       select * from customers where ' || theirs || ' and deleted_at is null and phone <> all ($3)
         and ((first_name || last_name || email || company || other_phones) ~ ''[0-9]{10}'' or phone !~ ''^\+1[0-9]{10}$'')
         and search_text like $4 and search_text like all ($5)
       limit $6'
      using current_dealer(), current_location(), phones, '%' || number || '%', patterns, most;
  elsif runs is null then
    return query execute
      'select * from customers where ' || theirs || ' and deleted_at is null
         and search_text like $3 and search_text like $4 and search_text like all ($5) limit $6'
      using current_dealer(), current_location(), patterns[1], coalesce(patterns[2], patterns[1]), patterns, most;
  else
    return query execute
      'select * from customers where ' || theirs || ' and deleted_at is null
         and search_text like $3 and search_text like $4 and search_text like all ($5)
       union all
       select * from customers where ' || theirs || ' and deleted_at is null
         and (first_name || last_name || company) ~ ''[ -]'' and not (search_text like all ($5)) and ' || runs || '
       limit $6'
      using current_dealer(), current_location(), patterns[1], coalesce(patterns[2], patterns[1]), patterns, most;
  end if;
end $$;
