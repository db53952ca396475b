-- Who may have a whole phone number elsewhere than as their phone: few, so that looking for one costs little. Trigrams of
-- digits are shared by so many that the large index takes twenty times as long.
create index if not exists customers_with_numbers on customers using gin (dealer_id, location_id, search_text gin_trgm_ops)
  where deleted_at is null and (
    (first_name || last_name || email || company || other_phones) ~ '[0-9]{10}' or phone !~ '^\+1[0-9]{10}$'
  );

-- The acting location's customers in whose search_text every pattern is found, in no order, `most` of them at most. As
-- the platform, whose rows have no security barrier before the index, but with the transaction's own scope. A statement of
-- its own (execute), so that it is planned for these patterns, and without an order, which could lead the planner to
-- walk along that order's index instead. The longest patterns come first: an index is of no use for one or two letters.
-- A whole phone number is a phone, or, begun with the 1, the beginning of one; or it stands in a row of
-- customers_with_numbers. Whose rows they are is looked up in the index only when most entries are others': it means going
-- through the location's whole part of the index, which takes longer than all of a rare pattern's entries.
create or replace function customers_matching(patterns text[], most integer) returns setof customers
language plpgsql stable security definer
set search_path = public, pg_temp set enable_seqscan = off set enable_indexscan = off as $$
declare
  -- Stands in one column: no word goes over the end of it.
  number text := (select substring(p from '[0-9]+') from unnest(patterns) p where p ~ '^%[0-9]{10,11}%$' limit 1);
  phones text[] := array['+' || number, '+1' || number] || array(select '+' || number || d from generate_series(0, 9) d);
  own numeric := (select coalesce(sum(change), 0) from customer_counts
    where dealer_id = current_dealer() and location_id = current_location() and list_id = 0);
  entries real := (select reltuples from pg_class where oid = 'customers'::regclass);
  -- An index is of no use for a sum.
  theirs text := case when own * 4 > entries then 'dealer_id + 0 = $1 and location_id + 0 = $2'
    else 'dealer_id = $1 and location_id = $2' end;
begin
  if number is null then
    return query execute
      'select * from customers where ' || theirs || ' and deleted_at is null
         and search_text like $3 and search_text like $4 and search_text like all ($5) limit $6'
      using current_dealer(), current_location(), patterns[1], coalesce(patterns[2], patterns[1]), patterns, most;
  else
    return query execute
      'select * from customers where dealer_id = $1 and location_id = $2 and deleted_at is null
         and phone = any ($3) and search_text like all ($5)
       union all
       select * from customers where ' || theirs || ' and deleted_at is null and phone <> all ($3)
         and ((first_name || last_name || email || company || other_phones) ~ ''[0-9]{10}'' or phone !~ ''^\+1[0-9]{10}$'')
         and search_text like $4 and search_text like all ($5)
       limit $6'
      using current_dealer(), current_location(), phones, '%' || number || '%', patterns, most;
  end if;
end $$;
revoke execute on function customers_matching(text[], integer) from public;
grant execute on function customers_matching(text[], integer) to rooftop_app;
grant create on schema public to rooftop_platform;
alter function customers_matching(text[], integer) owner to rooftop_platform;
revoke create on schema public from rooftop_platform;
