-- Deleted appointments, for a day: so that "Undo" brings back exactly what was deleted.
create table deleted_appointments (
  dealer_id bigint not null,
  id bigint not null,
  location_id bigint not null,
  customer_id bigint not null,
  -- The whole row, as JSON.
  record jsonb not null,
  deleted_at timestamptz not null,
  primary key (dealer_id, id),
  foreign key (dealer_id, location_id) references locations (dealer_id, id),
  foreign key (dealer_id, customer_id) references customers (dealer_id, id)
);
select tenant_table('deleted_appointments', by_location => true);
create index deleted_appointments_of_customer on deleted_appointments (dealer_id, customer_id);
