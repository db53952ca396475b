-- What made an automatic text; null for texts that people wrote, for campaigns, and for automatic ones of before.
alter table messages add column automatic text
  check (automatic in ('missed_call', 'website', 'opt_out', 'opt_in', 'help'));
