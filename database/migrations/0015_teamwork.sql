-- Whose chat it is, and what was deleted.
alter table chats add column assigned_to bigint;
alter table chats add foreign key (dealer_id, assigned_to) references users (dealer_id, id);
-- One member's chats, in the order of the list.
create index chats_of_member on chats (dealer_id, location_id, assigned_to, is_closed, is_pinned desc, chat_time desc, id desc)
  where assigned_to is not null;

-- A deleted message stays for the owner of the business: what the customer got can't be taken back.
alter table messages add column deleted_at timestamptz, add column deleted_by bigint;
alter table messages add foreign key (dealer_id, deleted_by) references users (dealer_id, id);
