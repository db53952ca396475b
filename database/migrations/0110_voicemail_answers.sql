-- When the voicemail answered a call: who hears it was missed, however short the call was.
alter table calls add column voicemail_at timestamptz;
