-- What the simulated carrier takes a phone's text for, whatever its words: stop, start or help; null for a plain text.
alter table simulated_messages add column carrier_keyword text check (carrier_keyword in ('stop', 'start', 'help'));
