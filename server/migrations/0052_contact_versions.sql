-- A contact's version is the time of its last change. It increases even if the clock is behind the last change.
-- oldest-compatible-schema: 0050
create function keep_updated_at_growing() returns trigger language plpgsql as $$
begin
  new.updated_at := old.updated_at + interval '1 millisecond';
  return new;
end
$$;
create trigger contacts_version before update on contacts
  for each row when (new.updated_at < old.updated_at) execute function keep_updated_at_growing();
