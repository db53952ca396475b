-- What searches compare: without case, accents and apostrophes, and with plain letters for those that keyboards lack. Must
-- match foldForSearch. Titles stay unique by `folded`.
create function searchable(value text) returns text language sql immutable strict parallel safe
return translate(
  replace(replace(replace(replace(normalize(lower(value), NFD), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
  U&'\0142\00F8\0131\0111\00F0\0127\0167' || U&'\0300\0301\0302\0303\0304\0306\0307\0308\0309\030A\030B\030C\031B\0323\0326\0327\0328'
    || U&'\0027\0060\00B4\02B9\02BB\02BC\02BD\2018\2019\201A\201B\2032\2035\FF07',
  'loiddht');

drop index customers_search;
drop index customers_with_numbers;
alter table customers drop column search_text;
alter table customers add column search_text text generated always as (
  searchable(first_name || ' ' || last_name || ' ' || email || ' ' || phone || ' ' || company || ' ' || other_phones)
) stored;
create index customers_search on customers using gin (dealer_id, location_id, search_text gin_trgm_ops)
  where deleted_at is null;
create index customers_with_numbers on customers using gin (dealer_id, location_id, search_text gin_trgm_ops)
  where deleted_at is null and (
    (first_name || last_name || email || company || other_phones) ~ '[0-9]{10}' or phone !~ '^\+1[0-9]{10}$'
  );

create or replace function keep_words_of_added() returns trigger language plpgsql set enable_indexonlyscan = off as $$
begin
  with placed as materialized (
    -- A subquery, not a join: however many are added, no plan reads all chats.
    select added.*, (select location_id from chats where dealer_id = added.dealer_id and id = added.chat_id) from added
  ), logged as (
    insert into logged_texts (dealer_id, message_id, location_id, type, sent_at)
      select dealer_id, id, location_id, case when is_from_customer = 1 then 'received'
          when campaign_id is not null then 'campaign'
          when automatic is not null or user_id is null then 'automatic' else 'sent' end, datetime
        from placed where message_type = 'message' and (is_from_customer = 0 or web_page is null)
  )
  insert into message_words (dealer_id, location_id, message_id, words)
    select dealer_id, location_id, id, searchable(message) from placed where message <> '' and campaign_id is null;
  return null;
end $$;

create or replace function keep_words_of_changed() returns trigger language plpgsql set enable_indexonlyscan = off as $$
begin
  delete from message_words where dealer_id = old.dealer_id and message_id = old.id;
  insert into message_words (dealer_id, location_id, message_id, words)
    select new.dealer_id, location_id, new.id, searchable(new.message) from chats
      where dealer_id = new.dealer_id and id = new.chat_id and new.message <> '';
  return null;
end $$;

update message_words set words = searchable(words) where words <> searchable(words);
