-- The messages of an hour, added up (domains/dashboard/server/rollUp.ts), so that the figures of a year don't read a
-- million rows. `hour` begins one of UTC's; user_id 0: nobody's, the customers' own and what was sent by itself.
create table message_hours (
  dealer_id bigint not null,
  location_id bigint not null,
  hour timestamptz not null,
  user_id bigint not null,
  sent integer not null,
  received integer not null,
  -- Of the received ones, those before which the last message of the conversation was ours.
  replies integer not null,
  primary key (dealer_id, location_id, hour, user_id),
  foreign key (dealer_id, location_id) references locations (dealer_id, id)
);
select tenant_table('message_hours', by_location => true);

-- Hours that have been added up and are not right any more: messages came into another conversation since, or late.
create table message_hours_stale (
  dealer_id bigint not null references dealers (id),
  hour timestamptz not null,
  primary key (dealer_id, hour)
);
select tenant_table('message_hours_stale');

-- Up to when the messages have been added up; null: not at all. What is newer is counted from the messages themselves.
create table message_hours_until (
  one boolean primary key default true check (one),
  until timestamptz
);
select reference_table('message_hours_until');
insert into message_hours_until default values;

-- A message that moves to another conversation (a merge, or its undoing) follows another one there, and so does the one
-- behind it, here and there.
create function forget_hours() returns trigger language plpgsql as $$
begin
  insert into message_hours_stale (dealer_id, hour)
  select new.dealer_id, date_trunc('hour', changed.at, 'UTC')
  from (
    select new.datetime as at
    union
    (select datetime from messages
     where dealer_id = new.dealer_id and chat_id = new.chat_id and id > new.id order by id limit 1)
    union
    (select datetime from messages
     where dealer_id = new.dealer_id and chat_id = old.chat_id and id > new.id order by id limit 1)
  ) as changed
  on conflict do nothing;
  return null;
end $$;
create trigger forget_hours after update of chat_id on messages
  for each row when (old.chat_id is distinct from new.chat_id) execute function forget_hours();

-- A message with a time long gone, as sample data has, comes into an hour that may have been added up.
create function forget_hour() returns trigger language plpgsql as $$
begin
  insert into message_hours_stale (dealer_id, hour)
  select new.dealer_id, date_trunc('hour', new.datetime, 'UTC') from message_hours_until where until > new.datetime
  on conflict do nothing;
  return null;
end $$;
create trigger forget_hour after insert on messages
  for each row when (new.datetime < now() - interval '1 hour') execute function forget_hour();

-- What the figures ask for by time.
create index customers_by_day on customers (dealer_id, location_id, created_at) where deleted_at is null;
-- A deleted customer's chat is counted nowhere: few are looked up, instead of all who are there.
create index customers_deleted on customers (dealer_id, location_id, id) where deleted_at is not null;
create index appointments_by_making on appointments (dealer_id, location_id, created);
create index consent_events_revoked on consent_events (dealer_id, at) where event = 'revoked';
