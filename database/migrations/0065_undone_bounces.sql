-- An owner may take back a bounce that was none: the mailbox exists after all.
alter table mail_consent_events drop constraint mail_consent_events_source_check;
alter table mail_consent_events add constraint mail_consent_events_source_check
  check (source in ('one_click', 'page', 'mail', 'report', 'staff'));
