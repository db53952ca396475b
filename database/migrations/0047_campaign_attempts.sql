-- When the hand-over of the current attempt began: a lost answer is looked up at the carrier around that time. Null: it never began.
alter table campaign_recipients add column attempted_at timestamptz;
-- Attempts under way while this is applied: nobody knows when they began, but not before their claim.
update campaign_recipients set attempted_at = coalesce(lease_until, now()) - interval '30 seconds' where state = 'intended';
