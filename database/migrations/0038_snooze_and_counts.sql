-- A snoozed chat is out of sight until its time or the customer's next text. It stays Active: a closed one is not snoozed.
-- Whether it is snoozed stands in this column alone, without asking the clock: a job clears it when the time has come, so
-- that lists, counts and every browser agree at every moment.
alter table chats add column snoozed_until timestamptz(3);
alter table chats add constraint chats_snoozed check (snoozed_until is null or is_closed = 0);
create index chats_snoozed on chats (dealer_id, location_id, is_pinned desc, chat_time desc, id desc)
  where snoozed_until is not null;
-- The job asks for all businesses at once.
create index chats_to_wake on chats (snoozed_until) where snoozed_until is not null;

-- Closing ends a snooze, whoever closes.
create function end_snooze() returns trigger language plpgsql as $$
begin
  new.snoozed_until := null;
  return new;
end $$;
create trigger chats_end_snooze before insert or update on chats
  for each row when (new.is_closed = 1 and new.snoozed_until is not null) execute function end_snooze();

-- Chats that nobody has, in the order of the list; and those whose customers wait, the longest first.
create index chats_unassigned on chats (dealer_id, location_id, is_closed, is_pinned desc, chat_time desc, id desc)
  where assigned_to is null;
create index chats_longest_waiting on chats (dealer_id, location_id, is_closed, waiting_since, id)
  where waiting_since is not null;

-- The counts also say how many chats each member has (0: nobody) and how many are snoozed. A snoozed chat is counted as
-- that alone, because no other list shows it.
alter table chat_counts add column assigned_to bigint not null default 0;
alter table chat_counts add column chats bigint not null default 0;
alter table chat_counts add column snoozed bigint not null default 0;
alter table chat_counts alter column assigned_to drop default, alter column chats drop default,
  alter column snoozed drop default;
alter table chat_counts drop constraint chat_counts_pkey;
alter table chat_counts add primary key (dealer_id, location_id, is_closed, assigned_to, id);

drop trigger chats_count_new on chats;
drop trigger chats_count_changed on chats;
drop trigger chats_count_removed on chats;

create function add_to_chat_counts(chat chats, sign int) returns void language plpgsql as $$
declare
  shown int := (chat.snoozed_until is null)::int * sign;
begin
  if chat.is_gone = 1 then return; end if;
  insert into chat_counts (dealer_id, location_id, is_closed, assigned_to, chats, unread, unreplied, snoozed)
  values (chat.dealer_id, chat.location_id, chat.is_closed, coalesce(chat.assigned_to, 0), shown,
    shown * (chat.new_message_count > 0)::int, shown * (chat.is_replied = 0)::int, sign - shown);
end $$;

create or replace function count_chat() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform add_to_chat_counts(old, -1); end if;
  if tg_op <> 'DELETE' then perform add_to_chat_counts(new, 1); end if;
  return null;
end $$;
create trigger chats_count_new after insert on chats for each row execute function count_chat();
create trigger chats_count_changed after update on chats for each row when (
  (old.new_message_count > 0) <> (new.new_message_count > 0)
  or (old.snoozed_until is null) <> (new.snoozed_until is null)
  or old.assigned_to is distinct from new.assigned_to
  or (old.location_id, old.is_replied, old.is_closed, old.is_gone) <> (new.location_id, new.is_replied, new.is_closed, new.is_gone)
) execute function count_chat();
create trigger chats_count_removed after delete on chats for each row execute function count_chat();

delete from chat_counts;
insert into chat_counts (dealer_id, location_id, is_closed, assigned_to, chats, unread, unreplied, snoozed)
select dealer_id, location_id, is_closed, coalesce(assigned_to, 0), count(*),
  count(*) filter (where new_message_count > 0), count(*) filter (where is_replied = 0), 0
from chats where is_gone = 0 group by dealer_id, location_id, is_closed, coalesce(assigned_to, 0);

-- From now on these name lists of the inbox: a tag that had the slug gets the first free one after it.
update tags set slug = slug || '-' || (
  select min(n) from generate_series(2, 10000) n where not exists (select from tags other where other.slug = tags.slug || '-' || n)
) where slug in ('unassigned', 'snoozed');
