-- The log of calls shows pages by what became of a call, and finds the number at the other end. Under row-level security
-- no index of an expression serves a condition, so both are columns.
alter table calls
  add column outcome text not null generated always as (case
    when direction = 'incoming' and state = 'missed' and ended_at is not null
      and ended_at - started_at < interval '15 seconds' then 'abandoned'
    when direction = 'outgoing' and state = 'missed' then 'no_answer'
    else state end) stored,
  add column other_number text not null generated always as (
    case when direction = 'incoming' then from_number else to_number end) stored;

-- 0: the phone called the location before. Whether it had texted is asked of the others when they are shown, because
-- texts move with their conversations.
alter table calls add column may_be_first smallint not null default 1;
alter table calls add check (may_be_first in (0, 1));
do $$
declare
  dealer bigint;
begin
  for dealer in select id from dealers loop
    update calls c set may_be_first = 0 where dealer_id = dealer and (direction = 'outgoing' or from_number = ''
      or exists (select from calls e where e.dealer_id = c.dealer_id and e.location_id = c.location_id
        and e.from_number = c.from_number and e.started_at < c.started_at));
  end loop;
end $$;
create index calls_maybe_first on calls (dealer_id, location_id, started_at, id) where may_be_first = 1;
create index calls_by_outcome on calls (dealer_id, location_id, direction, outcome, started_at, id);
create index calls_spam on calls (dealer_id, location_id, started_at, id) where spam = 1;
create index calls_of_customer on calls (dealer_id, location_id, customer_id, started_at, id);
drop index calls_by_source;
create index calls_by_source on calls (dealer_id, location_id, source, started_at, id) include (direction, outcome)
  where source <> '';

-- Whole numbers are looked up, parts of one by their trigrams. Numbers of other countries may hold ten digits anywhere.
create index calls_of_number on calls (dealer_id, location_id, other_number);
create index calls_of_foreign_number on calls (dealer_id, location_id, other_number)
  where other_number <> '' and other_number !~ '^\+1[0-9]{10}$';
create index calls_search on calls using gin (dealer_id, location_id, other_number gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 256);

-- The acting location's calls with these digits in the number at the other end, in no order, `most` of them at most. As
-- the platform, whose rows have no security barrier before the index, but with the transaction's own scope, and planned
-- for these digits. As in customers_matching, whose calls they are is looked up in the trigrams only where most are
-- others': reading a large location's part of that index takes longer than reading what has the digits.
create function calls_matching(digits text, most integer) returns setof calls
language plpgsql stable security definer
set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  phones text[] := array['+' || digits, '+1' || digits] || array(select '+' || digits || d from generate_series(0, 9) d);
  own numeric := (select coalesce(sum(change), 0) from customer_counts
    where dealer_id = current_dealer() and location_id = current_location() and list_id = 0);
  entries real := (select reltuples from pg_class where oid = 'customers'::regclass);
  theirs text := case when own * 4 > entries then 'dealer_id + 0 = $1 and location_id + 0 = $2'
    else 'dealer_id = $1 and location_id = $2' end;
begin
  if digits !~ '^[0-9]+$' then
    raise exception 'Not digits';
  elsif length(digits) < 10 then
    return query execute 'select * from calls where ' || theirs || ' and other_number like $3 limit $4'
      using current_dealer(), current_location(), '%' || digits || '%', most;
  else
    return query execute
      'select * from calls where dealer_id = $1 and location_id = $2 and other_number = any ($3)
       union all
       select * from (select * from calls where dealer_id = $1 and location_id = $2 and other_number <> ''''
           and other_number !~ ''^\+1[0-9]{10}$'' offset 0) as abroad
         where other_number like $4 and other_number <> all ($3)
       limit $5'
      using current_dealer(), current_location(), phones, '%' || digits || '%', most;
  end if;
end $$;
revoke execute on function calls_matching(text, integer) from public;
grant execute on function calls_matching(text, integer) to rooftop_app;
grant create on schema public to rooftop_platform;
alter function calls_matching(text, integer) owner to rooftop_platform;
revoke create on schema public from rooftop_platform;
