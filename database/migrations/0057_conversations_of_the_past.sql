-- Who wrote in which conversation when, without the messages themselves: how conversations stood on an earlier day.
create index messages_spoken on messages (dealer_id, datetime) include (chat_id, is_from_customer) where campaign_id is null;
