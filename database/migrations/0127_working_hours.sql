-- When a member works at a location; without a row, while it does business.
create table working_hours (
  dealer_id bigint not null,
  location_id bigint not null,
  user_id bigint not null,
  -- Seven days, Sunday first: null or { opens, closes } in minutes of the location's clocks.
  week jsonb not null check (jsonb_typeof(week) = 'array' and jsonb_array_length(week) = 7),
  primary key (dealer_id, location_id, user_id),
  foreign key (dealer_id, location_id) references locations (dealer_id, id) on delete cascade,
  foreign key (dealer_id, user_id) references users (dealer_id, id)
);
select tenant_table('working_hours', by_location => true);
