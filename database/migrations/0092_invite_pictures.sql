-- The picture that a location's review invites take along by text: one of five drawings.
alter table review_settings add column with_image smallint not null default 0 check (with_image in (0, 1));
alter table review_settings add column image smallint not null default 1 check (image between 1 and 5);
