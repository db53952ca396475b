-- restored: staff took back an opt-out that they had recorded themselves, named by `decides`.
alter table consent_events
  drop constraint consent_events_event_check,
  add constraint consent_events_event_check
    check (event in ('granted', 'revoked', 'attested', 'asked', 'dismissed', 'withdrawn', 'requested', 'restored')) not valid,
  add constraint consent_events_restored_check
    check (event <> 'restored' or (decides is not null and source = 'staff')) not valid;
create index consent_events_restored on consent_events (dealer_id, decides) where event = 'restored';
