-- What a deletion took away, so that it can be undone.
create table customer_deletions (
  dealer_id bigint not null,
  customer_id bigint not null,
  location_id bigint not null,
  deleted_by bigint,
  deleted_at timestamptz not null,
  -- The lists that they were in
  list_ids bigint[] not null default '{}',
  -- By kind of work: what was cancelled
  cancelled jsonb not null default '{}',
  primary key (dealer_id, customer_id),
  foreign key (dealer_id, customer_id) references customers (dealer_id, id),
  foreign key (dealer_id, location_id) references locations (dealer_id, id),
  foreign key (dealer_id, deleted_by) references users (dealer_id, id)
);
select tenant_table('customer_deletions', by_location => true);
create index customer_deletions_newest on customer_deletions (dealer_id, location_id, deleted_at desc, customer_id desc);
