-- Counts an appointment's edits, so that a form opened before somebody else's edit doesn't overwrite it.
alter table appointments add column version integer not null default 1;
