-- A customer's timeline pages backwards in time over several tables; each is read along an index that ends in time and id.
create index messages_texts_of_chat on messages (dealer_id, chat_id, datetime, id)
  where campaign_id is null and message_type = 'message';
create index tasks_ended_of_customer on tasks (dealer_id, customer_id, ended_at, id)
  where state <> 'open' and deleted_at is null and customer_id is not null;
create index appointments_of_customer on appointments (dealer_id, customer_id, datetime, id);
