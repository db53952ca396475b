-- An email of a follow-up plan is kept as one that a member wrote, so that its replies find the customer.
-- Of a plan's email `user_id` is who signs it, if anyone.
alter table customer_emails alter column user_id drop not null;
-- The plan that sent it, by its name then; empty: a member did.
alter table customer_emails add column plan_name text not null default '' check (length(plan_name) <= 60);
alter table customer_emails add constraint customer_emails_author_check check (user_id is not null or plan_name <> '');
