-- How much a business has sent on a day of its own: texts, mails, invitations.
create table quota_uses (
  dealer_id bigint not null references dealers (id),
  day date not null,
  kind text not null check (kind in ('texts', 'mails', 'invitations')),
  used integer not null check (used >= 0),
  primary key (dealer_id, day, kind)
);
select tenant_table('quota_uses');

-- Limits that the operator chose for a business; null: the default. Only the platform writes them.
create table quota_limits (
  dealer_id bigint primary key references dealers (id),
  texts integer check (texts >= 0),
  mails integer check (mails >= 0),
  invitations integer check (invitations >= 0),
  bytes bigint check (bytes >= 0)
);
select platform_table('quota_limits');
create policy dealer on quota_limits for select to rooftop_app using (dealer_id = current_dealer());
grant select on quota_limits to rooftop_app;

-- The size of all files that a business uploaded and that are kept.
create table stored_bytes (
  dealer_id bigint primary key references dealers (id),
  bytes bigint not null check (bytes >= 0)
);
select tenant_table('stored_bytes');

insert into stored_bytes (dealer_id, bytes)
select dealer_id, sum(size) from (
  select dealer_id, size from chat_attachments
  union all
  select dealer_id, size from uploads where has_rows or consent_words <> ''
) as kept
group by dealer_id;

create function add_stored_bytes(owner bigint, change bigint) returns void language sql as $$
  insert into stored_bytes as kept (dealer_id, bytes) values (owner, greatest(change, 0))
  on conflict (dealer_id) do update set bytes = greatest(kept.bytes + change, 0);
$$;

create function count_attachment() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then perform add_stored_bytes(new.dealer_id, new.size);
  else perform add_stored_bytes(old.dealer_id, -old.size);
  end if;
  return null;
end $$;
-- Deferred to the commit, so that nobody waits for a long transaction's row.
create constraint trigger chat_attachments_count_bytes after insert or delete on chat_attachments
  deferrable initially deferred for each row execute function count_attachment();

-- A file is kept while its rows are, and longer as the evidence of an attested consent.
create function count_upload() returns trigger language plpgsql as $$
declare
  before bigint := case when tg_op <> 'INSERT' and (old.has_rows or old.consent_words <> '') then old.size else 0 end;
  after bigint := case when new.has_rows or new.consent_words <> '' then new.size else 0 end;
begin
  if after <> before then perform add_stored_bytes(new.dealer_id, after - before); end if;
  return null;
end $$;
create constraint trigger uploads_count_bytes after insert or update of has_rows, consent_words on uploads
  deferrable initially deferred for each row execute function count_upload();
