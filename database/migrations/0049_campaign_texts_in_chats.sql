-- Campaign texts that are in no conversation so far.
create index campaign_recipients_unwoven on campaign_recipients (dealer_id, handed_at)
  where handed_at is not null and message_id is null;

-- Up to when a business's campaign texts have been written into its conversations.
create table campaign_weavings (
  dealer_id bigint not null references dealers (id),
  woven_until timestamptz not null,
  primary key (dealer_id)
);
select tenant_table('campaign_weavings');

-- A campaign's text in a conversation. Title and picture are copies: a submitted campaign doesn't change.
alter table messages add column campaign_id bigint, add column campaign_title text not null default '', add column campaign_image text;
alter table messages add foreign key (dealer_id, campaign_id) references campaigns (dealer_id, id);
alter table messages drop constraint messages_purpose_check;
alter table messages add constraint messages_purpose_check
  check (purpose in ('conversation', 'consent', 'campaign') and (purpose = 'campaign') = (campaign_id is not null));

-- The inbox's search is about what people wrote: one campaign would be found in every conversation.
create or replace function keep_words_of_added() returns trigger language plpgsql set enable_indexonlyscan = off as $$
begin
  insert into message_words (dealer_id, location_id, message_id, words)
    -- A subquery, not a join: however many are added, no plan reads all chats.
    select dealer_id, (select location_id from chats where dealer_id = added.dealer_id and id = added.chat_id), id,
        folded(message)
      from added where message <> '' and campaign_id is null;
  return null;
end $$;
drop trigger keep_changed_words on messages;
create trigger keep_changed_words after update of message on messages
  for each row when (old.message is distinct from new.message and new.campaign_id is null)
  execute function keep_words_of_changed();

-- Campaign texts are in no figure of the conversations, so they change no hour.
drop trigger forget_hour on messages;
create trigger forget_hour after insert on messages
  for each row when (new.datetime < now() - interval '10 minutes' and new.campaign_id is null) execute function forget_hour();
