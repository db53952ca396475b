-- A snippet gets a new key when somebody misuses the old one, and websites need time to change it: both work meanwhile.
alter table widgets
  add column previous_key text,
  add column previous_until timestamptz,
  -- When a page was last opened with it, about to the hour, and on which website; empty when unknown.
  add column previous_used_at timestamptz,
  add column previous_used_on text not null default '',
  -- The business's terms, linked beside its privacy policy; empty without.
  add column terms_url text not null default '',
  add constraint widgets_previous_key check ((previous_key is null) = (previous_until is null));
create index widgets_of_previous_key on widgets (previous_key) where previous_key is not null;
