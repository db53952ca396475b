alter table carrier_registrations
  -- When the carrier last said that something changed, while an answer was on its way: another look follows it at once
  add column noticed_at timestamptz,
  -- What the round of looks that goes on has asked about: requests leave a second apart, each by a job of its own
  add column looked text[] not null default '{}';
