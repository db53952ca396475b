-- Searches read full-width letters and digits as plain ones. Must match foldForSearch.
create or replace function searchable(value text) returns text language sql immutable strict parallel safe
return translate(
  replace(replace(replace(replace(normalize(lower(
    case when octet_length(value) > length(value) and value ~ U&'[\3000\FF01-\FF5E]'
      then translate(value, U&'\3000\FF01\FF02\FF03\FF04\FF05\FF06\FF07\FF08\FF09\FF0A\FF0B\FF0C\FF0D\FF0E\FF0F\FF10\FF11\FF12\FF13\FF14\FF15\FF16\FF17\FF18\FF19\FF1A\FF1B\FF1C\FF1D\FF1E\FF1F\FF20\FF21\FF22\FF23\FF24\FF25\FF26\FF27\FF28\FF29\FF2A\FF2B\FF2C\FF2D\FF2E\FF2F\FF30\FF31\FF32\FF33\FF34\FF35\FF36\FF37\FF38\FF39\FF3A\FF3B\FF3C\FF3D\FF3E\FF3F\FF40\FF41\FF42\FF43\FF44\FF45\FF46\FF47\FF48\FF49\FF4A\FF4B\FF4C\FF4D\FF4E\FF4F\FF50\FF51\FF52\FF53\FF54\FF55\FF56\FF57\FF58\FF59\FF5A\FF5B\FF5C\FF5D\FF5E',
        ' !"#$%&''()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\]^_`abcdefghijklmnopqrstuvwxyz{|}~')
      else value end
  ), NFD), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
  U&'\0142\00F8\0131\0111\00F0\0127\0167' || U&'\0300\0301\0302\0303\0304\0306\0307\0308\0309\030A\030B\030C\031B\0323\0326\0327\0328'
    || U&'\0027\0060\00B4\02B9\02BB\02BC\02BD\2018\2019\201A\201B\2032\2035\FF07',
  'loiddht');

-- Written again for the few whom it concerns.
update customers set first_name = first_name
  where octet_length(search_text) > length(search_text) and search_text ~ U&'[\3000\FF01-\FF5E]';
update message_words set words = searchable(words)
  where octet_length(words) > length(words) and words ~ U&'[\3000\FF01-\FF5E]';

-- Texts without what is between words: "maryann" for Mary Ann and Mary-Ann, "delacruz" for De La Cruz. Few names and
-- companies have several parts, so this index is small and made in no time.
create index customers_run_together on customers
  using gin (dealer_id, location_id, translate(search_text, ' -.', '') gin_trgm_ops)
  where deleted_at is null and (first_name || last_name || company) ~ '[ -]';

-- As before, and those whose name or company of several parts is found as one by a word of five letters and more.
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
         and (first_name || last_name || company) ~ ''[ -]'' and search_text not like all ($5) and ' || runs || '
       limit $6'
      using current_dealer(), current_location(), patterns[1], coalesce(patterns[2], patterns[1]), patterns, most;
  end if;
end $$;
