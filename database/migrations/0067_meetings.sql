-- What an appointment has besides as a meeting: where it takes place online, and who came. Most appointments have no row.
-- It names no appointment by a foreign key, because one that was deleted comes back with its link when it is restored.
create table meetings (
  dealer_id bigint not null,
  appointment_id bigint not null,
  location_id bigint not null,
  -- The host's own room; empty while there is none.
  url text not null default '' check (url = '' or url like 'https://%'),
  -- Counts the customer's addresses: a new one ends those before.
  link_version integer not null default 1,
  -- The last time that the customer was texted the address.
  texted_at timestamptz,
  -- When a member opened the room, and when the customer first pressed Join.
  started_at timestamptz,
  started_by bigint,
  joined_at timestamptz,
  primary key (dealer_id, appointment_id),
  foreign key (dealer_id, location_id) references locations (dealer_id, id) on delete cascade,
  foreign key (dealer_id, started_by) references users (dealer_id, id)
);
select tenant_table('meetings', by_location => true);

-- The team members who were invited besides whoever made the appointment.
create table meeting_people (
  dealer_id bigint not null,
  appointment_id bigint not null,
  user_id bigint not null,
  primary key (dealer_id, appointment_id, user_id),
  foreign key (dealer_id, appointment_id) references meetings (dealer_id, appointment_id) on delete cascade,
  foreign key (dealer_id, user_id) references users (dealer_id, id)
);
select tenant_table('meeting_people');
create index meeting_people_by_user on meeting_people (dealer_id, user_id);
