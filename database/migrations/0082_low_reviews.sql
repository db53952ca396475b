-- Reviews with this many stars or fewer need somebody's attention.
alter table review_settings add column low_rating smallint not null default 2 check (low_rating between 1 and 4);
-- What the rules of alerts and tasks look for, of all dealers: open reviews that were lately written or changed.
create index reviews_open_lately on reviews (greatest(published_at, edited_at)) where state = 'open';

alter table alert_rules add column reviews_on smallint not null default 1 check (reviews_on in (0, 1));
alter table alerts drop constraint alerts_rule_check;
alter table alerts add constraint alerts_rule_check
  check (rule in ('untouched', 'failures', 'optouts', 'import', 'campaign', 'review'));
-- No foreign key: an alert outlives its review, and then ends.
alter table alerts add column review_id bigint;
drop index alerts_open;
create unique index alerts_open on alerts (dealer_id, location_id, rule, coalesce(chat_id, upload_id, review_id, 0))
  where resolved_at is null;
create index alerts_of_review on alerts (dealer_id, review_id) where review_id is not null;

alter table task_rules add column review smallint not null default 1 check (review in (0, 1));
alter table tasks drop constraint tasks_rule_check;
alter table tasks add constraint tasks_rule_check
  check (rule in ('hand', 'unreplied', 'missed_call', 'no_show', 'unconfirmed', 'reschedule', 'outcome', 'review'));
alter table tasks drop constraint tasks_ended_how_check;
alter table tasks add constraint tasks_ended_how_check
  check (ended_how in ('', 'hand', 'answered', 'cleared', 'closed', 'gone', 'appointment', 'confirmed', 'rescheduled',
    'outcome', 'moved', 'past', 'settled', 'raised'));
-- No foreign key: a task outlives its review, and then ends.
alter table tasks add column review_id bigint;
create index tasks_of_review on tasks (dealer_id, review_id) where review_id is not null;
