-- Closing keeps when a snoozed chat was to come back, so that undoing it brings the snooze back as well.
alter table chats add column closed_snooze timestamptz(3);

create or replace function end_snooze() returns trigger language plpgsql as $$
begin
  new.closed_snooze := new.snoozed_until;
  new.snoozed_until := null;
  return new;
end $$;
drop trigger chats_end_snooze on chats;
create trigger chats_end_snooze before insert on chats
  for each row when (new.is_closed = 1 and new.snoozed_until is not null) execute function end_snooze();
create trigger chats_end_snooze_on_close before update on chats
  for each row when (new.is_closed = 1 and (old.is_closed = 0 or new.snoozed_until is not null))
  execute function end_snooze();
