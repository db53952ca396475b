-- The operator's figures count the emails of campaigns by the time they were handed over.
create index campaign_recipients_newest_mails on campaign_recipients (handed_at) where handed_at is not null and channel = 'email';
