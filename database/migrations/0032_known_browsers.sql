-- Browsers that signed in to an account before: strangers' attempts and theirs are counted apart. The token opens nothing.
create table known_browsers (
  dealer_id bigint not null,
  user_id bigint not null,
  token_hash bytea not null,
  last_used_at timestamptz not null,
  primary key (dealer_id, user_id, token_hash),
  foreign key (dealer_id, user_id) references users (dealer_id, id)
);
select platform_table('known_browsers');

-- A code voids the older ones that were sent for the same kind of browser.
alter table codes add column from_known_browser boolean not null default false;

alter table reset_tickets
  add column from_known_browser boolean not null default false,
  -- The ticket of the link in the mail: whoever has it has the mailbox, so it needs no code.
  add column is_link boolean not null default false;
