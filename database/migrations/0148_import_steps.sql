-- The next of the file's chunks that an import, and its undo, take up. Each step commits its rows together with this.
alter table uploads add column next_import_chunk int not null default 0;
alter table uploads add column next_undo_chunk int not null default 0;
