-- Each index of the ledger is written with every change of a row's state. The rows of a customer, by campaign, are unique
-- as they are; one index does for both.
create unique index campaign_recipients_person_once on campaign_recipients (dealer_id, customer_id, campaign_id);
drop index campaign_recipients_person;
drop index campaign_recipients_of_customer;
alter index campaign_recipients_person_once rename to campaign_recipients_person;
