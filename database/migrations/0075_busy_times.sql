-- The address of a person's own calendar, from which we read when they are busy, and nothing else of it.
create table calendar_sources (
  dealer_id bigint not null,
  user_id bigint not null,
  -- Sealed with our key: who has the address can read the whole calendar.
  url_sealed text not null,
  etag text not null default '',
  asked_at timestamptz,
  read_at timestamptz,
  -- What to do about the last failure; empty after a success.
  problem text not null default '',
  primary key (dealer_id, user_id),
  foreign key (dealer_id, user_id) references users (dealer_id, id) on delete cascade
);
select tenant_table('calendar_sources');

create table busy_times (
  dealer_id bigint not null,
  user_id bigint not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (dealer_id, user_id, starts_at),
  foreign key (dealer_id, user_id) references calendar_sources (dealer_id, user_id) on delete cascade,
  check (ends_at > starts_at)
);
select tenant_table('busy_times');
