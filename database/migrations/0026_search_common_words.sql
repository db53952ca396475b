-- As in 0017, but a word that stands in much of a slice is not collected from there by the index, which would offer a
-- hundred thousand messages to keep twenty of them: the slice is gone through along the order, as the newest are. Which of
-- both costs less, a few of the slice's messages tell.
create or replace function messages_matching(
  patterns text[], before bigint, most integer, patience interval, out ids bigint[], out looked_to bigint
)
language plpgsql stable security definer
-- What is not executed as a text is planned once: to read along the primary key, the only index in whose order these
-- statements ask. Without that nothing keeps the planner from collecting and sorting a slice.
set search_path = public, pg_temp set plan_cache_mode = force_generic_plan set enable_sort = off
set enable_seqscan = off set jit = off set max_parallel_workers_per_gather = 0 as $$
declare
  near constant integer := 2000;
  -- So many ids at a time are gone through along the order in a slice.
  far constant integer := 32768;
  -- So many messages are asked, evenly spread over what is left of a slice.
  probes constant integer := 8;
  started constant timestamptz := clock_timestamp();
  own_dealer constant bigint := current_dealer();
  own_location constant bigint := current_location();
  along boolean := true;
  top bigint;
  bottom bigint;
  more bigint[];
begin
  ids := '{}';
  looked_to := before;
  bottom := (select message_id from message_words
    where dealer_id = own_dealer and (location_id, message_id) >= (own_location, 0)
      and (location_id, message_id) < (own_location, before)
    order by location_id desc, message_id desc offset near - 1 limit 1);
  loop
    if along then
      more := array(select message_id from message_words
        where dealer_id = own_dealer and (location_id, message_id) >= (own_location, coalesce(bottom, 0))
          and (location_id, message_id) < (own_location, looked_to) and words like all (patterns)
        order by location_id desc, message_id desc limit most - cardinality(ids));
    else
      -- With sums, for which no other index is of use than the one of words, whatever the planner thinks of the patterns.
      execute
        'select coalesce(array_agg(message_id), ''{}'') from (
           select message_id from message_words
           where slice = $1 and words like $2' || case when cardinality(patterns) > 1 then ' and words like $3' else '' end ||
           ' and words like all ($4) and dealer_id + 0 = $5 and location_id + 0 = $6 and message_id + 0 < $7
           order by message_id desc limit $8) as fits'
        using (own_location << 32) + (top >> 18), patterns[1], patterns[2], patterns, own_dealer, own_location, looked_to,
          most - cardinality(ids) into more;
    end if;
    ids := ids || more;
    looked_to := case when cardinality(ids) < most then bottom else ids[most] end;
    exit when cardinality(ids) >= most or looked_to is null or clock_timestamp() - started >= patience;
    -- Not every slice holds messages of this location.
    top := (select message_id from message_words
      where dealer_id = own_dealer and (location_id, message_id) >= (own_location, 0)
        and (location_id, message_id) < (own_location, looked_to)
      order by location_id desc, message_id desc limit 1);
    looked_to := top + 1;
    exit when top is null;
    bottom := (top >> 18) << 18;
    -- A match costs by the index what two to three messages cost along the order. There it is all those above the first.
    along := coalesce((select min(n) <= 2.5 * count(*) from generate_series(0, probes - 1) n
      where (select words like all (patterns) from message_words
        where dealer_id = own_dealer and (location_id, message_id) >= (own_location, bottom)
          and (location_id, message_id) <= (own_location, top - (top - bottom) * n / probes)
        order by location_id desc, message_id desc limit 1)), false);
    if along then bottom := greatest(bottom, top - far); end if;
  end loop;
end $$;
