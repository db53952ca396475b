-- A new location reminds its customers of their appointments: what holds without a row is on. Locations that exist keep what
-- they do.
insert into reminder_settings (dealer_id, location_id)
  select dealer_id, id from locations where dealer_id <> 0
  on conflict do nothing;
