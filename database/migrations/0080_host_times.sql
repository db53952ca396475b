-- The times at which team members receive customers or are off: pending appointments with a host, and time off. Kept by the
-- triggers below, so that one constraint sees both, at every location.
create table host_times (
  dealer_id bigint not null,
  kind text not null check (kind in ('appointment', 'off')),
  -- The appointment's or the time off's id.
  id bigint not null,
  user_id bigint not null,
  span tstzrange not null,
  primary key (dealer_id, kind, id),
  foreign key (dealer_id, user_id) references users (dealer_id, id)
);
select tenant_table('host_times');

insert into host_times (dealer_id, kind, id, user_id, span)
select dealer_id, 'off', id, user_id, tstzrange(starts_at, ends_at) from time_off;
-- What was booked into somebody's time off before this rule stays as it is.
insert into host_times (dealer_id, kind, id, user_id, span)
select a.dealer_id, 'appointment', a.id, a.host_id, tstzrange(a.datetime, appointment_end(a.datetime, a.duration))
from appointments a where a.status = 0 and a.host_id is not null and not exists (
  select from time_off t where t.dealer_id = a.dealer_id and t.user_id = a.host_id
    and tstzrange(t.starts_at, t.ends_at) && tstzrange(a.datetime, appointment_end(a.datetime, a.duration)));

-- Nobody receives a customer while they are off. Two appointments at once are refused by `appointments_host_once`.
alter table host_times add constraint host_times_not_off exclude using gist (
  dealer_id with =,
  user_id with =,
  kind with <>,
  span with &&
);

create function keep_appointment_time() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from host_times where dealer_id = old.dealer_id and kind = 'appointment' and id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    if new.status = 0 and new.host_id is not null then
      insert into host_times (dealer_id, kind, id, user_id, span) values (new.dealer_id, 'appointment', new.id,
        new.host_id, tstzrange(new.datetime, appointment_end(new.datetime, new.duration)));
    end if;
  end if;
  return null;
end $$;
create trigger appointments_keep_time after insert or delete on appointments
  for each row execute function keep_appointment_time();
create trigger appointments_change_time after update on appointments for each row
  when ((old.status, old.host_id, old.datetime, old.duration)
    is distinct from (new.status, new.host_id, new.datetime, new.duration))
  execute function keep_appointment_time();

create function keep_time_off() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from host_times where dealer_id = old.dealer_id and kind = 'off' and id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into host_times (dealer_id, kind, id, user_id, span)
      values (new.dealer_id, 'off', new.id, new.user_id, tstzrange(new.starts_at, new.ends_at));
  end if;
  return null;
end $$;
create trigger time_off_keep after insert or update or delete on time_off
  for each row execute function keep_time_off();
