-- What a source of calls and texts cost a location in a month, as somebody typed it. The source is text, as in the calls:
-- it outlives its number.
create table source_spend (
  dealer_id bigint not null,
  location_id bigint not null,
  source text not null,
  -- The month's first day.
  month date not null,
  cents bigint not null check (cents between 0 and 1000000000),
  primary key (dealer_id, location_id, source, month),
  foreign key (dealer_id, location_id) references locations (dealer_id, id) on delete cascade
);
select tenant_table('source_spend', by_location => true);
