-- A location's calls as a table: which way each went, and whether its caller is spam, which nobody texts back.
alter table calls
  add column direction text not null default 'incoming' check (direction in ('incoming', 'outgoing')),
  -- Said of a phone at a location: its later calls begin with it.
  add column spam smallint not null default 0 check (spam in (0, 1));
create index calls_by_time on calls (dealer_id, location_id, started_at, id);
create index calls_by_phone on calls (dealer_id, location_id, from_number, started_at);
