-- The calendar invitation that a meeting's customer got by email, and what the last one said: only a change is mailed again.
create table meeting_invitations (
  dealer_id bigint not null,
  appointment_id bigint not null,
  location_id bigint not null,
  customer_id bigint not null,
  email text not null default '',
  starts_at timestamptz,
  ends_at timestamptz,
  type smallint check (type in (0, 1)),
  link_version integer,
  -- Counts the mails about it, so that calendars know which one is the newest; null before the first.
  sequence integer,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed', 'cancelled')),
  -- Why it failed.
  words text not null default '',
  changed_at timestamptz not null,
  primary key (dealer_id, appointment_id),
  foreign key (dealer_id, location_id) references locations (dealer_id, id) on delete cascade,
  foreign key (dealer_id, customer_id) references customers (dealer_id, id)
);
select tenant_table('meeting_invitations', by_location => true);
create index meeting_invitations_of_customer on meeting_invitations (dealer_id, customer_id);

-- A person's private calendar address, from which calendar programs read their meetings. A new one ends the one before.
create table calendar_feeds (
  dealer_id bigint not null,
  user_id bigint not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  -- When a calendar last read it, to the quarter of an hour.
  read_at timestamptz,
  primary key (dealer_id, user_id),
  foreign key (dealer_id, user_id) references users (dealer_id, id) on delete cascade
);
select tenant_table('calendar_feeds');
