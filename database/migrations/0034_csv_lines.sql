-- A file may have no labels: then its first row is a customer's.
alter table uploads add column has_labels boolean not null default true;

alter table upload_chunks
  -- By place: the last line of a row whose quoted cells span lines; empty when none does.
  add column last_lines integer[] not null default '{}',
  -- By place: why the quotation marks of a row can't be trusted.
  add column problems text[] not null default '{}';
comment on column upload_chunks.marks is '0 fine, 1 rejected, 2 twice in the file, 3 removed by hand, 4 known, 5 labels';
