-- The pages that carriers' reviewers open. Their address has a random end, because it is looked up without a sign-in.
create table legal_pages (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 60),
  dealer_id bigint not null unique references dealers (id)
);
select platform_table('legal_pages');
create policy dealer on legal_pages for select to rooftop_app using (dealer_id = current_dealer());
grant select on legal_pages to rooftop_app;

-- `Café Müller & Sons` → `cafe-muller-sons-4f0c91d2ab`. A business that is renamed keeps its address.
create function legal_slug(business_name text) returns text language sql volatile as $$
  select coalesce(nullif(trim(both '-' from left(regexp_replace(regexp_replace(
      normalize(lower(business_name), NFKD), '[\u0300-\u036f''’]', '', 'g'), '[^a-z0-9]+', '-', 'g'), 40)), ''), 'business')
    || '-' || right(gen_random_uuid()::text, 10)
$$;
insert into legal_pages (slug, dealer_id) select legal_slug(business_name), id from dealers;

create function add_legal_pages() returns trigger language plpgsql as $$
begin
  insert into legal_pages (slug, dealer_id) values (legal_slug(new.business_name), new.id);
  return null;
end $$;
create trigger dealers_add_legal_pages after insert on dealers for each row execute function add_legal_pages();

-- What the owner adds below our words, which stay.
create table legal_page_additions (
  dealer_id bigint primary key references dealers (id),
  privacy text not null default '' check (length(privacy) <= 2000),
  terms text not null default '' check (length(terms) <= 2000),
  saved_at timestamptz not null,
  saved_by bigint not null
);
select tenant_table('legal_page_additions');

-- Visitors of the page about texts sign up without writing a message.
alter table widget_submissions
  alter column message_id drop not null,
  add column kind text not null default 'message' check (kind in ('message', 'sign_up')),
  add constraint widget_submissions_message check ((kind = 'message') = (message_id is not null));
