-- A new location reminds its customers of their appointments. One that exists keeps what it does: without a row, nothing.
create function add_reminder_settings() returns trigger language plpgsql as $$
begin
  insert into reminder_settings (dealer_id, location_id, is_on) values (new.dealer_id, new.id, 1);
  return null;
end $$;
create trigger locations_add_reminder_settings after insert on locations
  for each row when (new.dealer_id <> 0) execute function add_reminder_settings();
