-- Calls that members make through a location's number: the member's phone rings first, then the customer's.
-- Of these, `sid` is our own reference (the carrier's answer may get lost), `from_number` the location's number,
-- `to_number` the customer's phone, `forwarded_to` the member's, and `answered_at` when the customer picked up.
alter table calls
  add column user_id bigint,
  -- The member pressed the key, and the customer's phone rings.
  add column accepted_at timestamptz,
  -- The carrier's own id, when it said one.
  add column carrier_sid text,
  add foreign key (dealer_id, user_id) references users (dealer_id, id),
  add check ((direction = 'outgoing') = (user_id is not null));
create index calls_by_member on calls (dealer_id, user_id, started_at) where user_id is not null;
create index calls_to_phone on calls (dealer_id, location_id, to_number, started_at) where direction = 'outgoing';
-- `unplaced`: the customer's phone never rang.
alter table calls drop constraint calls_state_check;
alter table calls add constraint calls_state_check
  check (state in ('ringing', 'answered', 'voicemail', 'missed', 'unplaced'));

-- The phone that rings first when a member calls a customer.
create table member_phones (
  dealer_id bigint not null,
  user_id bigint not null,
  phone text not null,
  primary key (dealer_id, user_id),
  foreign key (dealer_id, user_id) references users (dealer_id, id) on delete cascade
);
select tenant_table('member_phones');

-- The application's id of a call that it placed; null for one that a phone made.
alter table simulated_calls add column reference text unique;
