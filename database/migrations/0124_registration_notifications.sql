-- Owners are notified of what becomes of their registration.
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check
  check (kind in ('mention', 'assigned', 'task', 'refused', 'review', 'appointment', 'registration'));
