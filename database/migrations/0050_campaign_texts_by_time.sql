-- The platform's table of messages goes through them by time.
create index campaign_recipients_newest on campaign_recipients (handed_at, campaign_id, n) where handed_at is not null;
