-- The file that a lead came with; null: it came in, or a member added it.
alter table leads add column upload_id bigint;
alter table leads add foreign key (dealer_id, upload_id) references uploads (dealer_id, id);
create index leads_of_upload on leads (dealer_id, upload_id) where upload_id is not null and deleted_at is null;
-- 0: the lead was imported, so nobody waits for a first answer to it until they ask again.
alter table leads add column awaits_answer smallint not null default 1 check (awaits_answer in (0, 1));
-- 0: imported without a date of its own, so figures by day leave it out.
alter table leads add column is_dated smallint not null default 1 check (is_dated in (0, 1));
-- 1: somebody or something changed an imported lead since, so undoing the import leaves it.
alter table leads add column is_touched smallint not null default 0 check (is_touched in (0, 1));

-- What imports brought is no inquiry to be answered.
alter table lead_inquiries add column upload_id bigint;
alter table lead_inquiries add foreign key (dealer_id, upload_id) references uploads (dealer_id, id);
create index lead_inquiries_of_upload on lead_inquiries (dealer_id, upload_id) where upload_id is not null;
alter table lead_inquiries drop constraint lead_inquiries_came_by_check;
alter table lead_inquiries add constraint lead_inquiries_came_by_check check (came_by in ('email', 'web', 'hand', 'widget', 'call', 'text', 'import'));
alter table lead_inquiries drop constraint lead_inquiries_read_by_check;
alter table lead_inquiries add constraint lead_inquiries_read_by_check
  check (read_by in ('adf', 'labels', 'text', 'json', 'hand', 'import'));

alter table lead_moves drop constraint lead_moves_reason_check;
alter table lead_moves add constraint lead_moves_reason_check check (reason in (
  'added', 'received', 'imported', 'inquired', 'hand', 'claimed', 'reply', 'undelivered', 'appointment', 'visit', 'left',
  'stage_removed', 'customer_deleted', 'customer_restored', 'assigned', 'known', 'offered', 'returned', 'kept'));

-- Since when a lead waits, as before; an imported one waits for no first answer.
alter table leads alter column waits_from set expression as (case
  when closed_at is not null then timestamptz '2250-01-01 00:00:00+00'
  when first_response_at is null and upload_id is null then least(asked_at, received_at)
  when first_response_at is null and awaits_answer = 1 then least(asked_at, inquired_at)
  when asked_at is not null then asked_at
  else timestamptz '2200-01-01 00:00:00+00' end);

-- The same indexes with what tells imported leads apart, so that counting still reads nothing else.
drop index leads_open;
create index leads_open on leads (dealer_id, location_id, received_at, id)
  include (first_response_at, awaits_answer, owner_id, source, stage_id) where closed_at is null and deleted_at is null;
drop index leads_board_waits;
create index leads_board_waits on leads (dealer_id, location_id, stage_id, waits_from, id)
  include (value, owner_id, first_response_at, awaits_answer) where deleted_at is null and closed_at is null;
drop index leads_board_closed;
create index leads_board_closed on leads (dealer_id, location_id, stage_id, closed_at, id)
  include (value, owner_id, first_response_at, awaits_answer) where deleted_at is null and closed_at is not null;
drop index leads_counted;
create index leads_counted on leads (dealer_id, location_id, received_at)
  include (owner_id, source, response_business_seconds, contacted_at, set_at, shown_at, sold_at)
  where deleted_at is null and outcome not in ('duplicate', 'spam') and is_dated = 1;
drop index leads_contacted;
create index leads_contacted on leads (dealer_id, location_id, contacted_at) include (owner_id)
  where contacted_at is not null and deleted_at is null and outcome not in ('duplicate', 'spam') and is_dated = 1;
drop index leads_set;
create index leads_set on leads (dealer_id, location_id, set_at) include (owner_id)
  where set_at is not null and deleted_at is null and outcome not in ('duplicate', 'spam') and is_dated = 1;
drop index leads_shown;
create index leads_shown on leads (dealer_id, location_id, shown_at) include (owner_id)
  where shown_at is not null and deleted_at is null and outcome not in ('duplicate', 'spam') and is_dated = 1;
drop index leads_sold;
create index leads_sold on leads (dealer_id, location_id, sold_at) include (owner_id)
  where sold_at is not null and deleted_at is null and outcome not in ('duplicate', 'spam') and is_dated = 1;
drop index leads_unmeasured;
create index leads_unmeasured on leads (received_at)
  where first_response_at is not null and response_business_seconds is null and upload_id is null;

-- By place in the chunk: 1 for a row that names a lead.
alter table upload_chunks add column leads smallint[] not null default '{}';
alter table uploads
  add column rows_leads int not null default 0,
  add column leads_added int not null default 0,
  add column leads_joined int not null default 0,
  add column undone_leads int not null default 0,
  add column undone_leads_stayed int not null default 0;

-- `filled`: has any value.
create or replace function custom_matches(stored text, comparison text, value text, upto text) returns boolean
language sql immutable parallel safe as $$
  select case comparison
    when 'is' then stored = value
    when 'filled' then true
    when 'contains' then position(lower(value) in lower(stored)) > 0
    when 'dates' then (value = '' or stored collate "C" >= value) and (upto = '' or stored collate "C" <= upto)
    when 'numbers' then
      case when value = '' then true else stored::numeric >= value::numeric end
      and case when upto = '' then true else stored::numeric <= upto::numeric end
    else false end
$$;
