-- The inbox has saved views, too.
alter table saved_views drop constraint saved_views_screen_check,
  add constraint saved_views_screen_check check (screen in ('inbox', 'leads', 'customers', 'appointments', 'tasks'));
alter table opening_views drop constraint opening_views_screen_check,
  add constraint opening_views_screen_check check (screen in ('inbox', 'leads', 'customers', 'appointments', 'tasks'));
