-- One text a phone. Rows are made before the first of them leaves, so the index has those that haven't left: whatever is
-- in it costs every answer of the carrier a look-up.
drop index campaign_recipients_phone;
create unique index campaign_recipients_phone on campaign_recipients (dealer_id, campaign_id, address)
  where reason <> 'duplicate' and address <> '' and handed_at is null;
