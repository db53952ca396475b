-- What else becomes a lead of a location, each since when; null: not.
create table lead_origins (
  dealer_id bigint not null,
  location_id bigint not null,
  widget_since timestamptz,
  tracked_calls_since timestamptz,
  new_callers_since timestamptz,
  new_texters_since timestamptz,
  primary key (dealer_id, location_id),
  foreign key (dealer_id, location_id) references locations (dealer_id, id) on delete cascade
);
select tenant_table('lead_origins', by_location => true);

alter table lead_inquiries drop constraint lead_inquiries_came_by_check,
  add constraint lead_inquiries_came_by_check check (came_by in ('email', 'web', 'hand', 'widget', 'call', 'text'));
