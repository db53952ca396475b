-- Each mailbox has an invitation of its own, so that the one a customer used before learns that the meeting isn't theirs.
alter table meeting_invitations
  -- Whether the mailbox has the invitation: it was mailed, and not canceled since.
  add column is_held boolean not null default false,
  drop constraint meeting_invitations_state_check,
  add check (state in ('waiting', 'sending', 'sent', 'failed', 'withdrawing', 'cancelled'));
update meeting_invitations i set email = c.email
from customers c where c.dealer_id = i.dealer_id and c.id = i.customer_id and i.email = '';
delete from meeting_invitations where email = '';
update meeting_invitations set is_held = true
where sequence is not null and (state in ('sending', 'sent') or (state in ('waiting', 'failed') and sequence > 0));
alter table meeting_invitations
  alter column email drop default,
  drop constraint meeting_invitations_pkey,
  add primary key (dealer_id, appointment_id, email);
