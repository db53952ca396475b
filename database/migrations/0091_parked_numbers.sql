-- A tracking number that its location no longer wants takes calls for 30 more days, then it is given back to the carrier.
alter table tracking_numbers
  add column parked_at timestamptz,
  drop constraint tracking_numbers_state_check,
  drop constraint tracking_numbers_check,
  add constraint tracking_numbers_state_check
    check (state in ('requested', 'active', 'parked', 'released', 'canceled')),
  add constraint tracking_numbers_check check ((state in ('active', 'parked', 'released')) = (number is not null)),
  add constraint tracking_numbers_parked check ((state in ('parked', 'released')) = (parked_at is not null));
-- Somebody may get a number again that was given back.
drop index tracking_numbers_by_number;
create unique index tracking_numbers_by_number on tracking_numbers (dealer_id, number)
  where number is not null and state <> 'released';
create index tracking_numbers_parked on tracking_numbers (parked_at) where state = 'parked';
