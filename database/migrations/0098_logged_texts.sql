-- What the log of texts pages and counts: a narrow row beside each text, written once, with its location. The messages
-- themselves name none, and each state that a text goes through would write such an index of theirs anew.
create table logged_texts (
  dealer_id bigint not null,
  message_id bigint not null,
  location_id bigint not null,
  type text not null check (type in ('received', 'sent', 'automatic', 'campaign', 'invite')),
  sent_at timestamptz not null,
  primary key (dealer_id, message_id)
);
select tenant_table('logged_texts', by_location => true);

-- Beside each added message what is searched of it and what the log shows of it; both need the chat's location.
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
    select dealer_id, location_id, id, folded(message) from placed where message <> '' and campaign_id is null;
  return null;
end $$;

do $$
declare
  dealer bigint;
begin
  for dealer in select id from dealers loop
    insert into logged_texts (dealer_id, message_id, location_id, type, sent_at)
      select m.dealer_id, m.id, c.location_id, case when m.is_from_customer = 1 then 'received'
          when m.campaign_id is not null then 'campaign'
          when exists (select from review_invites i where i.dealer_id = m.dealer_id and i.message_id = m.id) then 'invite'
          when m.automatic is not null or m.user_id is null then 'automatic' else 'sent' end, m.datetime
        from messages m join chats c on c.dealer_id = m.dealer_id and c.id = m.chat_id
        where m.dealer_id = dealer and m.message_type = 'message' and (m.is_from_customer = 0 or m.web_page is null)
        order by m.id;
  end loop;
end $$;
create index logged_texts_by_time on logged_texts (dealer_id, location_id, type, sent_at, message_id);
-- After the rows: checked all at once.
alter table logged_texts
  add foreign key (dealer_id, location_id) references locations (dealer_id, id),
  add foreign key (dealer_id, message_id) references messages (dealer_id, id);
