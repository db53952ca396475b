-- Where the meeting was to be when its invitation was last mailed, so that another place is mailed, too.
alter table meeting_invitations add column place text not null default '';
