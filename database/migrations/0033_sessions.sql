alter table sessions
  -- However much it is used, a sign-in ends 30 days after it began, a remembered one after 90.
  add column ends_at timestamptz not null default now() + interval '30 days',
  -- When the password, and the code where one is needed, was last right: changes of them need a recent one.
  add column confirmed_at timestamptz;
update sessions set ends_at = created_at + case when idle_seconds > 43200 then interval '90 days' else interval '30 days' end;

alter table codes drop constraint codes_purpose_check;
alter table codes add constraint codes_purpose_check check (purpose in ('sign_in', 'reset', 'phone', 'reauthenticate'));
