-- Which step of the figures an open stage counts as, whatever it is called. Won stages count as sold, lost ones as none.
alter table lead_stages add column counts_as text not null default '' check (counts_as in ('', 'contacted', 'set', 'shown'));
alter table lead_stages add check (counts_as = '' or kind = 'open');
-- So far, what moves leads to the stages up to it says so.
update lead_stages s set counts_as = case
    when 'visit' = any(passed.triggers) then 'shown'
    when 'appointment' = any(passed.triggers) then 'set'
    when 'reply' = any(passed.triggers) then 'contacted' else '' end
from lead_stages own cross join lateral (
  select array_agg(earlier.reached_by) as triggers from lead_stages earlier
  where earlier.dealer_id = own.dealer_id and earlier.removed_at is null and earlier.position <= own.position) passed
where s.dealer_id = own.dealer_id and s.id = own.id and s.kind = 'open' and s.removed_at is null;
create or replace function add_lead_stages(business bigint) returns void language sql as $$
  insert into lead_stages (dealer_id, name, kind, position, reached_by, counts_as)
  values (business, 'New', 'open', 1, '', ''), (business, 'Contacted', 'open', 2, 'reply', 'contacted'),
    (business, 'Appointment set', 'open', 3, 'appointment', 'set'), (business, 'Shown', 'open', 4, 'visit', 'shown'),
    (business, 'Negotiating', 'open', 5, '', 'shown'), (business, 'Sold', 'won', 6, '', ''), (business, 'Lost', 'lost', 7, '', '')
$$;

-- The step that a move took its lead to, as its stage counted then: 1 contacted, 2 appointment set, 3 shown. A stage that a lead
-- starts in, comes back to or is left in when another is removed proves nothing, and a reply is its own proof.
alter table lead_moves add column step smallint not null default 0 check (step between 0 and 3);
update lead_moves m set step = array_position(array['contacted', 'set', 'shown'], s.counts_as) from lead_stages s
where s.dealer_id = m.dealer_id and s.id = m.to_stage_id and s.counts_as <> '' and m.reason in ('hand', 'appointment', 'visit');

-- When a move first took it to each step or beyond.
alter table leads add column to_contacted_at timestamptz;
alter table leads add column to_set_at timestamptz;
alter table leads add column to_shown_at timestamptz;
update leads l set to_contacted_at = moved.contacted, to_set_at = moved.set, to_shown_at = moved.shown
from (select dealer_id, lead_id, min(at) as contacted, min(at) filter (where step >= 2) as set, min(at) filter (where step >= 3) as shown
  from lead_moves where step > 0 group by dealer_id, lead_id) moved
where l.dealer_id = moved.dealer_id and l.id = moved.lead_id;
-- Seconds of business hours until the first answer, by the hours as they were then; null without an answer, and until it is computed.
alter table leads add column response_business_seconds int check (response_business_seconds >= 0);

-- When it reached each step of the figures: a step includes those before it, and a sale all of them.
alter table leads
  add column contacted_at timestamptz generated always as (least(first_response_at, to_contacted_at,
    case when outcome = 'sold' then closed_at end)) stored,
  add column set_at timestamptz generated always as (least(to_set_at, case when outcome = 'sold' then closed_at end)) stored,
  add column shown_at timestamptz generated always as (least(to_shown_at, case when outcome = 'sold' then closed_at end)) stored,
  add column sold_at timestamptz generated always as (case when outcome = 'sold' then closed_at end) stored;

create function lead_moves_take_step() returns trigger language plpgsql as $$
begin
  new.step := coalesce(array_position(array['contacted', 'set', 'shown'], (
    select s.counts_as from lead_stages s where s.dealer_id = new.dealer_id and s.id = new.to_stage_id)), 0);
  return new;
end $$;
create trigger lead_moves_take_step before insert on lead_moves for each row
  when (new.to_stage_id is not null and new.reason in ('hand', 'appointment', 'visit'))
  execute function lead_moves_take_step();

create function leads_follow_move() returns trigger language plpgsql as $$
begin
  update leads set to_contacted_at = least(to_contacted_at, new.at),
    to_set_at = case when new.step >= 2 then least(to_set_at, new.at) else to_set_at end,
    to_shown_at = case when new.step >= 3 then least(to_shown_at, new.at) else to_shown_at end
  where dealer_id = new.dealer_id and id = new.lead_id and (to_contacted_at is null or to_contacted_at > new.at
    or new.step >= 2 and (to_set_at is null or to_set_at > new.at)
    or new.step >= 3 and (to_shown_at is null or to_shown_at > new.at));
  return null;
end $$;
create trigger leads_follow_move after insert on lead_moves for each row when (new.step > 0) execute function leads_follow_move();

-- The leads of a period with all that is counted of them, so that a count reads nothing but the index.
create index leads_counted on leads (dealer_id, location_id, received_at)
  include (owner_id, source, response_business_seconds, contacted_at, set_at, shown_at, sold_at)
  where deleted_at is null and outcome not in ('duplicate', 'spam');
-- With what narrows the open ones, so that counting them reads nothing but the index.
drop index leads_open;
create index leads_open on leads (dealer_id, location_id, received_at, id) include (first_response_at, owner_id, source, stage_id)
  where closed_at is null and deleted_at is null;
-- What was reached in a month, for goals.
create index leads_contacted on leads (dealer_id, location_id, contacted_at) include (owner_id)
  where contacted_at is not null and deleted_at is null and outcome not in ('duplicate', 'spam');
create index leads_set on leads (dealer_id, location_id, set_at) include (owner_id)
  where set_at is not null and deleted_at is null and outcome not in ('duplicate', 'spam');
create index leads_shown on leads (dealer_id, location_id, shown_at) include (owner_id)
  where shown_at is not null and deleted_at is null and outcome not in ('duplicate', 'spam');
create index leads_sold on leads (dealer_id, location_id, sold_at) include (owner_id)
  where sold_at is not null and deleted_at is null and outcome not in ('duplicate', 'spam');
-- Of all dealers: answered before their wait was computed.
create index leads_unmeasured on leads (received_at) where first_response_at is not null and response_business_seconds is null;

-- What a member wants to reach with their leads in a month, and in those after it until other goals are set. Null: no goal.
create table lead_goals (
  dealer_id bigint not null,
  location_id bigint not null,
  user_id bigint not null,
  -- The month's first day.
  month date not null check (extract(day from month) = 1),
  contacted int check (contacted between 1 and 9999),
  appointments_set int check (appointments_set between 1 and 9999),
  shown int check (shown between 1 and 9999),
  sold int check (sold between 1 and 9999),
  primary key (dealer_id, location_id, user_id, month),
  foreign key (dealer_id, location_id) references locations (dealer_id, id) on delete cascade,
  foreign key (dealer_id, user_id) references users (dealer_id, id)
);
select tenant_table('lead_goals', by_location => true);
