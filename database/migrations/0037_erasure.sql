-- An erased person leaves the hash of their phone, so that a STOP still holds when the phone comes back. The key is a
-- setting of the app's connections and never in the database: without it nobody can try out all phones.

-- HMAC-SHA-256 (RFC 2104) of the dealer and the phone. The setting holds the key's inner and outer block; null without it.
create function phone_hash(dealer bigint, phone text) returns text language sql stable as $$
  select 'erased:' || encode(sha256(decode(substr(key, 129), 'hex') || sha256(
    decode(left(key, 128), 'hex') || convert_to(dealer || ' ' || phone, 'UTF8'))), 'hex')
  from nullif(current_setting('app.phone_key', true), '') as key
$$;

-- When the phone became a hash; null: it is plain.
alter table suppressions add column erased_at timestamptz;
create index suppressions_erased on suppressions (dealer_id) where erased_at is not null;

-- Once a business has the phone again, its suppression is known by the phone again, for whatever reads suppressions.
create function recognize_erased(dealer bigint, phones text[]) returns void language plpgsql as $$
begin
  if not exists (select from suppressions where dealer_id = dealer and erased_at is not null) then return; end if;
  with returned as (
    delete from suppressions as erased using unnest(phones) as back (phone)
    where erased.dealer_id = dealer and erased.erased_at is not null and erased.phone = phone_hash(dealer, back.phone)
    returning erased.channel, back.phone, erased.event_id, erased.since
  )
  insert into suppressions (dealer_id, channel, phone, event_id, since)
  select distinct dealer, channel, phone, event_id, since from returned
  on conflict (dealer_id, channel, phone) do nothing;
end $$;

create function recognize_added() returns trigger language plpgsql as $$
begin
  perform recognize_erased(dealer_id, array_agg(phone)) from added group by dealer_id;
  return null;
end $$;
create trigger recognize_added after insert on customers
  referencing new table as added for each statement execute function recognize_added();

create function recognize_changed() returns trigger language plpgsql as $$
begin
  perform recognize_erased(new.dealer_id, array[new.phone]);
  return null;
end $$;
create trigger recognize_changed after update of phone on customers
  for each row when (new.phone <> old.phone and new.phone <> '') execute function recognize_changed();

-- What names a person in records that are otherwise only added to. What happened, when and through whom stays.
grant update (phone, words, evidence, upload_id, file_line) on consent_events to rooftop_platform;
grant update (detail) on audit_log to rooftop_platform;

-- Which key the phones of erased people are hashed with: a start with another one would forget their opt-outs.
create table phone_keys (
  is_only boolean primary key default true check (is_only),
  -- The hash of no phone.
  proof text not null
);
select platform_table('phone_keys');
