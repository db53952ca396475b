-- 1: what became of each call is mailed to the location's email for its CRM.
alter table voice_settings add column send_email smallint not null default 1 check (send_email in (0, 1));
