-- The generated password of the first administrator, encrypted, so that it can be shown again until someone has signed in.
-- oldest-compatible-schema: 0041

create table initial_passwords (
  agent_id bigint primary key references agents on delete cascade,
  created_at timestamptz not null,
  sealed_password text not null
);

-- A trigger, because there are many ways to set a password or start a session, and none may leave the old password stored.
create function forget_initial_passwords() returns trigger language plpgsql as $$
begin
  delete from initial_passwords
  where agent_id = new.id or new.last_login_at is distinct from old.last_login_at;
  return null;
end $$;

create trigger agents_forget_initial_passwords after update of password_hash, last_login_at on agents
for each row when (
  new.password_hash is distinct from old.password_hash or new.last_login_at is distinct from old.last_login_at
) execute function forget_initial_passwords();
