-- Whether the carrier sends pictures from the number; null: nobody knows, and it is tried.
alter table phone_numbers add column sends_pictures boolean;
