-- Business 0 is the platform itself. It has people and a number, and never customers.
alter table customers add constraint customers_of_a_business check (dealer_id > 0);
alter table chats add constraint chats_of_a_business check (dealer_id > 0);
alter table messages add constraint messages_of_a_business check (dealer_id > 0);
