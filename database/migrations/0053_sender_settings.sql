-- How a location's marketing mails introduce themselves. Without a row, its own title and address do.
create table sender_settings (
  dealer_id bigint not null,
  location_id bigint not null,
  from_name text not null,
  reply_to text not null,
  postal_address text not null,
  updated_by bigint not null,
  updated_at timestamptz not null,
  primary key (dealer_id, location_id),
  foreign key (dealer_id, location_id) references locations (dealer_id, id),
  foreign key (dealer_id, updated_by) references users (dealer_id, id)
);
select tenant_table('sender_settings');
