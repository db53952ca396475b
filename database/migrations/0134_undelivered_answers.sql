-- A first answer that wasn't delivered takes its lead back to the stage that it left.
alter table lead_moves drop constraint lead_moves_reason_check;
alter table lead_moves add constraint lead_moves_reason_check check (reason in (
  'added', 'received', 'inquired', 'hand', 'claimed', 'reply', 'undelivered', 'appointment', 'visit', 'left', 'stage_removed',
  'customer_deleted', 'customer_restored', 'assigned', 'known', 'offered', 'returned', 'kept'));
