-- A campaign's last hand-overs, which decide whether it is braked: looked at every second while it sends.
create index campaign_recipients_handed on campaign_recipients (dealer_id, campaign_id, handed_at)
  where handed_at is not null;
