-- A person is told of a text that they scheduled and that could not be sent at its time.
alter table notifications drop constraint notifications_kind_check;
alter table notifications
  add constraint notifications_kind_check check (kind in ('mention', 'assigned', 'task', 'refused'));
