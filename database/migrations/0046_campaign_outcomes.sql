-- What followed a campaign's text: the first answer within 72 hours, and an appointment made within 14 days.
alter table campaign_recipients add column replied_at timestamptz, add column appointment_id bigint;
create index campaign_recipients_outcomes on campaign_recipients (dealer_id, campaign_id, n)
  where replied_at is not null or appointment_id is not null or unsubscribed_at is not null;
-- People who wait for an answer are left out, unless the campaign says otherwise.
alter table campaigns add column skip_unanswered smallint not null default 1
  check (skip_unanswered in (0, 1));
