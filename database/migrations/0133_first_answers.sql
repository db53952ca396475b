-- Whether a location answers new leads by text at once, which of them, and in which words; empty: the usual ones.
create table first_answer_settings (
  dealer_id bigint not null,
  location_id bigint not null,
  is_on smallint not null default 0 check (is_on in (0, 1)),
  kinds text[] not null default '{sales,service,parts,finance,other}'
    check (kinds <@ '{sales,service,parts,finance,other}'),
  -- 1: only leads of the listed sources get an answer.
  listed_only smallint not null default 0 check (listed_only in (0, 1)),
  open_words text not null default '' check (length(open_words) <= 320),
  closed_words text not null default '' check (length(closed_words) <= 320),
  holiday_words text not null default '' check (length(holiday_words) <= 320),
  -- Sources with words of their own: source, open_words, closed_words, holiday_words.
  sources jsonb not null default '[]' check (jsonb_typeof(sources) = 'array'),
  primary key (dealer_id, location_id),
  foreign key (dealer_id, location_id) references locations (dealer_id, id) on delete cascade
);
select tenant_table('first_answer_settings', by_location => true);
