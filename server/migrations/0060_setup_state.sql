-- State shown by the setup checklist and the composer: whether email can be sent, and whether the initial password is still in use.
-- oldest-compatible-schema: 0057

-- The last outcome of each outgoing mail server.
create table sending_states (
  -- Null for the server of the workspace itself.
  inbox_id bigint unique nulls not distinct references inboxes (id) on delete cascade,
  -- When the server last accepted an email or a sign-in.
  worked_at timestamptz,
  -- Since when it has failed, and why; both null while it works.
  failing_since timestamptz,
  error text,
  constraint failing_with_reason check ((failing_since is null) = (error is null))
);

-- Whether the password is still the initial one, which was printed or is in a configuration file.
alter table agents add column has_initial_password boolean not null default false;

-- A trigger, because there are many ways to set a password.
create function clear_initial_password() returns trigger language plpgsql as $$
begin
  new.has_initial_password := false;
  return new;
end $$;

create trigger agents_clear_initial_password before update of password_hash on agents
for each row when (new.password_hash is distinct from old.password_hash)
execute function clear_initial_password();

-- The checklist has become stricter. It must not replace the inbox where customers already get replies; it remains on its own page.
insert into settings (key, value, updated_at)
select 'getting_started.dismissed', 'true', now() where exists (select from conversations)
on conflict (key) do nothing;
