-- Whether a business buys its tracking numbers itself, and how many in 30 days. Only the platform writes it.
create table number_shops (
  dealer_id bigint primary key references dealers (id),
  may_buy smallint not null default 0 check (may_buy in (0, 1)),
  monthly_limit smallint not null default 5 check (monthly_limit between 1 and 100)
);
select platform_table('number_shops');
create policy dealer on number_shops for select to rooftop_app using (dealer_id = current_dealer());
grant select on number_shops to rooftop_app;

-- 1: somebody of the business bought it, which counts against its limit.
alter table number_purchases add column self_service smallint not null default 0 check (self_service in (0, 1));
create index number_purchases_self_service on number_purchases (dealer_id, started_at) where self_service = 1;
