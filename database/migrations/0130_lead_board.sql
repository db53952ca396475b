-- What the first wanted vehicle costs, in whole dollars; 0: no price, or none that can be read.
alter table leads add column value int not null default 0 check (value between 0 and 99999999);
create function pg_temp.dollars_of(price text) returns int language sql as $$
  select case when amount between 1 and 99999999 then amount::int else 0 end from (
    select round(case
      when words ~ '^(\d{1,3}(,\d{3})+|\d{1,3}( \d{3})+|\d{1,12})(\.\d{1,2})?$' then translate(words, ', ', '')::numeric
      when words ~ '^\d{1,3}(\.\d{3})+(,\d{1,2})?$' then translate(words, ',.', '.')::numeric
      when words ~ '^\d{1,12},\d{1,2}$' then translate(words, ',', '.')::numeric
      when words ~ '^\d{1,3}(\.\d{1,2})? ?k$' then rtrim(words, ' k')::numeric * 1000
      else 0 end) as amount
    from (select btrim(regexp_replace(lower(price), '(?<![a-z])(usd|cad|us|ca|c|dollars?)(?![a-z])|\$', '', 'g')) as words) read
  ) rounded
$$;
update leads l set value = pg_temp.dollars_of(v.price) from lead_vehicles v
where v.dealer_id = l.dealer_id and v.lead_id = l.id and v.price <> '' and v.position = (
  select min(wanted.position) from lead_vehicles wanted
  where wanted.dealer_id = l.dealer_id and wanted.lead_id = l.id and wanted.interest not in ('trade_in', 'sell'));

-- Since when the customer's conversation waits for a reply; null: it doesn't.
alter table leads add column asked_at timestamptz;
update leads l set asked_at = (
  select min(c.waiting_since) from customers origin
    join chats c on c.dealer_id = origin.dealer_id and c.location_id = l.location_id
      and c.customer_id = case when origin.merged_into is null then origin.id else origin.merged_into end
  where origin.dealer_id = l.dealer_id and origin.id = l.customer_id and c.is_closed = 0)
where customer_id is not null;

-- Since when a lead waits. After those that wait come the other open ones, then the closed.
alter table leads add column waits_from timestamptz not null generated always as (case
  when closed_at is not null then timestamptz '2250-01-01 00:00:00+00'
  when first_response_at is null then least(asked_at, received_at)
  when asked_at is not null then asked_at
  else timestamptz '2200-01-01 00:00:00+00' end) stored;
create index leads_by_wait on leads (dealer_id, location_id, waits_from, id) where deleted_at is null;
-- A column of the board in each of its orders, with what its head counts.
create index leads_board_waits on leads (dealer_id, location_id, stage_id, waits_from, id)
  include (value, owner_id, first_response_at) where deleted_at is null and closed_at is null;
create index leads_board_values on leads (dealer_id, location_id, stage_id, value, id)
  where deleted_at is null and closed_at is null;
create index leads_board_closed on leads (dealer_id, location_id, stage_id, closed_at, id)
  include (value, owner_id, first_response_at) where deleted_at is null and closed_at is not null;

create function refresh_lead_waits(business bigint, customer bigint) returns void language sql as $$
  update leads l set asked_at = waits.since
  from (
    select o.id, (select min(c.waiting_since) from chats c where c.dealer_id = business and c.location_id = o.location_id
        and c.customer_id = customer and c.is_closed = 0) as since
    from leads o where o.dealer_id = business and o.customer_id in (
      select k.id from customers k where k.dealer_id = business and (k.id = customer or k.merged_into = customer))
  ) waits
  where l.dealer_id = business and l.id = waits.id and l.asked_at is distinct from waits.since
$$;

create function leads_follow_chat() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then perform refresh_lead_waits(new.dealer_id, new.customer_id); end if;
  if tg_op = 'DELETE' or (tg_op = 'UPDATE' and old.customer_id <> new.customer_id) then
    perform refresh_lead_waits(old.dealer_id, old.customer_id);
  end if;
  return null;
end $$;
create trigger leads_follow_new_chat after insert on chats for each row when (new.waiting_since is not null)
  execute function leads_follow_chat();
create trigger leads_follow_chat after update of waiting_since, is_closed, customer_id on chats for each row when (
  old.waiting_since is distinct from new.waiting_since or old.is_closed <> new.is_closed or old.customer_id <> new.customer_id)
  execute function leads_follow_chat();
create trigger leads_follow_removed_chat after delete on chats for each row when (old.waiting_since is not null)
  execute function leads_follow_chat();

create function leads_follow_merge() returns trigger language plpgsql as $$
begin
  perform refresh_lead_waits(new.dealer_id, survivor) from unnest(array[new.id, old.merged_into, new.merged_into]) as survivor
    where survivor is not null;
  return null;
end $$;
create trigger leads_follow_merge after update of merged_into on customers for each row
  when (old.merged_into is distinct from new.merged_into) execute function leads_follow_merge();

create function leads_take_wait() returns trigger language plpgsql as $$
begin
  new.asked_at := (
    select min(c.waiting_since) from customers origin
      join chats c on c.dealer_id = origin.dealer_id and c.location_id = new.location_id
        and c.customer_id = case when origin.merged_into is null then origin.id else origin.merged_into end
    where origin.dealer_id = new.dealer_id and origin.id = new.customer_id and c.is_closed = 0);
  return new;
end $$;
create trigger leads_take_wait before insert or update of customer_id on leads for each row
  when (new.customer_id is not null) execute function leads_take_wait();

-- What comes next for a lead's customer.
create index tasks_open_of_customer on tasks (dealer_id, customer_id, due_at) where state = 'open' and customer_id is not null;
create index appointments_pending_of_customer on appointments (dealer_id, customer_id, datetime) where status = 0;
