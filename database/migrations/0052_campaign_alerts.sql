-- Campaigns that stopped, paused by themselves or wait for a list are alerted, too.
alter table alert_rules add column campaigns_on smallint not null default 1 check (campaigns_on in (0, 1));
alter table alerts drop constraint alerts_rule_check;
alter table alerts add constraint alerts_rule_check
  check (rule in ('untouched', 'failures', 'optouts', 'import', 'campaign'));
create index campaigns_with_problems on campaigns (dealer_id, location_id)
  where deleted_at is null and state in ('paused', 'stopped', 'waiting') and (why <> '' or held_for <> '' or state = 'stopped');
