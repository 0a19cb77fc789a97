-- What the set-up checklist and the composer tell people: whether email goes out, and whether the first password is still in use.
-- oldest-compatible-schema: 0057

-- How each outgoing mail server answered last.
create table sending_states (
  -- Null for the server of the workspace itself.
  inbox_id bigint unique nulls not distinct references inboxes (id) on delete cascade,
  -- When the server last took an email or a sign-in.
  worked_at timestamptz,
  -- Since when it hasn't, and why; both null while it works.
  failing_since timestamptz,
  error text,
  constraint failing_with_reason check ((failing_since is null) = (error is null))
);

-- Whether the password is still the one of the first start, which was printed or stands in a configuration file.
alter table agents add column has_initial_password boolean not null default false;

-- A trigger, because many ways lead to a new password.
create function clear_initial_password() returns trigger language plpgsql as $$
begin
  new.has_initial_password := false;
  return new;
end $$;

create trigger agents_clear_initial_password before update of password_hash on agents
for each row when (new.password_hash is distinct from old.password_hash)
execute function clear_initial_password();

-- The checklist has become stricter. Where customers are answered already it must not take the place of the desk; its page still has it.
insert into settings (key, value, updated_at)
select 'getting_started.dismissed', 'true', now() where exists (select from conversations)
on conflict (key) do nothing;
