-- What a lead was sold for, in dollars and cents; null: not sold, or not said. Its history keeps what each move said.
alter table leads add column sale_price numeric(11, 2) check (sale_price between 0 and 100000000);
alter table lead_moves add column sale_price numeric(11, 2) check (sale_price between 0 and 100000000);
-- What heads the board's closed columns: a sold lead counts with its price.
drop index leads_board_closed;
create index leads_board_closed on leads (dealer_id, location_id, stage_id, closed_at, id)
  include (value, sale_price, owner_id, first_response_at) where deleted_at is null and closed_at is not null;
