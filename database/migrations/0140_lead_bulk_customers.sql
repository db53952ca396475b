-- Leads' customers are tagged, and added to lists, like leads are assigned.
alter table lead_bulk_changes drop constraint lead_bulk_changes_action_check;
alter table lead_bulk_changes add constraint lead_bulk_changes_action_check
  check (action in ('assign', 'move', 'remove', 'restore', 'plan', 'tag', 'list'));
alter table lead_bulk_changes add column tag_id bigint references tags (id);
alter table lead_bulk_changes add column list_id bigint;
alter table lead_bulk_changes add constraint lead_bulk_changes_list_id_fkey
  foreign key (dealer_id, list_id) references customer_lists (dealer_id, id);
