-- What a tracking number does with a call.
alter table tracking_numbers
  -- Ring besides `forward_to`, or besides the location's own phone.
  add column also_rings text[] not null default '{}' check (cardinality(also_rings) <= 4),
  add column ring text not null default 'all' check (ring in ('all', 'in_turn')),
  -- Spoken to whoever picks up, before anything else; empty for nothing.
  add column whisper text not null default '' check (length(whisper) <= 120),
  -- Spoken to the caller in place of the usual welcome; empty for that one.
  add column greeting text not null default '' check (length(greeting) <= 300),
  -- `open`: rings only while the location is open.
  add column hours text not null default 'always' check (hours in ('always', 'open'));

-- Copied when the call comes in: a number may change while one of its calls rings.
alter table calls
  add column also_rings text[] not null default '{}',
  add column ring text not null default 'all' check (ring in ('all', 'in_turn'));
