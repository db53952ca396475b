-- When a calendar's file was last read in full. An unchanged file still has other busy times as time passes, so that it
-- is asked for again without its mark after a while.
alter table calendar_sources add column file_read_at timestamptz;
