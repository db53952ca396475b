-- A note that is saved again after a lost answer is the same note.
alter table chat_notes add column client_id text;
create unique index chat_notes_client_id on chat_notes (dealer_id, chat_id, user_id, client_id)
  where client_id is not null;
