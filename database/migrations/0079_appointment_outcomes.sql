-- An appointment that is over and still pending is asked about: did the customer show up?
alter table tasks drop constraint tasks_rule_check;
alter table tasks add constraint tasks_rule_check
  check (rule in ('hand', 'unreplied', 'missed_call', 'no_show', 'unconfirmed', 'reschedule', 'outcome'));
alter table tasks drop constraint tasks_ended_how_check;
alter table tasks add constraint tasks_ended_how_check check (ended_how in ('', 'hand', 'answered', 'cleared', 'closed',
  'gone', 'appointment', 'confirmed', 'rescheduled', 'outcome', 'moved', 'past'));
alter table task_rules add column outcome smallint not null default 1 check (outcome in (0, 1));
create index appointments_pending on appointments (datetime) where status = 0;
