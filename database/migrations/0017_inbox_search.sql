-- What the inbox's search looks through: every message's text, beside the messages. A message's row is written anew with
-- each state that it goes through, and each time an index of its words would be, too; here a text is written once.
create table message_words (
  dealer_id bigint not null,
  location_id bigint not null,
  message_id bigint not null,
  -- Without case and accents.
  words text not null,
  -- Which stretch of which location's messages it belongs to: 262,144 messages of the whole platform make one.
  slice bigint generated always as ((location_id << 32) + (message_id >> 18)) stored,
  primary key (dealer_id, location_id, message_id),
  foreign key (dealer_id, location_id) references locations (dealer_id, id),
  foreign key (dealer_id, message_id) references messages (dealer_id, id)
);
select tenant_table('message_words', by_location => true);
create index message_words_of_message on message_words (dealer_id, message_id);

-- Not by an index alone: that of the list has a location's id too, but finds a chat only by going through all of a dealer's.
create function keep_words_of_added() returns trigger language plpgsql set enable_indexonlyscan = off as $$
begin
  insert into message_words (dealer_id, location_id, message_id, words)
    -- A subquery, not a join: however many are added, no plan reads all chats.
    select dealer_id, (select location_id from chats where dealer_id = added.dealer_id and id = added.chat_id), id,
        folded(message)
      from added where message <> '';
  return null;
end $$;
create trigger keep_words after insert on messages referencing new table as added
  for each statement execute function keep_words_of_added();

-- A call's line is written again when it is known how the call went.
create function keep_words_of_changed() returns trigger language plpgsql set enable_indexonlyscan = off as $$
begin
  delete from message_words where dealer_id = old.dealer_id and message_id = old.id;
  insert into message_words (dealer_id, location_id, message_id, words)
    select new.dealer_id, location_id, new.id, folded(new.message) from chats
      where dealer_id = new.dealer_id and id = new.chat_id and new.message <> '';
  return null;
end $$;
create trigger keep_changed_words after update of message on messages
  for each row when (old.message is distinct from new.message) execute function keep_words_of_changed();

insert into message_words (dealer_id, location_id, message_id, words)
  select messages.dealer_id, chats.location_id, messages.id, folded(messages.message) from messages
    join chats on chats.dealer_id = messages.dealer_id and chats.id = messages.chat_id
    where messages.message <> '';
-- Entries wait in a short list until they are put in together, a hundred or so messages at a time: that halves the cost of
-- a text. A longer list would cost less, and make one text in thousands wait for a second.
create index message_words_search on message_words using gin (slice, words gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 256);

-- The acting location's newest messages below `before` in which every pattern is found, newest first, `most` of them at
-- most: first along the order, where a common word is found at once; then slice by slice with the index, so that what a
-- word costs depends on how often it stands in one slice, not in all of the history. After `patience` it stops with what
-- it has. `looked_to`: everything from there on was looked through; null: all of it. As the platform, whose rows have no
-- security barrier before the index, but with the transaction's own scope. Each statement is planned for its patterns
-- (execute). The longest patterns come first: an index is of no use for one or two letters.
create function messages_matching(
  patterns text[], before bigint, most integer, patience interval, out ids bigint[], out looked_to bigint
)
language plpgsql stable security definer
set search_path = public, pg_temp set enable_seqscan = off set jit = off set max_parallel_workers_per_gather = 0 as $$
declare
  near constant integer := 2000;
  started constant timestamptz := clock_timestamp();
  top bigint := before;
  lowest bigint;
  looked integer;
  more bigint[];
begin
  execute
    'with near as materialized (
       select message_id, words from message_words
       where dealer_id = $1 and location_id = $2 and message_id < $3 order by message_id desc limit $4
     )
     select coalesce((select array_agg(message_id) from (
         select message_id from near where words like all ($5) order by message_id desc limit $6) as fits), ''{}''),
       min(message_id), count(*) from near'
    using current_dealer(), current_location(), top, near, patterns, most into ids, lowest, looked;
  if looked < near and cardinality(ids) < most then return; end if;
  looked_to := lowest;
  while cardinality(ids) < most and clock_timestamp() - started < patience loop
    -- Not every slice holds messages of this location.
    select max(message_id) into top from message_words
      where dealer_id = current_dealer() and location_id = current_location() and message_id < looked_to;
    if top is null then
      looked_to := null;
      return;
    end if;
    execute
      'select coalesce(array_agg(message_id), ''{}'') from (
         select message_id from message_words
         where slice = $1 and words like $2 and words like $3 and words like all ($4)
           and dealer_id = $5 and location_id = $6 and message_id <= $7 order by message_id desc limit $8) as fits'
      using (current_location() << 32) + (top >> 18), patterns[1], coalesce(patterns[2], patterns[1]), patterns,
        current_dealer(), current_location(), top, most - cardinality(ids) into more;
    ids := ids || more;
    looked_to := (top >> 18) << 18;
  end loop;
  if cardinality(ids) >= most then looked_to := ids[most]; end if;
end $$;
revoke execute on function messages_matching(text[], bigint, integer, interval) from public;
grant execute on function messages_matching(text[], bigint, integer, interval) to rooftop_app;
grant create on schema public to rooftop_platform;
alter function messages_matching(text[], bigint, integer, interval) owner to rooftop_platform;
revoke create on schema public from rooftop_platform;
