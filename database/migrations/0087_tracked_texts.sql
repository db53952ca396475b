-- The texts that came in at a tracking number, with its source as it was then: a number may change its source later.
create table tracked_texts (
  dealer_id bigint not null,
  message_id bigint not null,
  location_id bigint not null,
  number text not null,
  source text not null,
  received_at timestamptz not null,
  primary key (dealer_id, message_id),
  foreign key (dealer_id, message_id) references messages (dealer_id, id) on delete cascade,
  foreign key (dealer_id, location_id) references locations (dealer_id, id)
);
select tenant_table('tracked_texts', by_location => true);
create index tracked_texts_by_source on tracked_texts (dealer_id, location_id, source, received_at, message_id);
