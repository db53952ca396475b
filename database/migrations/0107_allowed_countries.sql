-- Countries whose phones a business may text and call besides the US and its territories. Only the platform writes it.
create table allowed_countries (
  dealer_id bigint not null references dealers (id),
  country text not null check (country ~ '^[A-Z]{2}$'),
  primary key (dealer_id, country)
);
select platform_table('allowed_countries');
create policy dealer on allowed_countries for select to rooftop_app using (dealer_id = current_dealer());
grant select on allowed_countries to rooftop_app;
