-- Owners who hid the list of first steps. Which steps are done is never stored: it follows from the business's rows.
create table first_run_hidings (
  dealer_id bigint not null,
  user_id bigint not null,
  hidden_at timestamptz not null,
  primary key (dealer_id, user_id),
  foreign key (dealer_id, user_id) references users (dealer_id, id)
);
select tenant_table('first_run_hidings');
