-- How the public site says the platform can be reached: one row, what is empty isn't shown.
create table public_contacts (
  is_only boolean primary key default true check (is_only),
  phone text not null default '',
  email text not null default '',
  facebook text not null default '',
  instagram text not null default '',
  linkedin text not null default '',
  x text not null default '',
  youtube text not null default ''
);
select platform_table('public_contacts');
