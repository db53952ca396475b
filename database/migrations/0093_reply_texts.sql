-- What replies to reviews begin with, by stars and language; without a row, the default text.
create table review_reply_texts (
  dealer_id bigint not null,
  location_id bigint not null,
  stars smallint not null check (stars between 1 and 5),
  language text not null check (language in ('en', 'es')),
  words text not null,
  primary key (dealer_id, location_id, stars, language),
  foreign key (dealer_id, location_id) references locations (dealer_id, id) on delete cascade
);
select tenant_table('review_reply_texts', by_location => true);
