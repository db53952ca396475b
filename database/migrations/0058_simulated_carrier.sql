-- How the simulated carrier works: its pace, its filters, whom it can't reach. One row; none: as usual.
create table simulated_carrier (
  id smallint primary key default 1 check (id = 1),
  settings jsonb not null
);
select platform_table('simulated_carrier');

-- When each of our numbers will have sent what the simulated carrier took from it.
create table simulated_queues (
  number text primary key,
  drained_at timestamptz not null
);
select platform_table('simulated_queues');
