-- Work that rests is woken by these: who writes a table doesn't have to know whom it concerns.
create function announce_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('rooftop_changes', tg_argv[0]);
  return null;
end $$;

create trigger campaigns_announced after insert or update or delete on campaigns
  for each statement execute function announce_change('campaigns');

-- An alert that begins by the clock is looked for when it is due; these end one, or begin one at once.
create trigger chats_announced after update of waiting_since, is_closed on chats
  for each row when (old.waiting_since is not null
    and (new.waiting_since is distinct from old.waiting_since or new.is_closed <> old.is_closed))
  execute function announce_change('alerts');
create trigger messages_announced after update of state on messages
  for each row when (new.state = 'failed' and old.state <> 'failed') execute function announce_change('alerts');
create trigger uploads_announced after update of state on uploads
  for each statement execute function announce_change('alerts');
create trigger customers_announced after update of deleted_at on customers
  for each statement execute function announce_change('alerts');
create trigger alert_rules_announced after insert or update or delete on alert_rules
  for each statement execute function announce_change('alerts');
create trigger business_hours_announced after insert or update or delete on business_hours
  for each statement execute function announce_change('alerts');

create index mail_consent_events_unsubscribed on mail_consent_events (dealer_id, at)
  where event = 'unsubscribed' and campaign_id is not null;
