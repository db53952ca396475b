-- What unregistered numbers may not do. Since when a campaign waits for its number; null: it doesn't
alter table campaigns add column number_held_at timestamptz;
create index campaigns_held on campaigns (dealer_id, location_id) where number_held_at is not null;

-- Segments that campaigns send a day, against what carriers take of a business
alter table quota_uses drop constraint quota_uses_kind_check;
alter table quota_uses add constraint quota_uses_kind_check
  check (kind in ('texts', 'mails', 'invitations', 'segments'));

alter table appointment_reminders drop constraint appointment_reminders_reason_check;
alter table appointment_reminders add constraint appointment_reminders_reason_check
  check (reason in ('', 'late', 'quiet', 'changed', 'off', 'removed', 'opted_out', 'no_number', 'not_registered'));
