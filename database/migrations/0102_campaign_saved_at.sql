-- When a campaign was saved last: its draft's bar says so.
alter table campaigns add column saved_at timestamptz not null default now();
update campaigns set saved_at = created_at;
