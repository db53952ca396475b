-- Who may see a row is decided here, once, for every table (ARCHITECTURE.md, "Tenancy").

-- The application works as rooftop_app and sees one dealer's rows; rooftop_platform sees all of them and serves sign-in,
-- the carrier's webhooks, the platform operator and maintenance. Roles belong to the whole server, so they may exist.
do $$
begin
  if to_regrole('rooftop_app') is null then create role rooftop_app login; end if;
exception when duplicate_object or unique_violation then null;
end $$;
do $$
begin
  if to_regrole('rooftop_platform') is null then create role rooftop_platform login; end if;
exception when duplicate_object or unique_violation then null;
end $$;
grant rooftop_app, rooftop_platform to current_user;
grant usage on schema public to rooftop_app, rooftop_platform;

create function current_dealer() returns bigint
language sql stable parallel safe
return nullif(current_setting('app.dealer_id', true), '')::bigint;

create function current_location() returns bigint
language sql stable parallel safe
return nullif(current_setting('app.location_id', true), '')::bigint;

-- A table of a dealer's rows. Without a scope no row is seen, and none can be written for another dealer.
-- by_location: within a dealer, only the acting location's rows (all of them when no location acts).
-- append_only: rows are added and read, never changed or deleted.
create function tenant_table(target regclass, by_location boolean default false, append_only boolean default false)
returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy dealer on %s to rooftop_app using (dealer_id = current_dealer()) with check (dealer_id = current_dealer())',
    target);
  execute format('create policy platform on %s to rooftop_platform using (true) with check (true)', target);
  if by_location then
    execute format(
      'create policy location on %s as restrictive to rooftop_app '
      -- In a subquery it is asked once for a statement, not once for a row.
      'using ((select current_location()) is null or location_id = (select current_location())) '
      'with check ((select current_location()) is null or location_id = (select current_location()))',
      target);
  end if;
  execute format('grant select, insert on %s to rooftop_app, rooftop_platform', target);
  if not append_only then
    execute format('grant update, delete on %s to rooftop_app, rooftop_platform', target);
  end if;
end $$;

-- A table that belongs to no dealer: only the platform touches it.
create function platform_table(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy platform on %s to rooftop_platform using (true) with check (true)', target);
  execute format('grant select, insert, update, delete on %s to rooftop_platform', target);
end $$;
