-- Rooftop's own video room: what a virtual meeting without a link of its host's takes place in.
alter table meetings
  -- When a member first entered the room; the customer's time is `joined_at`.
  add column host_joined_at timestamptz,
  -- The customer was texted that the host waits for them: once a meeting.
  add column nudged_at timestamptz;

-- Who is at a meeting's room at the moment, or waits in front of it.
create table meeting_seats (
  dealer_id bigint not null,
  id bigint generated always as identity,
  appointment_id bigint not null,
  -- The member on the business's side; null on the customer's, where nobody has an account.
  user_id bigint,
  -- Of the token in that browser.
  token_hash bytea not null,
  state text not null check (state in ('in', 'waiting')),
  entered_at timestamptz not null,
  seen_at timestamptz not null,
  primary key (dealer_id, id),
  unique (dealer_id, token_hash),
  foreign key (dealer_id, appointment_id) references meetings (dealer_id, appointment_id) on delete cascade,
  foreign key (dealer_id, user_id) references users (dealer_id, id)
);
select tenant_table('meeting_seats');
create index meeting_seats_of_meeting on meeting_seats (dealer_id, appointment_id);
create index meeting_seats_by_seen on meeting_seats (seen_at);

-- What the two browsers of a call say to each other until their connection is made. Each is deleted once it has arrived.
create table meeting_signals (
  dealer_id bigint not null,
  id bigint generated always as identity,
  -- Whom it is for, and whose it is.
  seat_id bigint not null,
  from_seat_id bigint not null,
  signal json not null,
  primary key (dealer_id, id),
  foreign key (dealer_id, seat_id) references meeting_seats (dealer_id, id) on delete cascade,
  foreign key (dealer_id, from_seat_id) references meeting_seats (dealer_id, id) on delete cascade
);
select tenant_table('meeting_signals');
create index meeting_signals_of_seat on meeting_signals (dealer_id, seat_id, id);
create index meeting_signals_from_seat on meeting_signals (dealer_id, from_seat_id);
