-- When the carrier last said that something changed, while an answer was on its way: another look follows it at once.
alter table carrier_registrations add column noticed_at timestamptz;
