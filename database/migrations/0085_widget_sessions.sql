-- The browser that wrote from a website sees the answers there, too, once its phone is proved, until its session ends.
alter table widget_submissions
  -- Of the token in that browser.
  add column session_hash bytea,
  -- When the code was entered there.
  add column proved_at timestamptz;
create unique index widget_submissions_of_session on widget_submissions (dealer_id, session_hash);

-- The code in the automatic text that a phone got. Only its keyed hash is kept.
create table widget_codes (
  dealer_id bigint not null references dealers (id),
  phone text not null,
  code_hash bytea not null,
  tries smallint not null default 0,
  expires_at timestamptz not null,
  primary key (dealer_id, phone)
);
select tenant_table('widget_codes');
