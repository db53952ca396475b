-- What a file says about a row besides its fields: a value that was left out, and that the person opted out (1: of texts,
-- 2: of emails, 3: of both). Parallel to `marks`; empty when no row of the chunk has any.
alter table upload_chunks
  add column warnings text[] not null default '{}',
  add column opt_outs smallint[] not null default '{}';

alter table uploads
  add column rows_warned integer not null default 0,
  add column rows_opted_out integer not null default 0;

alter table mail_consent_events drop constraint mail_consent_events_source_check;
alter table mail_consent_events add constraint mail_consent_events_source_check
  check (source in ('one_click', 'page', 'mail', 'report', 'staff', 'import'));
