-- What a mailbox or its provider sent about a marketing mail, as it came, so that people can see why it came back. Kept
-- for 30 days.
create table mail_reports (
  dealer_id bigint not null,
  event_id bigint not null,
  address_id bigint not null,
  -- The beginning of a longer one.
  raw text not null check (length(raw) <= 65536),
  is_cut boolean not null,
  at timestamptz not null,
  primary key (dealer_id, event_id),
  foreign key (dealer_id, event_id) references mail_events (dealer_id, id),
  foreign key (dealer_id, address_id) references mail_addresses (dealer_id, id)
);
select tenant_table('mail_reports');
create index mail_reports_of_address on mail_reports (dealer_id, address_id, at);
create index mail_reports_oldest on mail_reports (at);

create index mail_events_of_recipient on mail_events (dealer_id, campaign_id, recipient_n) where campaign_id is not null;
